// Package testkit is what tests of analyzers share.
package testkit

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"

	"github.com/reslint/reslint/internal/rule"
)

// Extract writes the files of a txtar archive into a temporary directory and returns it. Without a go.mod among them
// it adds one.
func Extract(t testing.TB, archive string) string {
	t.Helper()
	dir := t.TempDir()
	files := txtar.Parse([]byte(archive)).Files
	if !slices.ContainsFunc(files, func(f txtar.File) bool { return f.Name == "go.mod" }) {
		files = append(files, txtar.File{Name: "go.mod", Data: []byte("module example.com/m\n\ngo 1.26\n")})
	}
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Load loads packages of the module in dir as the command does. Packages with errors fail the test.
func Load(t testing.TB, dir string, patterns ...string) []*packages.Package {
	t.Helper()
	cfg := &packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: dir}
	cfg.Env = append(os.Environ(), "GOWORK=off")
	if _, err := os.Stat(filepath.Join(dir, "go.sum")); err != nil { // made for the test: what it needs is here already
		cfg.Env = append(cfg.Env, "GOFLAGS=-mod=mod", "GOPROXY=off")
	}
	roots, err := packages.Load(cfg, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	broken := false
	packages.Visit(roots, func(p *packages.Package) bool {
		for path, imp := range p.Imports {
			if imp.TypesInfo == nil { // analyzers do not run over export data
				delete(p.Imports, path)
			}
		}
		return true
	}, func(p *packages.Package) {
		for _, err := range p.Errors {
			t.Errorf("%s: %v", p, err)
			broken = true
		}
	})
	if broken {
		t.FailNow() // what cannot be loaded has no findings, and each of them would be called missing
	}
	return roots
}

// Analyze loads packages with Load, applies the analyzer to each and returns the graph.
func Analyze(t testing.TB, dir string, a *analysis.Analyzer, patterns ...string) *checker.Graph {
	t.Helper()
	return Run(t, Load(t, dir, patterns...), a)
}

// Run applies the analyzer to packages that are loaded and returns the graph.
func Run(t testing.TB, roots []*packages.Package, a *analysis.Analyzer) *checker.Graph {
	t.Helper()
	graph, err := checker.Analyze([]*analysis.Analyzer{a}, roots, &checker.Options{SanityCheck: true, Sequential: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Errorf("%s: %v", act, act.Err)
		}
	}
	return graph
}

// Found is a finding with its place resolved.
type Found struct {
	rule.Finding
	File         string // relative to the directory that was analyzed, with slashes
	Line, Column int
	EndColumn    int
	Package      string // path of the package whose pass reported it
}

// Findings returns what the roots of a graph report, sorted by place.
func Findings(t testing.TB, dir string, g *checker.Graph) []Found {
	t.Helper()
	var found []Found
	for _, act := range g.Roots {
		res, ok := act.Result.(*rule.Result)
		if !ok {
			t.Errorf("%s has no *rule.Result", act)
			continue
		}
		for _, f := range res.Findings {
			start, stop := f.Resolve(act.Package.Fset)
			rel, err := filepath.Rel(dir, start.Filename)
			if err != nil {
				t.Errorf("%s stands outside: %v", f.Message, start)
			}
			found = append(found, Found{
				Finding: f, File: filepath.ToSlash(rel), Line: start.Line, Column: start.Column, EndColumn: stop.Column,
				Package: act.Package.PkgPath,
			})
		}
	}
	slices.SortStableFunc(found, func(a, b Found) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Check.Name, b.Check.Name), cmp.Compare(a.Message, b.Message))
	})
	return found
}

// want is a comment that expects findings, and nearWant what may be meant as one.
var (
	want     = regexp.MustCompile(`(?://|#) want: (.+)$`)
	nearWant = regexp.MustCompile("(?i)(?://|#)\\s*want(?:\\s*[:\"`]|\\s+[a-z]+-[a-z-]+|\\s*$)")
)

// wanted returns what a line of a fixture expects, or "". What is nearly such a comment fails the test, since it would
// expect nothing.
func wanted(t testing.TB, place, line string) string {
	t.Helper()
	if m := want.FindStringSubmatch(line); m != nil {
		return m[1]
	}
	if nearWant.MatchString(line) {
		t.Errorf(`%s: write it "// want: check" or "// want: check:severity \"text of the message\"": %s`, place, strings.TrimSpace(line))
	}
	return ""
}

// CompareWants checks that findings stand at exactly the lines with a comment "want: check, check" that names them.
func CompareWants(t testing.TB, dir string, found []Found) {
	t.Helper()
	missing := make(map[string]int)
	for _, e := range expectations(t, dir, "", "") {
		missing[fmt.Sprintf("%s:%d: %s", e.file, e.line, e.check)]++
	}
	for _, f := range found {
		id := fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Check.Name)
		if missing[id]--; missing[id] < 0 {
			t.Errorf("unwanted: %s (%s)", id, f.Message)
		}
	}
	for id, n := range missing {
		if n > 0 {
			t.Errorf("missing: %s", id)
		}
	}
}
