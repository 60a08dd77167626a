// Package driver loads Go packages and runs the passes of a suite over them.
//
// The main module (all modules of a workspace) is loaded from source, everything else from export data. So facts stop
// at the main module in this host as in every other, and a run costs little more than type-checking the module.
package driver

import (
	"context"
	"fmt"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Config says what to load.
type Config struct {
	Dir      string             // working directory: patterns start there; "" is the process's
	Env      []string           // environment of the go command; nil is the process's
	Patterns []string           // as the go command takes them, or Go files; none is "./..."
	Tags     string             // build tags, separated by commas
	Tests    bool               // load test files and test packages too
	Progress func(stage string) // called when a stage begins; nil is nobody
	GC       int                // while loading: how much garbage there may be, in per cent of what is live; 0 leaves it as it is
}

// A Program is what was loaded.
type Program struct {
	Fset     *token.FileSet
	Packages []*packages.Package // of the main module and those asked for, with syntax and types, ordered by ID
	Problems []Problem           // what could not be loaded

	cfg      Config          // with defaults filled in
	asked    map[string]bool // IDs of the packages to report on
	progress func(string)
}

const (
	listMode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps |
		packages.NeedModule | packages.NeedForTest
	loadMode = packages.LoadSyntax | packages.NeedModule | packages.NeedForTest
)

// Load loads the packages that the patterns match and those of the main module that they need.
//
// The error says that nothing could be loaded. What is wrong with single packages is in Problems.
func Load(ctx context.Context, cfg Config) (*Program, error) {
	cfg, err := cfg.complete()
	if err != nil {
		return nil, err
	}
	defer setGC(cfg.GC)()
	cfg.Progress("listing packages")
	listed, err := packages.Load(cfg.goPackages(ctx, listMode), queries(cfg.Patterns)...)
	if err != nil {
		return nil, cfg.loadError(err)
	}
	prog := &Program{Fset: token.NewFileSet(), cfg: cfg, asked: make(map[string]bool), progress: cfg.Progress}
	for _, p := range listed {
		if !testMain(p) {
			prog.asked[p.ID] = true
		}
	}
	prog.Problems = unmatched(cfg, listed)
	if len(listed) == 0 {
		return prog, nil
	}
	needed := append(queries(cfg.Patterns), closure(listed)...)
	cfg.Progress(fmt.Sprintf("loading %s", count(len(prog.asked), "package")))
	load := cfg.goPackages(ctx, loadMode)
	load.Fset, load.ParseFile = prog.Fset, newLayout(prog.Fset, listed).parse
	loaded, err := packages.Load(load, needed...)
	if err != nil {
		return nil, cfg.loadError(err)
	}
	if err := prog.lost(loaded); err != nil {
		return nil, err
	}
	prog.keep(cfg, loaded)
	return prog, nil
}

// lost notices packages that were listed and then not loaded. go/packages takes a go command that builds export data
// and dies, say for want of memory, for one that found less.
func (prog *Program) lost(loaded []*packages.Package) error {
	missing := maps.Clone(prog.asked)
	for _, p := range loaded {
		delete(missing, p.ID)
	}
	const cause = "the go command ended before it had built what the packages import; was it killed?"
	if len(missing) == len(prog.asked) {
		return fmt.Errorf("cannot load packages in %s: %s", prog.cfg.Dir, cause)
	}
	for _, id := range slices.Sorted(maps.Keys(missing)) {
		prog.Problems = append(prog.Problems, Problem{Package: id, Message: cause})
	}
	return nil
}

// complete fills in the defaults and turns Go files into their packages' directories.
func (c Config) complete() (Config, error) {
	dir, err := filepath.Abs(c.Dir)
	if err != nil {
		return c, err
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return c, fmt.Errorf("%s is no directory", c.Dir)
	}
	c.Dir = dir
	if c.Progress == nil {
		c.Progress = func(string) {}
	}
	patterns := c.Patterns
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	c.Patterns = make([]string, len(patterns))
	for i, p := range patterns {
		if c.Patterns[i], err = c.pattern(p); err != nil {
			return c, err
		}
	}
	return c, nil
}

// pattern translates what the go command would not take. A Go file stands for its package, the smallest thing that can
// be checked. At the root of a workspace that is no module itself "./..." stands for the workspace: the go command would find
// nothing there.
func (c Config) pattern(p string) (string, error) {
	if p == "./..." && exists(c.Dir, "go.work") && !exists(c.Dir, "go.mod") {
		return "work", nil
	}
	if !strings.HasSuffix(p, ".go") {
		return p, nil
	}
	abs := p
	if !filepath.IsAbs(p) {
		abs = filepath.Join(c.Dir, p)
	}
	info, err := os.Stat(abs)
	switch {
	case err != nil && os.IsNotExist(err):
		return "", fmt.Errorf("no such file: %s", p)
	case err != nil:
		return "", err
	case info.IsDir():
		return p, nil
	}
	dir := filepath.Dir(p)
	if !filepath.IsAbs(dir) {
		dir = "./" + filepath.ToSlash(dir)
	}
	return dir, nil
}

func exists(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}

func (c Config) goPackages(ctx context.Context, mode packages.LoadMode) *packages.Config {
	out := &packages.Config{Context: ctx, Mode: mode, Dir: c.Dir, Env: c.Env, Tests: c.Tests}
	if c.Tags != "" {
		out.BuildFlags = []string{"-tags=" + c.Tags}
	}
	return out
}

// queries keeps go/packages from reading a query such as file=x into a pattern.
func queries(patterns []string) []string {
	out := make([]string, len(patterns))
	for i, p := range patterns {
		out[i] = "pattern=" + p
	}
	return out
}

// closure lists the packages of the main module that are needed and not among those matched.
func closure(listed []*packages.Package) []string {
	matched := make(map[string]bool, len(listed))
	for _, p := range listed {
		matched[p.PkgPath] = true
	}
	var more []string
	packages.Visit(listed, nil, func(p *packages.Package) {
		if !matched[p.PkgPath] && !testMain(p) && p.Module != nil && p.Module.Main && len(p.GoFiles) > 0 {
			matched[p.PkgPath] = true
			more = append(more, "pattern="+p.PkgPath)
		}
	})
	slices.Sort(more)
	return more
}

// testMain reports whether the go command made up the package, to run tests: its file is in no source directory.
func testMain(p *packages.Package) bool {
	if p.Name != "main" || p.ForTest != "" || !strings.HasSuffix(p.PkgPath, ".test") {
		return false
	}
	for _, f := range p.GoFiles {
		if filepath.Dir(f) == p.Dir && filepath.Base(f) != "_testmain.go" {
			return false
		}
	}
	return true
}

// keep takes over the packages that can be analysed, each with its imports cut down to those that can be as well,
// and records what is wrong with the others.
func (prog *Program) keep(cfg Config, loaded []*packages.Package) {
	var bad []*packages.Package
	kept := make(map[*packages.Package]bool, len(loaded))
	packages.Visit(loaded, nil, func(p *packages.Package) { // imports come first
		if len(p.Errors) > 0 || p.IllTyped && !sound(p) {
			bad = append(bad, p)
		}
	})
	for _, p := range loaded {
		if testMain(p) || len(p.Syntax) == 0 || slices.Contains(bad, p) {
			continue
		}
		p.IllTyped = false // only an import of it is
		kept[p] = true
		prog.Packages = append(prog.Packages, p)
	}
	for _, p := range prog.Packages {
		for path, imp := range p.Imports {
			if !kept[imp] {
				delete(p.Imports, path)
			}
		}
	}
	slices.SortFunc(prog.Packages, func(a, b *packages.Package) int { return strings.Compare(a.ID, b.ID) })
	prog.Problems = append(prog.Problems, problems(cfg, loaded, bad)...)
}
