package unit_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/testkit"
	"github.com/reslint/reslint/internal/unit"
)

// calls is a fact of a function: what it calls, in order.
type calls struct{ Names []string }

func (*calls) AFact() {}

// pkgCalls is a fact of a package.
type pkgCalls struct{ N int }

func (*pkgCalls) AFact() {}

// teller reports what the facts of functions and packages say, of packages that are imported through others as well.
func teller() *analysis.Analyzer {
	a := &analysis.Analyzer{Name: "teller", Doc: "tell", FactTypes: []analysis.Fact{new(calls), new(pkgCalls)}}
	a.Run = func(pass *analysis.Pass) (any, error) {
		for _, f := range pass.Files {
			for _, d := range f.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok {
					continue
				}
				c := &calls{}
				ast.Inspect(fn, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok {
						if f, ok := pass.TypesInfo.Uses[id].(*types.Func); ok {
							var below calls
							if pass.ImportObjectFact(f, &below) {
								c.Names = append(c.Names, below.Names...)
							}
							c.Names = append(c.Names, f.Name())
						}
					}
					return true
				})
				pass.ExportObjectFact(pass.TypesInfo.Defs[fn.Name], c)
				pass.Reportf(fn.Pos(), "%s calls %s", fn.Name.Name, strings.Join(c.Names, " "))
			}
		}
		var paths []string
		var visit func(p *types.Package)
		visit = func(p *types.Package) {
			var n pkgCalls
			if !slices.Contains(paths, p.Path()) && p != pass.Pkg && pass.ImportPackageFact(p, &n) {
				paths = append(paths, p.Path())
			}
			for _, q := range p.Imports() {
				visit(q)
			}
		}
		visit(pass.Pkg)
		slices.Sort(paths)
		pass.ExportPackageFact(&pkgCalls{len(paths)})
		pass.Reportf(pass.Files[0].Name.Pos(), "knows %s", strings.Join(paths, " "))
		return nil, nil
	}
	return a
}

const program = `
-- low/low.go --
package low

import "strings"

// F is hidden from what the declarations of middle show.
func F() string { return strings.ToUpper("x") }
-- middle/middle.go --
package middle

import "example.com/m/low"

func G() { low.F() }
-- high/high.go --
package high

import "example.com/m/middle"

func H() { middle.G() }

func I() { H() }
`

// A bench checks the packages of a module as the go command does, in order.
type bench struct {
	*testing.T
	dir     string
	exports map[string]string // export data by path
	vetx    map[string]string
}

func newBench(t *testing.T) bench {
	t.Helper()
	b := bench{t, testkit.Extract(t, program), make(map[string]string), make(map[string]string)}
	cmd := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "./...")
	cmd.Dir = b.dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		b.exports[path] = file
	}
	return b
}

// check returns the messages about a package, or none where only facts are wanted.
func (b bench) check(name, imported string, factsOnly bool, a *analysis.Analyzer) []string {
	b.Helper()
	path, out := "example.com/m/"+name, b.TempDir()
	cfg := map[string]any{
		"ID": path, "ImportPath": path, "GoFiles": []string{filepath.Join(b.dir, name, name+".go")}, "GoVersion": "go1.26",
		"ModulePath": "example.com/m", "ImportMap": map[string]string{imported: imported}, "PackageFile": b.exports,
		"PackageVetx": maps.Clone(b.vetx), "VetxOnly": factsOnly, "VetxOutput": filepath.Join(out, "vetx"), "Stdout": filepath.Join(out, "stdout"),
	}
	text, err := json.Marshal(cfg)
	if err != nil {
		b.Fatal(err)
	}
	file := filepath.Join(out, "vet.cfg")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		b.Fatal(err)
	}
	if err := unit.Check(file, []*analysis.Analyzer{a}); err != nil {
		b.Fatal(err)
	}
	clear(b.vetx) // the go command hands out those of direct imports
	b.vetx[path] = filepath.Join(out, "vetx")
	var tree map[string]map[string][]struct{ Posn, Message string }
	text, err = os.ReadFile(filepath.Join(out, "stdout"))
	if factsOnly {
		if err == nil {
			b.Errorf("%s: wrote %s", name, text)
		}
		return nil
	}
	if err != nil || json.Unmarshal(text, &tree) != nil {
		b.Fatalf("%v: %s", err, text)
	}
	var messages []string
	for _, d := range tree[path]["teller"] {
		messages = append(messages, filepath.Base(d.Posn)+" "+d.Message)
	}
	return messages
}

// Facts come from imports of imports as well, and the bytes of the file are the same each time.
func TestFacts(t *testing.T) {
	t.Parallel()
	var first []byte
	for range 3 {
		b := newBench(t)
		b.check("low", "strings", true, teller())
		if got := b.check("middle", "example.com/m/low", false, teller()); !slices.Equal(got, []string{"middle.go:5:1 G calls ToUpper F", "middle.go:1:9 knows example.com/m/low"}) {
			t.Errorf("middle: %q", got)
		}
		want := []string{"high.go:5:1 H calls ToUpper F G", "high.go:7:1 I calls ToUpper F G H", "high.go:1:9 knows example.com/m/low example.com/m/middle"}
		if got := b.check("high", "example.com/m/middle", false, teller()); !slices.Equal(got, want) {
			t.Errorf("high: %q, want %q", got, want)
		}
		text, err := os.ReadFile(b.vetx["example.com/m/high"])
		if err != nil || len(text) == 0 || first != nil && string(first) != string(text) {
			t.Errorf("%v: %d bytes, the first time %d", err, len(text), len(first))
		}
		first = text
	}
}

// A package outside the main module is not read, and has no facts.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	for _, module := range []string{`"ModulePath": ""`, `"ModulePath": "m", "ModuleVersion": "v1.0.0"`, `"ModulePath": "m", "Module": {"Path": "m", "Version": "v1.0.0"}`} {
		dir := t.TempDir()
		out := filepath.Join(dir, "vetx")
		file := filepath.Join(dir, "vet.cfg")
		if err := os.WriteFile(file, []byte(`{"GoFiles": ["none.go"], "VetxOnly": true, "VetxOutput": "`+filepath.ToSlash(out)+`", `+module+`}`), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := unit.Check(file, []*analysis.Analyzer{teller()}); err != nil {
			t.Error(err)
		}
		if text, err := os.ReadFile(out); err != nil || len(text) > 0 {
			t.Errorf("%v: %q", err, text)
		}
	}
}

// An analyzer that fails is named, with the one that it requires where that is the reason.
func TestFailure(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	src, out, file := filepath.Join(dir, "p.go"), filepath.Join(dir, "stdout"), filepath.Join(dir, "vet.cfg")
	cfg, err := json.Marshal(map[string]any{"ID": "p", "ImportPath": "p", "ModulePath": "m", "GoFiles": []string{src}, "Stdout": out})
	if err := errors.Join(err, os.WriteFile(src, []byte("package p\n"), 0o600), os.WriteFile(file, cfg, 0o600)); err != nil {
		t.Fatal(err)
	}
	low := &analysis.Analyzer{Name: "low", Run: func(*analysis.Pass) (any, error) { return nil, errors.New("no luck") }}
	high := &analysis.Analyzer{Name: "high", Requires: []*analysis.Analyzer{low}, Run: func(*analysis.Pass) (any, error) { return nil, nil }}
	if err := unit.Check(file, []*analysis.Analyzer{low, high}); err != nil {
		t.Fatal(err)
	}
	var tree map[string]map[string]struct{ Error string }
	text, err := os.ReadFile(out)
	if err := errors.Join(err, json.Unmarshal(text, &tree)); err != nil {
		t.Fatal(err)
	}
	if tree["p"]["low"].Error != "no luck" || tree["p"]["high"].Error != "low: no luck" {
		t.Errorf("%s", text)
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken.go")
	if err := os.WriteFile(broken, []byte("package p\n\nvar X int = \"\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for cfg, want := range map[string]string{
		`{`:                                      "vet.cfg: unexpected end",
		`{"ImportPath": "p", "ModulePath": "m"}`: "package has no files: p",
		`{"ImportPath": "p", "ModulePath": "m", "GoFiles": ["` + filepath.ToSlash(broken) + `"]}`: "broken.go:3:13: cannot use",
	} {
		file := filepath.Join(dir, "vet.cfg")
		if err := os.WriteFile(file, []byte(cfg), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := unit.Check(file, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", cfg, err, want)
		}
	}
}

func TestSelect(t *testing.T) {
	t.Parallel()
	all := []*analysis.Analyzer{{Name: "a"}, {Name: "b"}, {Name: "c"}}
	for args, want := range map[string]string{
		"-json":                   "a b c",
		"--json=true":             "a b c",
		"-b -json":                "b",
		"-b -a=true -json":        "a b",
		"-b=false -json":          "a c",
		"-a -b=false -json":       "a",
		"-a=false -b=false -json": "c",
		"-json -fix":              "no",
		"-json -c=2":              "no",
		"-json -x":                "no",
		"-a":                      "no", // text
		"":                        "no",
		"-json=false":             "no",
	} {
		var names []string
		on, ok := unit.Select(strings.Fields(args), all)
		for _, a := range on {
			names = append(names, a.Name)
		}
		if got := strings.Join(names, " "); ok != (want != "no") || ok && got != want {
			t.Errorf("%q: %q, %t, want %q", args, got, ok, want)
		}
	}
}
