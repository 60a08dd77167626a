package sizing_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/analyzers/sizing"
	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/testkit"
)

// Archives in testdata/code are modules whose sizes are constants in code.
func TestCode(t *testing.T) {
	t.Parallel()
	archives, err := filepath.Glob("testdata/code/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("%d archives, %v", len(archives), err)
	}
	for _, archive := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(archive), ".txtar"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(archive)
			if err != nil {
				t.Fatal(err)
			}
			model := outbound.New(outbound.Options{})
			a := sizing.New(sizing.Options{Constants: sizing.Constants(model, 0), Requires: []*analysis.Analyzer{model}})
			dir := testkit.Extract(t, string(text))
			testkit.CompareWants(t, dir, testkit.Findings(t, dir, testkit.Analyze(t, dir, a, "./...")))
		})
	}
}
