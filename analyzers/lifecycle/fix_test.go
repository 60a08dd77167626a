package lifecycle_test

import (
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/analyzers/lifecycle"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/testkit"
)

// Every fix in the archives leads to its golden file, and where there is none there is no fix.
func TestFixes(t *testing.T) {
	t.Parallel()
	testkit.Fixes{
		New: func() *analysis.Analyzer {
			return lifecycle.New(lifecycle.Options{Fix: config.Fix{AcquireTimeout: 250 * time.Millisecond}})
		},
		Archives: "testdata/fix/*.txtar", Module: "../../testdata",
	}.Check(t)
}
