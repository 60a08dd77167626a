package nearest_test

import (
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/nearest"
)

func TestName(t *testing.T) {
	t.Parallel()
	names := []string{"no-timeout", "timeout-order", "missing-limits", "pool-total", "unit-name"}
	for _, tt := range []struct{ word, want string }{
		{"no-timeout", "no-timeout"},
		{"notimeout", "no-timeout"},
		{"NO_TIMEOUT", "no-timeout"},
		{"no-timeuot", "no-timeout"}, // neighbours swapped: one edit
		{"missing-limit", "missing-limits"},
		{"pool-totl", "pool-total"},
		{"unitname", "unit-name"},
		{"all", ""},
		{"", ""},
		{"гамма", ""},
		{strings.Repeat("no-timeout", 1000), ""},
	} {
		got, ok := nearest.Name(tt.word, names)
		if got != tt.want || ok != (tt.want != "") {
			t.Errorf("Name(%.20q) = %q, %v; want %q", tt.word, got, ok, tt.want)
		}
	}
	if got := nearest.Hint("pool-totl", names); got != ` (did you mean "pool-total"?)` {
		t.Errorf("Hint = %q", got)
	}
	if got := nearest.Hint("zzz", names); got != "" {
		t.Errorf("Hint = %q, want none", got)
	}
	if _, ok := nearest.Name("x", nil); ok {
		t.Error("a suggestion out of nothing")
	}
}
