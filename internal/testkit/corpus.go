package testkit

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// Corpus returns the directory of the fixtures' module, for the tests of a package of analyzers.
func Corpus(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// CheckCorpus runs an analyzer over its directory in the fixtures' module. Each directory below it has packages of one
// kind, which become a subtest: lines with a comment "want: check" get that finding, no other line gets any. What the
// diagnostics say is checked too. It returns what was found.
func CheckCorpus(t *testing.T, a *analysis.Analyzer, name string) []Found {
	t.Helper()
	dir := Corpus(t)
	graph := Analyze(t, dir, a, "./"+name+"/...")
	CheckDiagnostics(t, graph)
	found := Findings(t, dir, graph)
	byKind := make(map[string][]Found)
	for _, f := range found {
		kind := strings.Split(f.File, "/")[1]
		byKind[kind] = append(byKind[kind], f)
	}
	kinds, err := os.ReadDir(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds {
		t.Run(k.Name(), func(t *testing.T) {
			t.Parallel()
			CompareExactly(t, dir, filepath.Join(name, k.Name()), byKind[k.Name()])
		})
	}
	return found
}

// Shows keeps fixtures from passing because they show nothing: the findings have each check in each severity that is
// wanted, as "check:severity", and no other.
func Shows(t *testing.T, found []Found, want ...string) {
	t.Helper()
	seen := make(map[string]bool)
	for _, f := range found {
		seen[f.Check.Name+":"+f.Severity.String()] = true
	}
	for _, s := range slices.Sorted(maps.Keys(seen)) {
		if !slices.Contains(want, s) {
			t.Errorf("the fixtures show %s, which the call of Shows does not list: add it there if that is right", s)
		}
	}
	for _, s := range want {
		if !seen[s] {
			t.Errorf("no fixture shows %s, which the call of Shows lists", s)
		}
	}
}
