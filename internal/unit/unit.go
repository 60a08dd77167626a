// Package unit runs passes on one package for the go command, as the tool of go vet.
//
// It is in place of unitchecker, which takes types from what the tool itself wrote about each package below, so that the
// whole standard library is checked first, and which knows nothing of packages that are imported through others, only.
// Here types come from the compiler's export data, and facts from the packages of the main module, all of them below. A
// package outside of it is not even read.
package unit

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/go/gcexportdata"
)

// Select reads the arguments in front of the name of the configuration. It is not ok with those that are unitchecker's:
// anything but -json, and the names of analyzers. Some analyzers on means no others; else those that are off are left
// out.
func Select(args []string, all []*analysis.Analyzer) (on []*analysis.Analyzer, ok bool) {
	var only, rest []*analysis.Analyzer
	set, named := make(map[string]bool), false
	for _, arg := range args {
		name, value, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		switch {
		case name == "json" && value != "false":
			ok = true
			continue
		case value != "" && value != "true" && value != "false":
			return nil, false
		}
		set[name] = value != "false"
	}
	for _, a := range all {
		is, given := set[a.Name]
		delete(set, a.Name)
		if is {
			only, named = append(only, a), true
		}
		if !given {
			rest = append(rest, a)
		}
	}
	if named {
		rest = only
	}
	return rest, ok && len(set) == 0
}

// Check runs the analyzers on the package that a file of the go command describes, writes its facts, and findings as
// JSON, to where the file says. Where the go command asks for facts only, those that produce any are run. An error
// means that the package cannot be checked.
func Check(file string, analyzers []*analysis.Analyzer) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var cfg unitchecker.Config
	if err := json.Unmarshal(text, &cfg); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if cfg.VetxOnly && !inMain(&cfg) {
		return os.WriteFile(cfg.VetxOutput, nil, 0o666)
	}
	u := &unit{cfg: &cfg, fset: token.NewFileSet(), imports: make(map[string]*types.Package), actions: make(map[*analysis.Analyzer]*action)}
	if err := u.load(); err != nil {
		return err
	}
	producers := register(analyzers)
	if u.facts, err = readFacts(u.pkg, cfg.PackageVetx); err != nil {
		return err
	}
	if cfg.VetxOnly {
		analyzers = producers
	}
	for _, a := range analyzers {
		u.run(a)
	}
	if err := u.facts.write(cfg.VetxOutput); err != nil || cfg.VetxOnly {
		return err
	}
	return u.print(analyzers)
}

// inMain reports whether the package is of the main module: facts end there.
func inMain(cfg *unitchecker.Config) bool {
	if cfg.Module != nil {
		return cfg.Module.Path != "" && cfg.Module.Version == ""
	}
	return cfg.ModulePath != "" && cfg.ModuleVersion == ""
}

// A unit is a package under analysis.
type unit struct {
	cfg     *unitchecker.Config
	fset    *token.FileSet
	files   []*ast.File
	pkg     *types.Package
	info    *types.Info
	sizes   types.Sizes
	imports map[string]*types.Package // by path
	facts   *facts
	actions map[*analysis.Analyzer]*action
}

// An action is an analyzer that was run.
type action struct {
	result      any
	err         error
	diagnostics []analysis.Diagnostic
}

// load parses and type-checks the package.
func (u *unit) load() error {
	if len(u.cfg.GoFiles) == 0 {
		return fmt.Errorf("package has no files: %s", u.cfg.ImportPath)
	}
	for _, name := range u.cfg.GoFiles {
		f, err := parser.ParseFile(u.fset, name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		u.files = append(u.files, f)
	}
	u.sizes = types.SizesFor("gc", build.Default.GOARCH)
	u.info = &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Implicits: make(map[ast.Node]types.Object), Instances: make(map[*ast.Ident]types.Instance), Scopes: make(map[ast.Node]*types.Scope),
		Selections: make(map[*ast.SelectorExpr]*types.Selection), FileVersions: make(map[*ast.File]string),
	}
	config := types.Config{Importer: u, Sizes: u.sizes, GoVersion: u.cfg.GoVersion}
	var err error
	u.pkg, err = config.Check(u.cfg.ImportPath, u.fset, u.files, u.info)
	return err
}

// Import reads the export data of a package.
func (u *unit) Import(importPath string) (*types.Package, error) {
	path, ok := u.cfg.ImportMap[importPath]
	switch {
	case !ok:
		return nil, fmt.Errorf("cannot resolve import %q", importPath)
	case path == "unsafe":
		return types.Unsafe, nil
	}
	if p := u.imports[path]; p != nil && p.Complete() {
		return p, nil
	}
	f, err := os.Open(u.cfg.PackageFile[path])
	if err != nil {
		return nil, fmt.Errorf("no export data of %q: %w", path, err)
	}
	defer f.Close()
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("export data of %q: %w", path, err)
	}
	return gcexportdata.Read(r, u.fset, u.imports, path)
}

// run runs an analyzer after those that it requires, once.
func (u *unit) run(a *analysis.Analyzer) *action {
	if act := u.actions[a]; act != nil {
		return act
	}
	act := &action{}
	u.actions[a] = act
	results := make(map[*analysis.Analyzer]any)
	for _, req := range a.Requires {
		below := u.run(req)
		if below.err != nil {
			act.err = errors.Join(act.err, fmt.Errorf("%s: %w", req.Name, below.err))
		}
		results[req] = below.result
	}
	if act.err == nil {
		act.result, act.err = a.Run(u.pass(a, results, act))
	}
	return act
}

func (u *unit) pass(a *analysis.Analyzer, results map[*analysis.Analyzer]any, act *action) *analysis.Pass {
	module := u.cfg.Module
	if module == nil && u.cfg.ModulePath != "" {
		module = &analysis.Module{Path: u.cfg.ModulePath, Version: u.cfg.ModuleVersion, GoVersion: u.cfg.GoVersion}
	}
	return &analysis.Pass{
		Analyzer: a, Fset: u.fset, Files: u.files, OtherFiles: u.cfg.NonGoFiles, IgnoredFiles: u.cfg.IgnoredFiles,
		Pkg: u.pkg, TypesInfo: u.info, TypesSizes: u.sizes, ResultOf: results, Module: module, ReadFile: os.ReadFile,
		Report:            func(d analysis.Diagnostic) { act.diagnostics = append(act.diagnostics, d) },
		ImportObjectFact:  u.facts.ofObject,
		ExportObjectFact:  u.facts.setObject,
		ImportPackageFact: u.facts.ofPackage,
		ExportPackageFact: u.facts.setPackage,
		AllObjectFacts:    func() []analysis.ObjectFact { return nil }, // for tests of analyzers
		AllPackageFacts:   func() []analysis.PackageFact { return nil },
	}
}
