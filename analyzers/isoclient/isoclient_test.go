package isoclient_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/reslint/reslint/analyzers/isoclient"
	"github.com/reslint/reslint/internal/testkit"
)

// fixtures returns the module of the fixtures.
func fixtures(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// Each directory of testdata/isoclient has packages of one kind; their lines with a comment "want: check" get that
// finding.
func TestFixtures(t *testing.T) {
	t.Parallel()
	dir := fixtures(t)
	graph := testkit.Analyze(t, dir, isoclient.Analyzer, "./isoclient/...")
	testkit.CheckDiagnostics(t, graph)
	byKind := make(map[string][]testkit.Found)
	for _, f := range testkit.Findings(t, dir, graph) {
		kind := strings.Split(f.File, "/")[1]
		byKind[kind] = append(byKind[kind], f)
	}
	kinds, err := os.ReadDir(filepath.Join(dir, "isoclient"))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds {
		t.Run(k.Name(), func(t *testing.T) {
			t.Parallel()
			testkit.CompareExactly(t, dir, filepath.Join("isoclient", k.Name()), byKind[k.Name()])
		})
	}
	checkCoverage(t, slices.Concat(slices.Collect(maps.Values(byKind))...))
}

// checkCoverage keeps the fixtures from passing because they show nothing: each check is there, in each severity.
func checkCoverage(t *testing.T, found []testkit.Found) {
	t.Helper()
	seen := make(map[string]int)
	for _, f := range found {
		seen[f.Check.Name+":"+f.Severity.String()]++
	}
	want := []string{
		"shared-client:error", "shared-client:warning", "shared-breaker:error", "shared-bulkhead:error",
		"per-call-client:warning", "mutated-default:error",
	}
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(seen)); !slices.Equal(got, want) {
		t.Errorf("the fixtures show %v, want %v", got, want)
	}
}
