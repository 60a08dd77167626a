package limits_test

import (
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/analyzers/limits"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/testkit"
)

// What fixes write in these tests, all of it unlike the defaults.
var fixValues = config.Fix{
	Timeout: 9 * time.Second, DialTimeout: 2 * time.Second, TLSHandshakeTimeout: 3 * time.Second,
	ResponseHeaderTimeout: 4 * time.Second, IdleConnTimeout: time.Minute, MaxConnsPerHost: 40, MaxIdleConnsPerHost: 15,
}

// Every fix in the archives leads to its golden file, and where there is none there is no fix.
func TestFixes(t *testing.T) {
	t.Parallel()
	testkit.Fixes{
		New:      func() *analysis.Analyzer { return limits.New(limits.Options{Fix: fixValues}) },
		Archives: "testdata/fix/*.txtar", Module: "../..",
	}.Check(t)
}
