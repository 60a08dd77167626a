package rule_test

import (
	"testing"

	"github.com/reslint/reslint/internal/rule"
)

func TestList(t *testing.T) {
	t.Parallel()
	names := []string{"a", "b", "c"}
	for n, want := range []string{"", "a", "a and b", "a, b and c"} {
		if got := rule.List(names[:n]); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
