package placement_test

import (
	"testing"

	"github.com/reslint/reslint/analyzers/placement"
	"github.com/reslint/reslint/internal/testkit"
)

// Each directory of testdata/placement has packages of one check.
func TestFixtures(t *testing.T) {
	t.Parallel()
	var want []string
	for _, c := range placement.Checks() {
		want = append(want, c.Name+":"+c.Severity.String())
	}
	testkit.Shows(t, testkit.CheckCorpus(t, placement.Analyzer, "placement"), want...)
}
