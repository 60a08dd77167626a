package lifecycle_test

import (
	"path/filepath"
	"testing"

	"github.com/reslint/reslint/analyzers/lifecycle"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/testkit"
)

// What the fixtures say with want comments is found, and nothing else.
func TestFixtures(t *testing.T) {
	t.Parallel()
	dir, err := filepath.Abs("../../testdata/lifecycle")
	if err != nil {
		t.Fatal(err)
	}
	found := testkit.Findings(t, dir, testkit.Analyze(t, dir, lifecycle.New(lifecycle.Options{
		Policy: rule.Policy{Enabled: map[string]bool{"hard-coded-limits": true}},
	}), "./..."))
	testkit.CompareWants(t, dir, found)
}
