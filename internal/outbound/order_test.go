package outbound_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/outbound"
)

// Hosts parse files side by side: what comes first must not depend on which of them was parsed first.
func TestOrderOfFiles(t *testing.T) {
	t.Parallel()
	sources := map[string]string{
		"a.go": "package p\n\nimport \"net/http\"\n\nvar A = &http.Client{}\n",
		"b.go": "package p\n\nimport \"net/http\"\n\nvar B = &http.Client{}\n",
	}
	for _, parsed := range [][]string{{"a.go", "b.go"}, {"b.go", "a.go"}} {
		fset := token.NewFileSet()
		files := make(map[string]*ast.File)
		for _, name := range parsed {
			f, err := parser.ParseFile(fset, name, sources[name], parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			files[name] = f
		}
		var got []string
		for _, c := range model(t, fset, []*ast.File{files["a.go"], files["b.go"]}).Constructions {
			got = append(got, filepath.Base(fset.Position(c.Pos).Filename))
		}
		if want := []string{"a.go", "b.go"}; !slices.Equal(got, want) {
			t.Errorf("parsed %v: constructions in %v, want %v", parsed, got, want)
		}
	}
}

// model runs the model over a package without facts.
func model(t *testing.T, fset *token.FileSet, files []*ast.File) *outbound.Model {
	t.Helper()
	info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
		Uses: make(map[*ast.Ident]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Implicits: make(map[ast.Node]types.Object), Instances: make(map[*ast.Ident]types.Instance)}
	cfg := types.Config{Importer: importer.ForCompiler(fset, "gc", nil)}
	pkg, err := cfg.Check("example.com/p", fset, files, info)
	if err != nil {
		t.Fatal(err)
	}
	result, err := outbound.Analyzer.Run(&analysis.Pass{
		Analyzer: outbound.Analyzer, Fset: fset, Files: files, Pkg: pkg, TypesInfo: info,
		ImportObjectFact:  func(types.Object, analysis.Fact) bool { return false },
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportObjectFact:  func(types.Object, analysis.Fact) {},
		ExportPackageFact: func(analysis.Fact) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	return result.(*outbound.Model)
}
