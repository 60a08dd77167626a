package suppress_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"github.com/reslint/reslint/internal/suppress"
)

// FuzzGo: no comment makes the parser panic, and what it reports lies inside the file.
func FuzzGo(f *testing.F) {
	for _, seed := range []string{
		"//reslint:ignore no-timeout,unit-name -- why", "//reslint:ignore", "// reslint:ignore a-b -- c", "//nolint:a,reslint // b",
		"//nolint", "/*reslint:ignore x*/", "//reslint:ignore a b,, --", "//reslint:\tx",
	} {
		f.Add("package a\n\n" + seed + "\nvar c = 1 " + seed + "\n\nfunc f() {\n\t" + seed + "\n\tx := g()\n}\n")
	}
	f.Fuzz(func(t *testing.T, src string) {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments|parser.SkipObjectResolution)
		if file == nil || err != nil && !file.Package.IsValid() {
			return
		}
		checkIndex(t, suppress.New(fset, []*ast.File{file}), src)
	})
}

// FuzzSettings: the same for settings files.
func FuzzSettings(f *testing.F) {
	for _, seed := range []string{
		"a: 1 # reslint:ignore no-timeout -- why\n", "# reslint:ignore a-b\nc:\n- 'x # y'\n- |\n  # z\n", "a: [1, {b: \"#\\\"\"}] #reslint:ignore",
		"\ufeff- - a: &x !y >-2\r\n# reslint:ignore q -- r\r\n",
	} {
		f.Add(seed, false)
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, src string, env bool) {
		name := "a.yaml"
		if env {
			name = ".env"
		}
		var x suppress.Index
		x.AddSettings(name, []byte(src))
		checkIndex(t, &x, src)
	})
}

func checkIndex(t *testing.T, x *suppress.Index, src string) {
	scope := suppress.Scope{
		Checks: []string{"no-timeout"},
		Judged: func(*suppress.Directive, string) bool { return true },
	}
	for _, p := range append(x.Malformed(scope), x.Unused(scope)...) {
		if p.Start.Filename == "" || p.Start.Line < 1 || p.Message == "" {
			t.Errorf("no place or text: %+v", p)
		}
		if p.Start.Offset < 0 || p.Stop.Offset < p.Start.Offset || p.Stop.Offset > len(src) {
			t.Errorf("outside of the file: %+v", p)
		}
		if len(p.Message) > 400 {
			t.Errorf("a message of %d bytes", len(p.Message))
		}
	}
	for _, d := range x.Directives() {
		if x.Find(d) == nil {
			t.Errorf("lost %+v", d)
		}
		for _, n := range d.Names {
			x.AtLine(n.Text, d.Start.Filename, d.Start.Line)
		}
	}
}
