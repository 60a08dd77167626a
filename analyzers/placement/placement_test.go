package placement_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/reslint/reslint/analyzers/placement"
	"github.com/reslint/reslint/internal/testkit"
)

// Each directory of testdata/placement has packages of one check; their lines with a comment "want: check" get that
// finding, and no other line gets any.
func TestFixtures(t *testing.T) {
	t.Parallel()
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	graph := testkit.Analyze(t, dir, placement.Analyzer, "./placement/...")
	testkit.CheckDiagnostics(t, graph)
	seen := make(map[string]bool)
	byKind := make(map[string][]testkit.Found)
	for _, f := range testkit.Findings(t, dir, graph) {
		kind := strings.Split(f.File, "/")[1]
		byKind[kind] = append(byKind[kind], f)
		seen[f.Check.Name] = true
	}
	kinds, err := os.ReadDir(filepath.Join(dir, "placement"))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds {
		t.Run(k.Name(), func(t *testing.T) {
			t.Parallel()
			testkit.CompareExactly(t, dir, filepath.Join("placement", k.Name()), byKind[k.Name()])
		})
	}
	var want []string
	for _, c := range placement.Checks() {
		want = append(want, c.Name)
	}
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(seen)); !slices.Equal(got, want) {
		t.Errorf("the fixtures show %v, want %v", got, want)
	}
}
