package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/yamlfile"
)

// FileName is the name of the configuration file.
const FileName = ".reslint.yaml"

// Find returns the path of the configuration file for a directory: the first one on the way up to the root of the
// workspace or, without a workspace, of the module. Outside of a module it looks in the directory itself only. It
// returns "" where there is none. gowork is the value of the environment variable GOWORK: "off" for no workspace, "" to
// look for a go.work file, or the path of one.
//
// A .reslint.yml on the way is an error, because it would be ignored in silence.
func Find(dir, gowork string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	top := Root(dir, gowork) // dir or above it
	for {
		path := filepath.Join(dir, FileName)
		if exists(path) {
			return path, nil
		}
		if yml := filepath.Join(dir, ".reslint.yml"); exists(yml) {
			return "", Problems{{File: yml, Line: 1, Message: "this name is not read: rename the file to " + FileName}}
		}
		if dir == top {
			return "", nil
		}
		dir = filepath.Dir(dir)
	}
}

// exists reports whether there is something of that name, also what cannot be read: Load then says why.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Root returns the highest directory in which the configuration for dir, an absolute path, may be: that of the
// workspace or, without one, of the module. Outside of a module it is dir itself.
func Root(dir, gowork string) string {
	switch gowork {
	case "off":
	case "":
		if top := above(dir, "go.work"); top != "" {
			return top
		}
	default:
		if top := filepath.Dir(gowork); within(top, dir) {
			return top
		}
	}
	if top := above(dir, "go.mod"); top != "" {
		return top
	}
	return dir
}

func above(dir, name string) string {
	for {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

func within(top, dir string) bool {
	rel, err := filepath.Rel(top, dir)
	return err == nil && filepath.IsLocal(rel)
}

// Load reads the file at path; name stands for it in problems and origins. The checks are those whose names are valid.
// Its error is a Problems with everything that is wrong with the file.
func Load(path, name string, checks []*rule.Check) (*Config, error) {
	src, err := yamlfile.ReadBytes(path, name)
	if err != nil {
		return nil, problems(name, err)
	}
	c, err := Parse(name, src, checks)
	if err != nil {
		return nil, err
	}
	if c.Dir, err = filepath.Abs(filepath.Dir(path)); err != nil {
		return nil, problems(name, err)
	}
	return c, nil
}

// Parse is Load for a file that has been read. It does not know the file's folder, so that Exclude means nothing.
func Parse(name string, src []byte, checks []*rule.Check) (*Config, error) {
	file, err := yamlfile.Parse(name, src)
	if err != nil {
		return nil, problems(name, err)
	}
	d := &decoder{file: file, origins: make(map[string]Origin)}
	c := Default()
	switch {
	case len(file.Docs) > 1:
		d.errorf(file.Docs[1], "the file has a second document: put everything into one")
	case len(file.Docs) == 1 && !file.Docs[0].Null() && file.Docs[0].Resolve().Kind != yamlfile.Mapping:
		d.errorf(file.Docs[0], "the file takes a mapping, not %s: write keys such as checks: or fix:", shown(file.Docs[0]))
	case len(file.Docs) == 1:
		got, _ := table(checks).decode(d, file.Docs[0], "")
		c = &got
	}
	if err := d.err(); err != nil {
		return nil, err
	}
	c.File, c.Origins = name, d.origins
	return c, nil
}

// problems turns an error of the YAML reader into problems.
func problems(name string, err error) error {
	var e *yamlfile.Error
	if errors.As(err, &e) {
		return Problems{{File: e.File, Line: e.Line, Column: e.Column, Message: e.Msg}}
	}
	return Problems{{File: name, Line: 1, Message: fmt.Sprint(err)}}
}
