package rule_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/rule"
)

var poolTotal = &rule.Check{Name: "pool-total", Guide: "R-RES-ISO-2", Severity: rule.Error}

// report runs a reporter over a file and gives it one finding at the variable x, and one in line 2 of c.yaml.
func report(t *testing.T, src, settings string, policy rule.Policy) (*rule.Result, []analysis.Diagnostic) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var shown []analysis.Diagnostic
	pass := &analysis.Pass{
		Fset: fset, Files: []*ast.File{f}, Pkg: types.NewPackage("example.com/a", "a"),
		Report: func(d analysis.Diagnostic) { shown = append(shown, d) },
	}
	r := rule.NewReporter(pass, policy)
	place := rule.At(f.Decls[len(f.Decls)-1])
	r.Report(rule.Finding{Check: poolTotal, Place: place, Message: "in Go"})
	r.Report(rule.Finding{Check: poolTotal, Place: place, Message: "in Go"})
	if settings != "" {
		r.AddSettings("c.yaml", []byte(settings), place)
		line := token.Position{Filename: "c.yaml", Line: 2, Column: 1}
		r.Report(rule.Finding{Check: poolTotal, Place: rule.In(line, line), Anchor: place, Message: "in YAML"})
	}
	return r.Result(), shown
}

func TestSuppressed(t *testing.T) {
	t.Parallel()
	const yaml, ignored = "a: 1\nb: 2\n", "a: 1\nb: 2 # reslint:ignore pool-total -- why\n"
	for _, tt := range []struct {
		name, src, settings string
		keep                bool
		found, suppressed   int
	}{
		{"nothing", "package a\n\nvar x = 1\n", yaml, false, 2, 0},
		{"in Go, for both", "package a\n\nvar x = 1 //reslint:ignore pool-total -- why\n", yaml, false, 0, 2},
		{"in YAML only", "package a\n\nvar x = 1\n", ignored, false, 1, 1},
		{"nolint", "package a\n\nvar x = 1 //nolint:reslint\n", "", false, 0, 1},
		{"nolint, left to the host", "package a\n\nvar x = 1 //nolint:reslint\n", "", true, 1, 0},
		{"nolint, but the YAML line has its own", "package a\n\nvar x = 1 //nolint:reslint\n", ignored, true, 1, 1},
	} {
		result, shown := report(t, tt.src, tt.settings, rule.Policy{KeepNolint: tt.keep})
		if len(result.Findings) != tt.found || len(result.Suppressed) != tt.suppressed || len(shown) != tt.found {
			t.Errorf("%s: %d findings, %d suppressed, %d shown; want %d and %d", tt.name,
				len(result.Findings), len(result.Suppressed), len(shown), tt.found, tt.suppressed)
		}
		for _, s := range result.Suppressed {
			if s.By == nil || s.Severity != rule.Error || !strings.HasSuffix(s.Message, poolTotal.Suffix()) {
				t.Errorf("%s: %+v", tt.name, s)
			}
		}
	}
}

func TestSuffix(t *testing.T) {
	t.Parallel()
	if got := poolTotal.Suffix(); got != " (pool-total, R-RES-ISO-2)" {
		t.Error(got)
	}
	if got := (&rule.Check{Name: "bad-suppression"}).Suffix(); got != " (bad-suppression)" {
		t.Error(got)
	}
}
