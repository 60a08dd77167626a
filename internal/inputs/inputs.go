// Package inputs sums up the files that passes read and hosts know nothing of: settings and configuration. Hosts keep
// findings until what they know of has changed, so the sum is for them to know.
package inputs

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/settings"
	"github.com/reslint/reslint/internal/yamlfile"
)

// Options says where to look.
type Options struct {
	Dir    string         // working directory
	GOWORK string         // value of the environment variable
	Checks []*rule.Check  // whose names a configuration may hold
	Config *config.Config // where the host hands the configuration over; nil is that of the files
}

// Sum returns a digest of the files that could change what is found in the modules around the directory: those of its
// workspace, or its module. It changes with every one of them, and with nothing else: two copies of a module have the
// same, wherever they are, so that machines can share what a host keeps. What cannot be read counts as such: the passes
// say what is wrong.
func Sum(o Options) (string, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return "", err
	}
	top := config.Root(dir, o.GOWORK)
	c := collector{Options: o, top: top, sum: sha256.New(), seen: make(map[string]bool)}
	for _, root := range roots(top) {
		c.module(root)
	}
	return hex.EncodeToString(c.sum.Sum(nil)), nil
}

// roots lists a directory and those of the modules that its go.work file names outside of it.
func roots(top string) []string {
	all := []string{top}
	name := filepath.Join(top, "go.work")
	src, err := os.ReadFile(name)
	if err != nil {
		return all
	}
	work, err := modfile.ParseWork(name, src, nil)
	if err != nil {
		return all
	}
	for _, use := range work.Use {
		dir := filepath.FromSlash(use.Path)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(top, dir)
		}
		if rel, err := filepath.Rel(top, dir); err != nil || !filepath.IsLocal(rel) {
			all = append(all, dir)
		}
	}
	return all
}

type collector struct {
	Options
	top  string // what names of files start from
	sum  hash.Hash
	seen map[string]bool // files
}

// module adds the files of all modules below a directory.
func (c *collector) module(top string) {
	var modules, configs []string
	_ = filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case d.IsDir():
			if path != top && skipped(d.Name()) {
				return filepath.SkipDir
			}
		case d.Name() == "go.mod":
			modules = append(modules, filepath.Dir(path))
		case d.Name() == config.FileName, d.Name() == ".reslint.yml":
			configs = append(configs, path)
		}
		return nil
	})
	if !slices.Contains(modules, top) {
		modules = append(modules, top)
	}
	for _, path := range configs {
		c.file(path)
	}
	for _, root := range modules {
		for _, o := range c.settingsOf(root, configs) {
			candidates, errs := settings.Candidates(root, o)
			for _, e := range errs {
				fmt.Fprintln(c.sum, e)
			}
			for _, f := range candidates {
				c.file(f.Path)
			}
		}
	}
}

// skipped reports directories that hold no packages of the module, and may hold very many files.
func skipped(name string) bool {
	return strings.HasPrefix(name, ".") || name == "node_modules" || name == "vendor"
}

// settingsOf lists what the configurations for packages of a module say about settings.
func (c *collector) settingsOf(root string, configs []string) []settings.Options {
	if c.Config != nil {
		return []settings.Options{c.Config.Settings}
	}
	var out []settings.Options
	if path, err := config.Find(root, c.GOWORK); err == nil && path == "" {
		out = append(out, settings.Options{})
	}
	for _, path := range configs {
		dir := filepath.Dir(path)
		if !within(dir, root) && !within(root, dir) {
			continue
		}
		if cfg, err := config.Load(path, path, c.Checks); err == nil {
			out = append(out, cfg.Settings)
		}
	}
	return out
}

func within(top, dir string) bool {
	rel, err := filepath.Rel(top, dir)
	return err == nil && filepath.IsLocal(rel)
}

// file adds a file's name and content, as much of it as passes read.
func (c *collector) file(path string) {
	if c.seen[path] {
		return
	}
	c.seen[path] = true
	name := path
	if rel, err := filepath.Rel(c.top, path); err == nil {
		name = rel
	}
	f, err := os.Open(path)
	if err != nil {
		fmt.Fprintln(c.sum, name, "unreadable")
		return
	}
	defer f.Close()
	content := sha256.New()
	n, err := io.Copy(content, io.LimitReader(f, yamlfile.MaxBytes+1))
	fmt.Fprintf(c.sum, "%s %d %x %t\n", name, n, content.Sum(nil), err == nil)
}
