package suppressions_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/analyzers/suppressions"
	"github.com/reslint/reslint/internal/rule"
)

var (
	noTimeout = &rule.Check{Name: "no-timeout", Guide: "R-RES-TO-X1", Analyzer: "resfake", Severity: rule.Error}
	poolTotal = &rule.Check{Name: "pool-total", Guide: "R-RES-ISO-2", Analyzer: "resfake", Severity: rule.Error}
	elsewhere = &rule.Check{Name: "unit-name", Guide: "R-RES-ISO-3", Analyzer: "resother", Severity: rule.Warning}
	quiet     = &rule.Check{Name: "section-name", Guide: "R-RES-CFG-3", Analyzer: "ressilent", Severity: rule.Warning}
	checks    = []*rule.Check{noTimeout, poolTotal, elsewhere, quiet}
)

// settings is the file that the fake analyzer judges: it reports every line with "bad" in it.
type settings struct{ name, src string }

// fake reports a no-timeout at every call of bad, and a pool-total at every bad line of the settings.
func fake(policy rule.Policy, files ...settings) *analysis.Analyzer {
	run := func(pass *analysis.Pass) (any, error) {
		r := rule.NewReporter(pass, policy)
		anchor := rule.At(pass.Files[0].Name)
		for _, f := range pass.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				if c, ok := n.(*ast.CallExpr); ok {
					anchor = rule.At(c)
					r.Report(rule.Finding{Check: noTimeout, Place: rule.At(c), Message: "bad call"})
				}
				return true
			})
		}
		for _, s := range files {
			r.AddSettings(s.name, []byte(s.src), anchor)
			for i, line := range strings.Split(s.src, "\n") {
				if strings.Contains(line, "bad") {
					p := token.Position{Filename: s.name, Line: i + 1, Column: 1}
					r.Report(rule.Finding{Check: poolTotal, Place: rule.In(p, p), Anchor: anchor, Message: "bad line"})
				}
			}
		}
		return r.Result(), nil
	}
	return &analysis.Analyzer{Name: "resfake", Doc: "fake", Run: run, ResultType: reflect.TypeFor[*rule.Result]()}
}

// findings runs the fake analyzer and the real one over a file and returns "file:line: check" for each finding of
// either.
func findings(t *testing.T, name, src string, policy rule.Policy, files ...settings) []string {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	pass := &analysis.Pass{
		Fset: fset, Files: []*ast.File{f}, Pkg: types.NewPackage("example.com/a", "a"),
		ResultOf: make(map[*analysis.Analyzer]any),
		Report:   func(analysis.Diagnostic) { shown++ },
	}
	first := fake(policy, files...)
	silent := &analysis.Analyzer{ // judges no settings and finds nothing
		Name: "ressilent", Doc: "silent", ResultType: first.ResultType,
		Run: func(pass *analysis.Pass) (any, error) { return rule.NewReporter(pass, policy).Result(), nil },
	}
	all := []*analysis.Analyzer{first, silent}
	all = append(all, suppressions.New(suppressions.Options{Policy: policy, Analyzers: all, Checks: checks}))
	var lines []string
	for _, a := range all {
		result, err := a.Run(pass)
		if err != nil {
			t.Fatal(err)
		}
		pass.ResultOf[a] = result
		for _, f := range result.(*rule.Result).Findings {
			p, _ := f.Resolve(fset)
			lines = append(lines, p.Filename+":"+strconv.Itoa(p.Line)+": "+f.Check.Name)
		}
	}
	if shown != len(lines) {
		t.Errorf("%d findings, %d shown to the host", len(lines), shown)
	}
	slices.Sort(lines)
	return lines
}

func TestGo(t *testing.T) {
	t.Parallel()
	off := rule.Policy{Disabled: map[string]bool{"no-timeout": true}}
	const used = "package a\n\nvar c = bad() //reslint:ignore no-timeout -- why\n"
	for _, tt := range []struct {
		name, src string
		policy    rule.Policy
		want      []string
	}{
		{"a reason", used, rule.Policy{}, nil},
		{"nothing suppressed", "package a\n\nvar c = bad()\n", rule.Policy{}, []string{"a.go:3: no-timeout"}},
		{"no reason: the finding stays", "package a\n\nvar c = bad() //reslint:ignore no-timeout\n", rule.Policy{},
			[]string{"a.go:3: bad-suppression", "a.go:3: no-timeout"}},
		{"misspelt", "package a\n\nvar c = bad() //reslint:ignore no-timout -- why\n", rule.Policy{},
			[]string{"a.go:3: bad-suppression", "a.go:3: no-timeout"}},
		{"one of two misspelt", "package a\n\nvar c = bad() //reslint:ignore no-timout,no-timeout -- why\n", rule.Policy{},
			[]string{"a.go:3: bad-suppression"}},
		{"unused", "package a\n\nvar c = 1 //reslint:ignore no-timeout -- why\n", rule.Policy{}, []string{"a.go:3: unused-suppression"}},
		{"half used", "package a\n\nvar c = bad() //reslint:ignore no-timeout,pool-total -- why\n", rule.Policy{},
			[]string{"a.go:3: unused-suppression"}},
		{"used twice", "package a\n\n//reslint:ignore no-timeout -- why\nfunc f() {\n\tbad()\n\tbad()\n}\n", rule.Policy{}, nil},
		{"the outer one is not needed", "package a\n\n//reslint:ignore no-timeout -- why\nfunc f() {\n\tbad() //reslint:ignore no-timeout -- why\n}\n",
			rule.Policy{}, []string{"a.go:3: unused-suppression"}},

		// An analyzer that does not run, or a check that is off, finds nothing anywhere.
		{"another analyzer's check", "package a\n\nvar c = 1 //reslint:ignore unit-name -- why\n", rule.Policy{}, nil},
		{"a check that is off", used, off, nil},
		{"a check that is off, and one that is not", "package a\n\nvar c = bad() //reslint:ignore no-timeout,pool-total -- why\n", off,
			[]string{"a.go:3: unused-suppression"}},

		{"nolint", "package a\n\nvar c = bad() //nolint:reslint\n", rule.Policy{}, nil},
		{"nolint is never unused", "package a\n\nvar c = 1 //nolint:reslint\n", rule.Policy{}, nil},
		{"nolint in golangci-lint", "package a\n\nvar c = bad() //nolint:reslint\n", rule.Policy{KeepNolint: true}, []string{"a.go:3: no-timeout"}},
		{"ignore in golangci-lint", used, rule.Policy{KeepNolint: true}, nil},
		{"both in golangci-lint", "package a\n\n//nolint:reslint\nvar c = bad() //reslint:ignore no-timeout -- why\n", rule.Policy{KeepNolint: true}, nil},

		{"an unused one wanted", "package a\n\n//reslint:ignore unused-suppression -- only on windows\n//reslint:ignore no-timeout -- why\nvar c = 1\n",
			rule.Policy{}, []string{"a.go:3: unused-suppression", "a.go:4: unused-suppression"}}, // it covers the code below both, not its neighbour
		{"an unused one wanted, on a declaration", "package a\n\n//reslint:ignore unused-suppression -- only on windows\nfunc f() {\n\tg := 1 //reslint:ignore no-timeout -- why\n}\n",
			rule.Policy{}, nil},
		{"nothing unused", "package a\n\n//reslint:ignore unused-suppression -- why\nvar c = 1\n", rule.Policy{}, []string{"a.go:3: unused-suppression"}},
		{"another analyzer finds nothing", "package a\n\nvar c = 1 //reslint:ignore section-name -- why\n", rule.Policy{},
			[]string{"a.go:3: unused-suppression"}},
		{"bad is off", "package a\n\nvar c = 1 //reslint:ignore bad-suppression -- why\n",
			rule.Policy{Disabled: map[string]bool{"bad-suppression": true}}, nil},
		{"unused is off", "package a\n\nvar c = 1 //reslint:ignore no-timeout,unused-suppression -- why\n",
			rule.Policy{Disabled: map[string]bool{"unused-suppression": true}}, nil},
	} {
		got := findings(t, "a.go", tt.src, tt.policy)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q\n%s", tt.name, got, tt.want, tt.src)
		}
	}
}

// Files that reslint is silent on have no unused suppressions either.
func TestSilentFiles(t *testing.T) {
	t.Parallel()
	const unused = "package a\n\nvar c = 1 //reslint:ignore no-timeout -- why\n"
	if got := findings(t, "a_test.go", unused, rule.Policy{}); len(got) > 0 {
		t.Errorf("a test file: %q", got)
	}
	if got := findings(t, "a_test.go", unused, rule.Policy{Tests: true}); len(got) != 1 {
		t.Errorf("a test file with tests wanted: %q", got)
	}
	if got := findings(t, "a.go", "// Code generated by x. DO NOT EDIT.\n\n"+unused, rule.Policy{}); len(got) > 0 {
		t.Errorf("a generated file: %q", got)
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, goSrc, src string
		want             []string
	}{
		{"suppressed", "package a\n", "a: bad # reslint:ignore pool-total -- why\n", nil},
		{"the section", "package a\n", "# reslint:ignore pool-total -- why\nc:\n  a: bad\n  b: bad\n", nil},
		{"unused", "package a\n", "a: good # reslint:ignore pool-total -- why\n", []string{"c.yaml:1: unused-suppression"}},
		{"no reason", "package a\n", "a: bad # reslint:ignore pool-total\n", []string{"c.yaml:1: bad-suppression", "c.yaml:1: pool-total"}},
		{"at the Go code that loads it", "package a\n\nvar c = load() //reslint:ignore no-timeout,pool-total -- why\n", "a: bad\n", nil},
		{"an analyzer that does not run", "package a\n", "a: 1 # reslint:ignore unit-name -- why\n", nil},
		{"an analyzer that does not judge the file", "package a\n", "a: 1 # reslint:ignore section-name -- why\n", nil},
	} {
		got := findings(t, "a.go", tt.goSrc, rule.Policy{}, settings{"c.yaml", tt.src})
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q\n%s", tt.name, got, tt.want, tt.src)
		}
	}
}

// Alone, as one package of a host that names analyzers, it judges the form and nothing else.
func TestAlone(t *testing.T) {
	t.Parallel()
	fset := token.NewFileSet()
	src := "package a\n\nvar c = 1 //reslint:ignore no-such-check -- why\n\nvar d = 1 //reslint:ignore x\n"
	f, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var got []analysis.Diagnostic
	pass := &analysis.Pass{
		Fset: fset, Files: []*ast.File{f}, Pkg: types.NewPackage("a", "a"),
		Report: func(d analysis.Diagnostic) { got = append(got, d) },
	}
	if _, err := suppressions.Analyzer.Run(pass); err != nil {
		t.Fatal(err)
	}
	want := "suppression gives no reason: write //reslint:ignore x -- reason (bad-suppression)"
	if len(got) != 1 || got[0].Message != want || fset.Position(got[0].Pos).Line != 5 {
		t.Errorf("got %+v", got)
	}
	if err := analysis.Validate([]*analysis.Analyzer{suppressions.Analyzer}); err != nil {
		t.Error(err)
	}
}
