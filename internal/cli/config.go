package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/nearest"
	"github.com/reslint/reslint/internal/report"
)

// load reads the configuration that is in force. Without a file it is the default.
func (a app) load(p place) (*config.Config, error) {
	dir := a.within(p.dir)
	path, name := p.config, p.config
	switch {
	case path == "":
		found, err := config.Find(dir, a.getenv("GOWORK"))
		if err != nil {
			return nil, relativeTo(dir, err)
		}
		if found == "" {
			return config.Default(), nil
		}
		path, name = found, report.Relative(dir, found)
	case !filepath.IsAbs(path):
		path = filepath.Join(dir, path)
	}
	return config.Load(path, name, a.checks())
}

// unread lists configuration files of modules that are checked under another one, as in a workspace.
func (a app) unread(cfg *config.Config, modules []string) []string {
	var out []string
	for _, dir := range modules {
		path, err := config.Find(dir, a.getenv("GOWORK"))
		if err == nil && path != "" && filepath.Dir(path) != cfg.Dir && !slices.Contains(out, path) {
			out = append(out, path)
		}
	}
	return out
}

// relativeTo names the files of problems from a directory.
func relativeTo(dir string, err error) error {
	var problems config.Problems
	if errors.As(err, &problems) {
		for i, p := range problems {
			problems[i].File = report.Relative(dir, p.File)
		}
	}
	return err
}

func configActions() []string { return []string{"show", "check", "schema"} }

func (a app) config(fs *flag.FlagSet) runner {
	var p place
	p.register(fs)
	return func(_ context.Context, args []string) error {
		actions := strings.Join(configActions(), ", ")
		if len(args) != 1 {
			return usagef("config takes one of %s", actions)
		}
		if !slices.Contains(configActions(), args[0]) {
			return usagef("config takes one of %s, not %q%s", actions, args[0], nearest.Hint(args[0], configActions()))
		}
		if args[0] == "schema" {
			_, err := a.Stdout.Write(config.Schema(a.checks()))
			return err
		}
		cfg, err := a.load(p)
		if err != nil {
			return err
		}
		if args[0] == "show" {
			_, err := a.Stdout.Write(config.Show(cfg, a.checks()))
			return err
		}
		verdict := "no configuration file: all values are defaults"
		if cfg.File != "" {
			verdict = cfg.File + ": valid"
		}
		_, err = fmt.Fprintln(a.Stdout, verdict)
		return err
	}
}
