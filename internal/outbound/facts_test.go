package outbound_test

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/testkit"
)

// maxFacts bounds what one package may tell others: hosts read the facts of all imports for each package.
const maxFacts = 64 << 10

// Facts are bounded, and the same bytes every time: build caches compare them.
func TestFacts(t *testing.T) {
	t.Parallel()
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	roots := testkit.Load(t, dir, "./isoclient/...", "./limits/...")
	first := encoded(t, testkit.Run(t, roots, outbound.New(outbound.Options{})))
	if len(first) < 10 {
		t.Errorf("facts of %d packages only", len(first))
	}
	for range 2 {
		again := encoded(t, testkit.Run(t, roots, outbound.New(outbound.Options{})))
		for path, facts := range first {
			if !bytes.Equal(facts, again[path]) {
				t.Errorf("the facts of %s differ from one run to the next", path)
			}
		}
	}
	for path, facts := range first {
		if len(facts) > maxFacts {
			t.Errorf("%s has facts of %d bytes", path, len(facts))
		}
	}
}

// A package that has more to tell than the bound leaves some of it out, and the same every time.
func TestFactsAreCut(t *testing.T) {
	t.Parallel()
	var src strings.Builder
	src.WriteString("package m\n\nimport (\n\t\"net/http\"\n\t\"time\"\n)\n\ntype Holder struct{ A, B *http.Client }\n")
	for i := range 400 {
		fmt.Fprintf(&src, "\nfunc New%d(a, b time.Duration, t http.RoundTripper) *Holder {\n"+
			"\treturn &Holder{A: &http.Client{Timeout: a, Transport: t}, B: &http.Client{Timeout: b, Transport: t}}\n}\n", i)
	}
	dir := testkit.Extract(t, "-- m.go --\n"+src.String())
	roots := testkit.Load(t, dir, "./...")
	first := encoded(t, testkit.Run(t, roots, outbound.New(outbound.Options{})))["example.com/m"]
	again := encoded(t, testkit.Run(t, roots, outbound.New(outbound.Options{})))["example.com/m"]
	if len(first) < maxFacts/2 || len(first) > maxFacts {
		t.Errorf("facts of %d bytes, want nearly %d", len(first), maxFacts)
	}
	if !bytes.Equal(first, again) {
		t.Error("the facts differ from one run to the next")
	}
}

// encoded returns the facts of each package as hosts write them.
func encoded(t *testing.T, g *checker.Graph) map[string][]byte {
	t.Helper()
	all := make(map[string][]byte)
	for act := range g.All() {
		if len(act.Analyzer.FactTypes) == 0 || act.Package.Types == nil {
			continue
		}
		var out bytes.Buffer
		enc := gob.NewEncoder(&out)
		write := func(f analysis.Fact) {
			if err := enc.Encode(f); err != nil {
				t.Errorf("%s: %v", act, err)
			}
		}
		objects := act.AllObjectFacts()
		slices.SortFunc(objects, func(a, b analysis.ObjectFact) int {
			return cmp.Or(cmp.Compare(a.Object.Pos(), b.Object.Pos()), cmp.Compare(a.Object.Name(), b.Object.Name()))
		})
		for _, f := range objects {
			if f.Object.Pkg() == act.Package.Types {
				write(f.Fact)
			}
		}
		packages := act.AllPackageFacts()
		slices.SortFunc(packages, func(a, b analysis.PackageFact) int {
			return cmp.Compare(fmt.Sprintf("%T", a.Fact), fmt.Sprintf("%T", b.Fact))
		})
		for _, f := range packages {
			if f.Package == act.Package.Types {
				write(f.Fact)
			}
		}
		all[act.Package.PkgPath] = out.Bytes()
	}
	return all
}
