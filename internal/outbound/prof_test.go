package outbound

import (
	"go/types"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"os"
	"testing"
)

func TestProf(t *testing.T) {
	pat := os.Getenv("PROF_PKG")
	if pat == "" {
		t.Skip()
	}
	ps, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: os.Getenv("PROF_DIR")}, pat)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range ps {
		pass := &analysis.Pass{Fset: p.Fset, Files: p.Syntax, Pkg: p.Types, TypesInfo: p.TypesInfo,
			ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
			ImportObjectFact:  func(types.Object, analysis.Fact) bool { return false },
		}
		m, err := run(pass, Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Log(p.PkgPath, len(m.Constructions), m.Unanalysed)
	}
}
