package analyzers_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/testkit"
)

const configured = `-- .reslint.yaml --
checks:
  shared-default-transport: off
  no-timeout: note
exclude: [legacy]
settings: {paths: [deploy/app.yaml]}
-- deploy/app.yaml --
client:
  sber:
    max_connections: 4
    max_keepalive_connections: 8 # want: keepalive-above-pool
-- main.go --
package main

import "net/http"

func main() { _, _ = http.Get("http://example.com") }
-- legacy/l.go --
package legacy

import "net/http"

func Get() { _, _ = http.Get("http://example.com") }
`

// analyze runs a suite as a host does that takes a list of analyzers.
func analyze(t *testing.T, dir string, suite analyzers.Suite) *checker.Graph {
	t.Helper()
	graph, err := checker.Analyze(suite.Analyzers, testkit.Load(t, dir, "./..."), &checker.Options{SanityCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	return graph
}

// Passes that find the configuration themselves report what those report that it is handed to.
func TestConfiguration(t *testing.T) {
	t.Parallel()
	dir := testkit.Extract(t, configured)
	cfg, err := config.Load(filepath.Join(dir, config.FileName), config.FileName, analyzers.Checks())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"deploy/app.yaml:4: keepalive-above-pool warning", "main.go:5: no-timeout note"}
	for name, opts := range map[string]analyzers.Options{"handed over": {Config: cfg}, "found": {}} {
		if got := report(t, dir, analyze(t, dir, analyzers.New(opts))); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	policy := rule.Policy{Disabled: map[string]bool{"no-timeout": true}}
	for name, opts := range map[string]analyzers.Options{"handed over": {Config: cfg, Policy: policy}, "found": {Policy: policy}} {
		if got := report(t, dir, analyze(t, dir, analyzers.New(opts))); !slices.Equal(got, want[:1]) {
			t.Errorf("%s, with a policy before it: got %q", name, got)
		}
	}
}

func report(t *testing.T, dir string, g *checker.Graph) []string {
	t.Helper()
	var out []string
	for act := range g.All() {
		if act.Err != nil {
			t.Errorf("%s: %v", act, act.Err)
		}
	}
	for _, f := range testkit.Findings(t, dir, g) {
		out = append(out, f.File+":"+string(rune('0'+f.Line))+": "+f.Check.Name+" "+f.Severity.String())
	}
	return out
}

// A broken configuration is an error of each pass that the host was handed.
func TestBrokenConfiguration(t *testing.T) {
	t.Parallel()
	dir := testkit.Extract(t, strings.Replace(configured, "off", "of", 1))
	failed := make(map[*analysis.Analyzer]bool)
	for act := range analyze(t, dir, analyzers.New(analyzers.Options{})).All() {
		if act.Err == nil {
			continue
		}
		failed[act.Analyzer] = true
		if msg := act.Err.Error(); !strings.Contains(msg, `.reslint.yaml:2: unknown value "of"`) && !strings.Contains(msg, "failed prerequisites") {
			t.Errorf("%s: %v", act, act.Err)
		}
	}
	if len(failed) != len(analyzers.All()) {
		t.Errorf("%d passes failed, want all %d", len(failed), len(analyzers.All()))
	}
}

func TestSuite(t *testing.T) {
	t.Parallel()
	if err := analysis.Validate(analyzers.All()); err != nil {
		t.Error(err)
	}
	docs := make(map[string]string)
	for _, a := range analyzers.All() {
		docs[a.Name] = a.Doc
		if !strings.HasPrefix(a.Name, "res") {
			t.Errorf("%s has not the prefix of all", a.Name)
		}
	}
	seen := make(map[string]bool)
	for _, c := range analyzers.Checks() {
		if seen[c.Name] {
			t.Errorf("two checks are named %s", c.Name)
		}
		seen[c.Name] = true
		doc, ok := docs[c.Analyzer]
		if !ok {
			t.Errorf("%s: no pass is named %q", c.Name, c.Analyzer)
		}
		if !strings.Contains(doc, "\n"+c.Name+": reported when "+c.Summary) {
			t.Errorf("%s does not document %s", c.Analyzer, c.Name)
		}
	}
}
