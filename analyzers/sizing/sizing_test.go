package sizing_test

import (
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/analyzers/sizing"
	"github.com/reslint/reslint/internal/poolsize"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/settings"
	"github.com/reslint/reslint/internal/settingspass"
	"github.com/reslint/reslint/internal/testkit"
)

func analyzer(o settings.Options) *analysis.Analyzer {
	return sizing.New(sizing.Options{Settings: o, Reader: settingspass.New(settingspass.Options{Settings: o})})
}

// Each archive in testdata is a module; lines with a comment "want: check" get that finding.
func TestFixtures(t *testing.T) {
	t.Parallel()
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("%d archives, %v", len(archives), err)
	}
	options := map[string]settings.Options{
		"profiles": {Profiles: []settings.Profile{
			{Name: "prod", Files: []string{"settings.yaml", "settings.prod.yaml"}}, {Name: "dev", Files: []string{"settings.yaml"}},
		}},
		"factors": {Factors: poolsize.Factors{Min: 1, Max: 2}, Replicas: 2},
	}
	for _, archive := range archives {
		name := strings.TrimSuffix(filepath.Base(archive), ".txtar")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(archive)
			if err != nil {
				t.Fatal(err)
			}
			dir := testkit.Extract(t, string(text))
			graph := testkit.Analyze(t, dir, analyzer(options[name]), "./...")
			testkit.CompareWants(t, dir, testkit.Findings(t, dir, graph))
		})
	}
}

func lines(found []testkit.Found) []string {
	var out []string
	for _, f := range found {
		out = append(out, fmt.Sprintf("%s:%d:%d-%d: %s", f.File, f.Line, f.Column, f.EndColumn, f.Message))
	}
	return out
}

const drifting = `
-- config/settings.yaml --
client:
  sber: {max_connections: 12}
-- config/config.go --
package config

import _ "embed"

//go:embed settings.yaml
var File string

type SberClient struct {
	MaxConcurrent  int ` + "`env:\"CLIENT__SBER__MAX_CONCURRENT\" envDefault:\"16\"`" + `
	MaxConnections int ` + "`env:\"CLIENT__SBER__MAX_CONNECTIONS\" envDefault:\"20\"`" + `
}
`

const drift = "sber allows 16 concurrent calls over 12 connections; max_connections in config/settings.yaml overrides the default of 20 in %s (pool-below-concurrency, R-RES-ISO-2)"

// Where a default and the file differ the file counts, and the finding says so, whichever package owns the file.
func TestDrift(t *testing.T) {
	t.Parallel()
	for name, archive := range map[string]string{
		"same package":  drifting,
		"other package": strings.Replace(drifting, "//go:embed settings.yaml", "", 1) + "-- main.go --\npackage main\n\nconst path = \"settings.yaml\"\n\nfunc main() {}\n",
	} {
		dir := testkit.Extract(t, archive)
		graph := testkit.Analyze(t, dir, analyzer(settings.Options{}), "./...")
		found := testkit.Findings(t, dir, graph)
		want := []string{"config/settings.yaml:2:27-29: " + fmt.Sprintf(drift, "config.go")}
		if got := lines(found); !slices.Equal(got, want) {
			t.Errorf("%s: got %q", name, got)
			continue
		}
		f := found[0]
		if f.System != "sber" || len(f.Related) != 2 || !f.Anchor.Pos.IsValid() || f.FileFix == nil {
			t.Errorf("%s: %+v", name, f.Finding)
		}
	}
}

// Hosts that show Go only get the finding at the Go code that loads the file, with the line in the message.
func TestHosts(t *testing.T) {
	t.Parallel()
	dir := testkit.Extract(t, drifting)
	graph := testkit.Analyze(t, dir, analyzer(settings.Options{}), "./...")
	act := graph.Roots[0]
	if len(act.Diagnostics) != 1 {
		t.Fatalf("%d diagnostics", len(act.Diagnostics))
	}
	d := act.Diagnostics[0]
	p := act.Package.Fset.Position(d.Pos)
	if filepath.Base(p.Filename) != "config.go" || p.Line != 5 || d.Message != "config/settings.yaml:2: "+fmt.Sprintf(drift, "config.go") ||
		d.Category != "pool-below-concurrency" || len(d.SuggestedFixes) != 0 {
		t.Errorf("%v: %+v", p, d)
	}
}

// Files that cannot be judged do not keep others from being judged.
func TestFileErrors(t *testing.T) {
	t.Parallel()
	dir := testkit.Extract(t, `
-- config/settings.yaml --
client:
  sber: {max_concurrent: 0}
-- settings.yaml --
client:
  sber: {max_concurrent: 4, max_connections: 1}
-- main.go --
package main

const path = "config/settings.yaml"

func main() {}
`)
	graph := testkit.Analyze(t, dir, analyzer(settings.Options{}), "./...")
	act := graph.Roots[0]
	res := act.Result.(*rule.Result)
	if len(res.Findings) != 1 || len(res.FileErrors) != 1 || len(res.Settings) != 1 {
		t.Fatalf("%+v", res)
	}
	e := res.FileErrors[0]
	const want = "config/settings.yaml:2: max_concurrent is 0, and not a positive whole number"
	if e.Error() != want || e.File != filepath.Join(dir, "config", "settings.yaml") || e.Line != 2 || e.Column != 26 {
		t.Errorf("got %+v", e)
	}
	var shown []string
	for _, d := range act.Diagnostics {
		shown = append(shown, d.Message)
	}
	if !slices.Contains(shown, want) {
		t.Errorf("hosts are shown %q", shown)
	}
}

// Constants in code come from the model; here a stand-in makes them.
func TestConstants(t *testing.T) {
	t.Parallel()
	dir := testkit.Extract(t, "-- a.go --\npackage a\n\nvar calls, pool = 8, 6\n")
	a := sizing.New(sizing.Options{Constants: func(pass *analysis.Pass) []*settings.Set {
		at := func(offset int) rule.Place {
			pos := pass.Files[0].FileStart + token.Pos(offset)
			return rule.Place{Pos: pos, End: pos + 1}
		}
		sec := &settings.Section{System: "receipt"}
		sec.Values[settings.MaxConcurrent] = &settings.Value{Key: settings.MaxConcurrent, Known: true, Count: 8, Place: at(29)}
		sec.Values[settings.MaxConnections] = &settings.Value{
			Key: settings.MaxConnections, Known: true, Count: 6, Source: settings.FromCode, Place: at(32)}
		return []*settings.Set{{Name: "code", Sections: []*settings.Section{sec}}}
	}})
	got := lines(testkit.Findings(t, dir, testkit.Analyze(t, dir, a, "./...")))
	want := []string{"a.go:3:22-23: receipt allows 8 concurrent calls over 6 connections (pool-below-concurrency, R-RES-ISO-2)"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// What the pages show as bad gets exactly its own finding, and what they show as good gets none.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, c := range sizing.Checks() {
		if c.Lang != "yaml" || c.Summary == "" || c.Why == "" || c.HowToFix == "" || c.Configure == "" || c.Since == "" {
			t.Errorf("%s is not documented", c.Name)
		}
		for text, want := range map[string][]string{c.Bad: {c.Name}, c.Good: nil} {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "settings.yaml"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			m := settings.Load(dir, settings.Options{})
			if len(m.Errors) > 0 || len(m.Sets) != 1 {
				t.Fatalf("%s: %v, %d sets", c.Name, m.Errors, len(m.Sets))
			}
			var got []string
			for _, v := range settings.Sizes(m.Sets[0], settings.Options{}) {
				got = append(got, sizing.CheckOf(v.Kind).Name)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: got %q, want %q", c.Name, got, want)
			}
		}
	}
}
