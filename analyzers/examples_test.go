package analyzers_test

import (
	"fmt"
	"go/format"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/testkit"
)

// besides lists what a bad example shows besides its own check, because it cannot show that alone.
var besides = map[string][]string{
	"bad-suppression": {"no-timeout", "shared-default-transport"}, // what it fails to silence
}

// What the pages show as bad gets exactly its own finding, and what they show as good gets none from any check.
func TestExamples(t *testing.T) {
	t.Parallel()
	code := make(map[string]string)       // by folder: all Go examples are packages of one module
	expected := make(map[string][]string) // checks, by folder
	for _, c := range analyzers.Checks() {
		if c.Bad == "" || c.Good == "" {
			t.Errorf("%s has no examples", c.Name)
			continue
		}
		want := append([]string{c.Name}, besides[c.Name]...)
		slices.Sort(want)
		if c.Lang == "yaml" {
			t.Run(c.Name, func(t *testing.T) {
				t.Parallel()
				compare(t, c.Name+", bad", checksIn(t, settingsModule(c.Bad))["."], want)
				compare(t, c.Name+", good", checksIn(t, settingsModule(c.Good))["."], nil)
			})
			continue
		}
		folder := strings.ReplaceAll(c.Name, "-", "_")
		if c.Off {
			t.Run(c.Name, func(t *testing.T) {
				t.Parallel()
				one := codeModule(t, map[string]string{"bad": c.Bad, "good": c.Good})
				got := checksIn(t, one, rule.Policy{Enabled: map[string]bool{c.Name: true}})
				compare(t, c.Name+", bad", got["bad"], want)
				compare(t, c.Name+", good", got["good"], nil)
			})
			continue
		}
		code[folder+"/bad"], code[folder+"/good"] = c.Bad, c.Good
		expected[folder+"/bad"] = want
		for _, text := range []string{c.Bad, c.Good} {
			if formatted, err := format.Source([]byte(text)); err != nil || string(formatted) != text {
				t.Errorf("%s: an example is not formatted with gofmt (%v):\n%s", c.Name, err, text)
			}
		}
	}
	got := checksIn(t, codeModule(t, code))
	for folder := range code {
		compare(t, folder, got[folder], expected[folder])
	}
}

func compare(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// settingsModule is a module of one main package with a settings file.
func settingsModule(text string) string {
	return "-- config/settings.yaml --\n" + text + "-- main.go --\npackage main\n\nfunc main() {}\n"
}

// codeModule is a module with a package a folder, which may import what this module imports.
func codeModule(t *testing.T, code map[string]string) string {
	var b strings.Builder
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile("../" + name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "-- %s --\n%s", name, strings.Replace(string(text), "module github.com/reslint/reslint\n", "module example.com/m\n", 1))
	}
	for _, folder := range slices.Sorted(maps.Keys(code)) {
		fmt.Fprintf(&b, "-- %s/example.go --\n%s", folder, code[folder])
	}
	return b.String()
}

// checksIn lists the checks that find something, by folder of the module; one that finds more is listed once.
func checksIn(t *testing.T, archive string, policy ...rule.Policy) map[string][]string {
	t.Helper()
	dir := testkit.Extract(t, archive)
	out := make(map[string][]string)
	for _, f := range testkit.Findings(t, dir, testkit.Analyze(t, dir, everything(policy...), "./...")) {
		folder := strings.TrimPrefix(strings.TrimPrefix(f.Package, "example.com/m"), "/")
		if folder == "" {
			folder = "."
		}
		if !slices.Contains(out[folder], f.Check.Name) {
			out[folder] = append(out[folder], f.Check.Name)
		}
	}
	for _, names := range out {
		slices.Sort(names)
	}
	return out
}

// everything is one analyzer that finds what the whole suite finds.
func everything(policy ...rule.Policy) *analysis.Analyzer {
	var opts analyzers.Options
	if len(policy) > 0 {
		opts.Policy = policy[0]
	}
	suite := analyzers.New(opts)
	return &analysis.Analyzer{
		Name: "everything", Doc: "all findings", Requires: suite.Analyzers, ResultType: reflect.TypeFor[*rule.Result](),
		Run: func(pass *analysis.Pass) (any, error) {
			all := new(rule.Result)
			for _, a := range suite.Analyzers {
				if r, ok := pass.ResultOf[a].(*rule.Result); ok {
					all.Findings = append(all.Findings, r.Findings...)
					all.FileErrors = append(all.FileErrors, r.FileErrors...)
				}
			}
			if len(all.FileErrors) > 0 {
				return nil, all.FileErrors[0]
			}
			return all, nil
		},
	}
}
