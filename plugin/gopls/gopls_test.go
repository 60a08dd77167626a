package gopls_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/testkit"
	"github.com/reslint/reslint/plugin/gopls"
)

// keyed lists the passes with facts, and those that their keys hold besides.
func keyed(all []*analysis.Analyzer) map[string]bool {
	names := make(map[string]bool)
	var visit func(a *analysis.Analyzer, facts bool)
	visit = func(a *analysis.Analyzer, facts bool) {
		facts = facts || len(a.FactTypes) > 0
		if facts {
			names[a.Name] = true
		}
		for _, r := range a.Requires {
			visit(r, facts)
		}
	}
	for _, a := range all {
		visit(a, false)
	}
	return names
}

func build(t *testing.T, dir string) (all []*analysis.Analyzer, stand string) {
	t.Helper()
	all, err := gopls.Analyzers(dir)
	if err == nil {
		err = analysis.Validate(all)
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != len(analyzers.All())+1 {
		t.Errorf("%d passes", len(all))
	}
	for name := range keyed(all) {
		if strings.HasPrefix(name, "resinputs_") {
			stand = name
		}
	}
	return all, stand
}

// Findings and facts that gopls has kept are those of the files that are there now.
func TestKeys(t *testing.T) {
	t.Setenv("GOWORK", "")
	dir := t.TempDir()
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put(".reslint.yaml", "tests: true\n")
	if _, stand := build(t, dir); stand != "" {
		t.Error("outside of a module everything is read")
	}
	put("go.mod", "module example.com/m\n")
	all, first := build(t, dir)
	if _, again := build(t, dir); first == "" || first != again {
		t.Errorf("%q, and then %q", first, again)
	}
	for _, a := range all {
		if len(a.Requires) == 0 || a.Requires[len(a.Requires)-1].Name != first {
			t.Errorf("%s: a pass that is on alone is answered from before", a.Name)
		}
	}
	put(".reslint.yaml", "tests: false\n")
	if _, stand := build(t, dir); stand == first {
		t.Error("an edit changes nothing")
	}
}

// A configuration with mistakes is reported in every file of a package: any may be the one that is open.
func TestBroken(t *testing.T) {
	t.Parallel()
	dir := testkit.Extract(t, `
-- go.mod --
module example.com/m

go 1.26
-- .reslint.yaml --
excludes: []
-- a.go --
package m
-- b.go --
package m
`)
	all, _ := build(t, dir)
	i := slices.IndexFunc(all, func(a *analysis.Analyzer) bool { return a.Name == "resconfiguration" })
	var got []string
	for act := range testkit.Analyze(t, dir, all[i], "./...").All() {
		for _, d := range act.Diagnostics {
			p := act.Package.Fset.Position(d.Pos)
			got = append(got, fmt.Sprintf("%s:%d:%d", filepath.Base(p.Filename), p.Line, p.Column))
			if want := `.reslint.yaml:1: unknown key "excludes": did you mean "exclude"?`; !strings.HasSuffix(d.Message, want) {
				t.Errorf("got %s, want %s", d.Message, want)
			}
		}
	}
	if want := []string{"a.go:1:9", "b.go:1:9"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
