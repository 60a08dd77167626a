package rule_test

import (
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/rule"
)

func TestPolicyOver(t *testing.T) {
	t.Parallel()
	base := rule.Policy{
		Disabled: map[string]bool{"a": true, "b": true}, Enabled: map[string]bool{"c": true, "d": true},
		Severity: map[string]rule.Severity{"c": rule.Note, "d": rule.Note}, Support: []string{"fixtures"},
		Excluded: func(file string) bool { return file == "base" },
	}
	top := rule.Policy{
		Tests: true, KeepNolint: true, Disabled: map[string]bool{"d": true}, Enabled: map[string]bool{"b": true},
		Severity: map[string]rule.Severity{"d": rule.Error},
		Excluded: func(file string) bool { return file == "top" },
	}
	got := top.Over(base)
	for file, want := range map[string]bool{"base": true, "top": true, "other": false} {
		if got.Excluded(file) != want {
			t.Errorf("excluded %s: %t", file, !want)
		}
	}
	got.Excluded = nil
	want := rule.Policy{
		Tests: true, KeepNolint: true, Support: []string{"fixtures"},
		Disabled: map[string]bool{"a": true, "d": true}, Enabled: map[string]bool{"b": true, "c": true},
		Severity: map[string]rule.Severity{"c": rule.Note, "d": rule.Error},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if base.Disabled["d"] || !base.Disabled["b"] || !base.Enabled["d"] {
		t.Errorf("base has changed: %+v", base)
	}
	if zero := (rule.Policy{}).Over(base); !zero.Excluded("base") || !reflect.DeepEqual(zero.Severity, base.Severity) {
		t.Errorf("the zero policy over another: %+v", zero)
	}
	if alone := top.Over(rule.Policy{}); !alone.Excluded("top") || alone.Excluded("base") {
		t.Errorf("over the zero policy: %+v", alone)
	}
}

// What a pass says about files that are excluded: of a finding in a settings file that file counts.
func TestExcluded(t *testing.T) {
	t.Parallel()
	for excluded, want := range map[string]int{"": 2, "a.go": 1, "c.yaml": 1, "other.go": 2} {
		policy := rule.Policy{Excluded: func(file string) bool { return filepath.Base(file) == excluded }}
		result, shown := report(t, "package a\n\nvar x = 1\n", "a: 1\nb: 2\n", policy)
		if len(result.Findings) != want || len(shown) != want {
			t.Errorf("without %q: %d findings, %d shown, want %d", excluded, len(result.Findings), len(shown), want)
		}
		if want := excluded != "c.yaml"; (len(result.Settings) == 1) != want {
			t.Errorf("without %q: settings files %v", excluded, result.Settings)
		}
	}
	for _, excluded := range []bool{false, true} {
		policy := rule.Policy{Excluded: func(string) bool { return excluded }}
		r := rule.NewReporter(&analysis.Pass{Fset: token.NewFileSet(), Pkg: types.NewPackage("example.com/a", "a")}, policy)
		r.FileError(rule.FileError{File: "broken.yaml", Name: "broken.yaml", Line: 1, Message: "it does not parse"})
		if n := len(r.Result().FileErrors); (n == 0) != excluded {
			t.Errorf("excluded %t: %d errors of files", excluded, n)
		}
	}
}
