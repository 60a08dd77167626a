package rule_test

import (
	"go/token"
	"testing"

	"github.com/reslint/reslint/internal/rule"
)

func TestOrder(t *testing.T) {
	t.Parallel()
	fset := token.NewFileSet()
	b, a := fset.AddFile("b.go", -1, 10), fset.AddFile("a.go", -1, 10) // in the order of parsing
	for _, tt := range []struct {
		name string
		x, y token.Pos
		want int
	}{
		{"by name", a.Pos(9), b.Pos(1), -1},
		{"by name, the other way round", b.Pos(1), a.Pos(9), 1},
		{"within a file", a.Pos(1), a.Pos(2), -1},
		{"one place", a.Pos(1), a.Pos(1), 0},
	} {
		if got := rule.Order(fset, tt.x, tt.y); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}
