package gotypes_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/reslint/reslint/internal/gotypes"
)

func TestTypes(t *testing.T) {
	t.Parallel()
	const src = `package p

import "context"

type T struct{}
type G[X any] struct{}
type Alias = context.Context

var (
	ctx     context.Context
	alias   Alias
	err     error
	t       T
	pointer *T
	generic *G[int]
	number  int
	list    []T
)`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{Importer: importer.ForCompiler(fset, "source", nil)}).Check("example.com/p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	type answer struct {
		is, context, error bool
		named              string
	}
	for name, want := range map[string]answer{
		"ctx":     {context: true, named: "Context"},
		"alias":   {context: true, named: "Context"},
		"err":     {error: true, named: "error"},
		"t":       {is: true, named: "T"},
		"pointer": {named: "T"},
		"generic": {named: "G"},
		"number":  {},
		"list":    {},
	} {
		typ := pkg.Scope().Lookup(name).Type()
		got := answer{is: gotypes.Is(typ, "example.com/p", "T"), context: gotypes.IsContext(typ), error: gotypes.IsError(typ)}
		if n := gotypes.Named(typ); n != nil {
			got.named = n.Obj().Name()
		}
		if got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	if gotypes.Is(nil, "context", "Context") || gotypes.Named(nil) != nil {
		t.Error("no type is something")
	}
}
