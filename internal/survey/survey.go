// Package survey looks at the files of a module for what its configuration could say. It needs neither the go command
// nor code that compiles.
package survey

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/settings"
)

// maxDirs bounds how many directories are looked at.
const maxDirs = 20_000

// Look returns what was found below the root of a module or workspace: packages below an adapter root that use a
// library which calls out, each of which stands for one system, and files with settings.
func Look(root string) config.Facts {
	s := &surveyor{root: root, roots: config.Default().AdapterRoots, systems: make(map[string]*config.SystemFact)}
	s.walk(root, "")
	var facts config.Facts
	for _, name := range s.order {
		facts.Systems = append(facts.Systems, *s.systems[name])
	}
	if modulePath(root) != "" { // paths are relative to a module, and a workspace is none
		for _, f := range settings.Load(root, settings.Options{}).Files {
			facts.Settings = append(facts.Settings, f.Name)
		}
	}
	return facts
}

type surveyor struct {
	root    string
	roots   []string // folders whose subfolders are adapters
	systems map[string]*config.SystemFact
	order   []string
	seen    int
}

// walk looks at a directory and below. The path is the import path of the directory, or "" where none is known.
func (s *surveyor) walk(dir, importPath string) {
	if own := modulePath(dir); own != "" {
		if importPath != "" && !exists(filepath.Join(s.root, "go.work")) {
			return // another module
		}
		importPath = own
	}
	entries, err := os.ReadDir(dir)
	if s.seen++; err != nil || s.seen > maxDirs {
		return
	}
	for _, e := range entries {
		name := e.Name()
		if !e.IsDir() || strings.ContainsAny(name[:1], "._") || name == "testdata" || name == "vendor" || name == "node_modules" {
			continue
		}
		sub, subPath := filepath.Join(dir, name), ""
		if importPath != "" {
			subPath = importPath + "/" + name
		}
		if subPath != "" && s.isRoot(importPath) && !general[name] && !(rule.Policy{}).SupportPackage(subPath, name) && callsOut(sub) {
			s.add(name, subPath)
			continue
		}
		s.walk(sub, subPath)
	}
}

// isRoot reports whether an import path ends in an adapter root.
func (s *surveyor) isRoot(importPath string) bool {
	return slices.ContainsFunc(s.roots, func(r string) bool { return importPath == r || strings.HasSuffix(importPath, "/"+r) })
}

func (s *surveyor) add(name, importPath string) {
	f := s.systems[name]
	if f == nil {
		f = &config.SystemFact{Name: name}
		s.systems[name] = f
		s.order = append(s.order, name)
	}
	f.Packages = append(f.Packages, importPath+"/...")
}

// general are names of folders between adapters that are no adapter.
var general = map[string]bool{
	"api": true, "base": true, "client": true, "common": true, "core": true, "helper": true, "helpers": true, "http": true,
	"httpclient": true, "httpx": true, "internal": true, "lib": true, "shared": true, "transport": true, "types": true,
	"test": true, "tests": true, "util": true, "utils": true,
}

// callsOut reports whether Go code in a directory or below uses a library that calls other systems.
func callsOut(dir string) bool {
	out := false
	_ = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil //nolint:nilerr // what cannot be read shows nothing
		}
		if out = importsKnown(name); out {
			return fs.SkipAll
		}
		return nil
	})
	return out
}

func importsKnown(file string) bool {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		return false
	}
	for _, i := range f.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		first, _, _ := strings.Cut(p, "/")
		// Of the standard library the catalogue also knows what clients are made with.
		if err == nil && (p == "net/http" || strings.Contains(first, ".") && catalog.Known(p)) {
			return true
		}
	}
	return false
}

// modulePath is the path in the go.mod of a directory, or "" where it has none.
func modulePath(dir string) string {
	src, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return ""
	}
	for line := range strings.SplitSeq(string(src), "\n") {
		line, _, _ = strings.Cut(line, "//")
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "module "); ok {
			return strings.Trim(strings.TrimSpace(rest), "\"`")
		}
	}
	return ""
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
