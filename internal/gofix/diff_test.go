package gofix

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Whatever two texts are, the edits lead from one to the other, in order and without overlap.
func TestDifference(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		var b strings.Builder
		for range rnd.IntN(12) {
			fmt.Fprintf(&b, "%sline %d\n", strings.Repeat("\t", rnd.IntN(2)), rnd.IntN(4))
		}
		if rnd.IntN(4) == 0 {
			b.WriteString("without an end")
		}
		return b.String()
	}
	for range 5000 {
		from, to := text(), text()
		edits := difference([]byte(from), []byte(to), nil)
		last := 0
		for _, e := range edits {
			if e.start < last || e.end < e.start {
				t.Fatalf("%q to %q: edits %v", from, to, edits)
			}
			last = e.end
		}
		if got := string(apply([]byte(from), edits)); got != to {
			t.Fatalf("%q to %q: got %q by %v", from, to, got, edits)
		}
	}
}

// A small change is a small edit, and a text that has nothing in common with another keeps the edits that it has.
func TestDifferenceSize(t *testing.T) {
	t.Parallel()
	got := difference([]byte("a\nb c\nd\n"), []byte("a\nb  c\nd\n"), nil)
	if len(got) != 1 || got[0] != (edit{4, 4, " "}) {
		t.Errorf("got %v", got)
	}
	var from, to strings.Builder
	for i := range maxDistance {
		fmt.Fprintf(&from, "%d\n", i)
		fmt.Fprintf(&to, "-%d\n", i)
	}
	mine := []edit{{1, 2, "x"}}
	if got := difference([]byte(from.String()), []byte(to.String()), mine); len(got) != 1 || got[0] != mine[0] {
		t.Errorf("got %d edits", len(got))
	}
}
