package driver_test

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/driver"
)

// Files are parsed side by side: without a layout, the largest get their positions last.
func TestPositionsFollowNames(t *testing.T) {
	t.Parallel()
	archive := "-- go.mod --\nmodule example.com/m\n\ngo 1.26\n-- one_test.go --\npackage m\n"
	for i := range 60 {
		archive += fmt.Sprintf("-- sub/f%02d.go --\npackage sub\n\n%svar V%d int\n", i, strings.Repeat("// text\n", 2000*(i%3)), i)
	}
	archive += "-- main.go --\npackage m\n\nimport _ \"example.com/m/sub\"\n"
	prog, err := driver.Load(context.Background(), driver.Config{
		Dir: unpack(t, archive), Tests: true, Patterns: []string{"."}, // sub is only imported
		Env: append(os.Environ(), "GOFLAGS=", "GOPROXY=off"),
	})
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]token.Pos)
	for _, p := range prog.Packages {
		for _, f := range p.Syntax {
			tf := prog.Fset.File(f.FileStart)
			if tf == nil {
				t.Fatalf("%s: a file has no positions", p.ID)
			}
			seen[tf.Name()] = f.FileStart
			if pos := prog.Fset.PositionFor(f.Package, false); pos.Line != 1 || pos.Column != 1 {
				t.Errorf("the package clause of %s is at %v", tf.Name(), pos)
			}
		}
	}
	if len(seen) < 62 {
		t.Fatalf("got %d files, want main.go, one_test.go and those of sub", len(seen))
	}
	var names []string
	for name := range seen {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(seen[a], seen[b]) })
	if !slices.IsSorted(names) {
		t.Errorf("positions are in another order than names: %v", names)
	}
}
