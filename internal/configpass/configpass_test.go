package configpass_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/configpass"
	"github.com/reslint/reslint/internal/testkit"
)

// lookUp runs the pass over a package of the module in dir.
func lookUp(t *testing.T, a *analysis.Analyzer, dir, folder string, module *analysis.Module) *configpass.Result {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, filepath.Join(dir, folder, "p.go"), "package p\n", 0)
	if err != nil {
		t.Fatal(err)
	}
	res, err := a.Run(&analysis.Pass{Fset: fset, Files: []*ast.File{f}, Module: module})
	if err != nil {
		t.Fatal(err)
	}
	return res.(*configpass.Result)
}

var mainModule = &analysis.Module{Path: "example.com/m"}

func TestLookUp(t *testing.T) {
	t.Parallel()
	dir := testkit.Extract(t, "-- a/b/p.go --\npackage p\n-- .reslint.yaml --\ntests: true\n-- own/.reslint.yaml --\nexclude: [x]\n"+
		"-- bad/.reslint.yaml --\n\ntest: true\n-- named/.reslint.yml --\n")
	a := configpass.New(nil)
	deep := lookUp(t, a, dir, "a/b", mainModule)
	if deep.Err != nil || !deep.Config.Tests || deep.Config.Dir != dir {
		t.Errorf("%+v", deep)
	}
	if again := lookUp(t, a, dir, "a", mainModule); again.Config != deep.Config {
		t.Error("the file was read twice")
	}
	if own := lookUp(t, a, dir, "own", mainModule); own.Err != nil || len(own.Config.Exclude) != 1 || own.Config.Tests {
		t.Errorf("%+v", own)
	}
	for folder, want := range map[string]string{
		"bad":   `bad/.reslint.yaml:2: unknown key "test": did you mean "tests"?`,
		"named": "named/.reslint.yml:1: this name is not read",
	} {
		if bad := lookUp(t, a, dir, folder, mainModule); bad.Err == nil || !strings.Contains(bad.Err.Error(), want) || bad.Config != nil {
			t.Errorf("%s: %+v, want %s", folder, bad, want)
		}
	}
	// Nobody asked for findings in other modules, and their configuration is not ours.
	for _, m := range []*analysis.Module{nil, {}, {Path: "example.com/other", Version: "v1.0.0"}} {
		if other := lookUp(t, a, dir, "bad", m); other.Err != nil || other.Config.File != "" {
			t.Errorf("%+v: %+v", m, other)
		}
	}
}

// An editor runs for days: it takes up what was changed meanwhile.
func TestChanges(t *testing.T) {
	t.Parallel()
	dir := testkit.Extract(t, "-- p.go --\npackage p\n")
	a := configpass.New(nil)
	if none := lookUp(t, a, dir, ".", mainModule); none.Err != nil || none.Config.Tests {
		t.Errorf("%+v", none)
	}
	name := filepath.Join(dir, config.FileName)
	written := time.Now()
	for i, text := range []string{"tests: true\n", "tests: fals\n", "tests: true\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		at := written.Add(time.Duration(i) * time.Second) // clocks of file systems are coarse
		if err := os.Chtimes(name, at, at); err != nil {
			t.Fatal(err)
		}
		res := lookUp(t, a, dir, ".", mainModule)
		if (res.Err == nil) != strings.Contains(text, "true") || res.Err == nil && !res.Config.Tests {
			t.Errorf("%q: %+v", text, res)
		}
	}
}
