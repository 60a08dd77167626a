package hostile_test

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/reslint/reslint/internal/testkit"
)

// fixtures are the packages of the nested module, loaded once: what programs are made of.
type fixtures struct {
	fset  *token.FileSet
	all   []*packages.Package          // sorted by path
	types map[string]*types.Package    // by path: everything that any of them imports
	under map[string]*packages.Package // by path
}

func loadFixtures(t testing.TB) *fixtures {
	t.Helper()
	fx := &fixtures{types: make(map[string]*types.Package), under: make(map[string]*packages.Package)}
	fx.all = testkit.Load(t, "../../testdata", "./...")
	slices.SortFunc(fx.all, func(a, b *packages.Package) int { return cmp.Compare(a.PkgPath, b.PkgPath) })
	var add func(*types.Package)
	add = func(p *types.Package) {
		if fx.types[p.Path()] == nil {
			fx.types[p.Path()] = p
			for _, imp := range p.Imports() {
				add(imp)
			}
		}
	}
	for _, p := range fx.all {
		fx.fset, fx.under[p.PkgPath] = p.Fset, p
		add(p.Types)
	}
	return fx
}

// A program is a package with the fixtures below it, one of them changed.
type program struct {
	fx    *fixtures
	root  *packages.Package
	below []*packages.Package // that the root reaches, itself included: imports first
	spot  *packages.Package   // the one that is changed

	names []string // of the spot's files
	texts []string
	pkgs  map[string]*packages.Package // what was last built
	files []*token.File                // of the last build
}

func (fx *fixtures) program(root *packages.Package, c *choices) *program {
	p := &program{fx: fx, root: root}
	packages.Visit([]*packages.Package{root}, nil, func(q *packages.Package) { p.below = append(p.below, q) })
	p.spot = p.below[len(p.below)-1-c.upTo(len(p.below))]
	for i, f := range p.spot.Syntax {
		p.names = append(p.names, p.spot.CompiledGoFiles[i])
		p.texts = append(p.texts, format(fx.fset, bare(fx.fset, f)))
	}
	return p
}

// bare is a copy of a file without comments and positions to spoil what is printed.
func bare(fset *token.FileSet, f *ast.File) *ast.File {
	own := token.NewFileSet()
	out, err := parser.ParseFile(own, "a.go", format(fset, f), parser.SkipObjectResolution)
	if err != nil {
		panic(err)
	}
	return out
}

func format(fset *token.FileSet, f *ast.File) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, fset, f); err != nil {
		return ""
	}
	return b.String()
}

// build parses and checks the program with other texts for the files of the spot. Its error is of the compiler.
func (p *program) build(texts []string) (map[string]*packages.Package, error) {
	built := make(map[string]*packages.Package)
	for _, old := range p.below {
		made := *old
		made.Imports = maps.Clone(old.Imports)
		stale := old == p.spot
		for path, imp := range old.Imports {
			if q := built[imp.PkgPath]; q != nil {
				stale = stale || q.Types != imp.Types
				made.Imports[path] = q
			}
		}
		if stale {
			if err := p.check(&made, old, built, texts); err != nil {
				return nil, err
			}
		}
		built[old.PkgPath] = &made
	}
	return built, nil
}

// check makes syntax and types of a package anew.
func (p *program) check(made, old *packages.Package, built map[string]*packages.Package, texts []string) error {
	names, srcs := p.names, texts
	if old != p.spot {
		names, srcs = old.CompiledGoFiles, make([]string, len(old.Syntax))
		for i, f := range old.Syntax {
			srcs[i] = format(p.fx.fset, f)
		}
	}
	made.Syntax = nil
	for i, name := range names {
		f, err := parser.ParseFile(p.fx.fset, name, srcs[i], parser.ParseComments|parser.SkipObjectResolution)
		if f != nil {
			p.files = append(p.files, p.fx.fset.File(f.FileStart))
		}
		if err != nil {
			return err
		}
		made.Syntax = append(made.Syntax, f)
	}
	made.TypesInfo = &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
		Uses: make(map[*ast.Ident]types.Object), Implicits: make(map[ast.Node]types.Object),
		Instances: make(map[*ast.Ident]types.Instance), Scopes: make(map[ast.Node]*types.Scope),
		Selections: make(map[*ast.SelectorExpr]*types.Selection), FileVersions: make(map[*ast.File]string),
	}
	var first error
	conf := types.Config{
		Importer: importer{p.fx.types, built}, GoVersion: "go1.26", Sizes: old.TypesSizes,
		Error: func(err error) {
			if e, ok := err.(types.Error); first == nil && !(ok && e.Soft) { // soft: an unused name
				first = err
			}
		},
	}
	made.Types, _ = conf.Check(old.PkgPath, p.fx.fset, made.Syntax, made.TypesInfo)
	return first
}

type importer struct {
	types map[string]*types.Package
	built map[string]*packages.Package
}

func (imp importer) Import(path string) (*types.Package, error) {
	if p := imp.built[path]; p != nil {
		return p.Types, nil
	}
	if p := imp.types[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}

// adopt builds the program with the texts and takes them over if the compiler does.
func (p *program) adopt(texts []string) bool {
	p.forget()
	pkgs, err := p.build(texts)
	if err != nil {
		return false
	}
	p.texts, p.pkgs = texts, pkgs
	return true
}

// forget takes what was built out of the file set, which all programs share.
func (p *program) forget() {
	for _, f := range p.files {
		p.fx.fset.RemoveFile(f)
	}
	p.files = nil
}

// String is the part of the program that is no fixture.
func (p *program) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s below %s\n", p.spot.PkgPath, p.root.PkgPath)
	for i, name := range p.names {
		fmt.Fprintf(&b, "-- %s --\n%s\n", name, p.texts[i])
	}
	return b.String()
}

// choices decides by the bytes of an input. Behind their end every choice is the first.
type choices struct{ rest []byte }

// upTo returns a number below n.
func (c *choices) upTo(n int) int {
	if n <= 1 || len(c.rest) == 0 {
		return 0
	}
	k := int(c.rest[0])
	c.rest = c.rest[1:]
	if n > 256 && len(c.rest) > 0 {
		k = k<<8 | int(c.rest[0])
		c.rest = c.rest[1:]
	}
	return k % n
}

func pick[T any](c *choices, list []T) T { return list[c.upTo(len(list))] }
