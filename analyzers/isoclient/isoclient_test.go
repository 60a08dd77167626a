package isoclient_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/reslint/reslint/analyzers/isoclient"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/testkit"
)

// Each directory of testdata/isoclient has packages of one kind.
func TestFixtures(t *testing.T) {
	t.Parallel()
	testkit.Shows(t, testkit.CheckCorpus(t, isoclient.Analyzer, "isoclient"),
		"shared-client:error", "shared-client:warning", "shared-breaker:error", "shared-bulkhead:error",
		"per-call-client:warning", "mutated-default:error")
}

// What the project's settings say of systems beats hosts, packages and types.
func TestSystems(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/systems.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := testkit.Extract(t, string(text))
	cfg, err := config.Load(filepath.Join(dir, config.FileName), config.FileName, isoclient.Checks())
	if err != nil {
		t.Fatal(err)
	}
	a := isoclient.New(isoclient.Options{Policy: cfg.Policy(), Model: outbound.New(outbound.Options{Policy: cfg.Policy(), Config: cfg})})
	testkit.CompareExactly(t, dir, "", testkit.Findings(t, dir, testkit.Analyze(t, dir, a, "./...")))
}

// Every use of what is shared is a related place, in other packages too.
func TestRelated(t *testing.T) {
	t.Parallel()
	dir := testkit.Corpus(t)
	graph := testkit.Analyze(t, dir, isoclient.Analyzer, "./isoclient/across/global/...", "./isoclient/kit", "./isoclient/share/params")
	var got []string
	for _, f := range testkit.Findings(t, dir, graph) {
		for _, r := range f.Related {
			start, _ := r.Resolve(graph.Roots[0].Package.Fset)
			name, err := filepath.Rel(dir, start.Filename)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprintf("%s:%d: %s", filepath.ToSlash(name), start.Line, r.Message))
		}
	}
	want := []string{
		"isoclient/across/global/providers/pager/pager.go:8: example.com/fixtures/isoclient/across/global/providers/pager.Sender uses it for pager",
		"isoclient/across/global/providers/slack/slack.go:9: example.com/fixtures/isoclient/across/global/providers/slack.Send uses it for slack",
		"isoclient/share/params/params.go:23: example.com/fixtures/isoclient/share/params.pager uses it for pagerduty.com",
		"isoclient/share/params/params.go:21: example.com/fixtures/isoclient/share/params.slack uses it for slack.com",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %s\nwant %s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
