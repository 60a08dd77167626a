package limits_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/reslint/reslint/analyzers/limits"
	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/testkit"
)

// Each directory of testdata/limits has packages of one kind.
func TestFixtures(t *testing.T) {
	t.Parallel()
	testkit.Shows(t, testkit.CheckCorpus(t, limits.Analyzer, "limits"),
		"no-timeout:error", "no-timeout:warning", "no-timeout:note", "shared-default-transport:warning",
		"missing-limits:warning", "missing-limits:note", "timeout-order:error", "deadline-below-timeout:note",
		"deadline-below-timeout:warning", "long-read-timeout:note")
}

// With tests switched on, test support is judged like everything else, and generated code still is not.
func TestFixturesWithTests(t *testing.T) {
	t.Parallel()
	dir := testkit.Corpus(t)
	policy := rule.Policy{Tests: true}
	a := limits.New(limits.Options{Policy: policy, Model: outbound.New(outbound.Options{Policy: policy})})
	graph := testkit.Analyze(t, dir, a, "./limits/silent/...", "./limits/pool")
	var files []string
	for _, f := range testkit.Findings(t, dir, graph) {
		if !slices.Contains(files, f.File) {
			files = append(files, f.File)
		}
	}
	want := []string{
		"clienttest/clienttest.go", "e2e/e2e.go", "fakes/fakes.go", "helpers/helpers.go", "helpers/imports.go",
		"helpers/notgen.go", "helpers/tb.go", "helpers/testing.go", "mocks/store/store.go", "mockingbird/mockingbird.go",
		"tester/tester.go", "testutil/testutil.go",
	}
	for i := range want {
		want[i] = "limits/silent/" + want[i]
	}
	slices.Sort(want)
	if slices.Sort(files); !slices.Equal(files, want) {
		t.Errorf("findings in %q, want %q", files, want)
	}
}

// A project may name its own words for test support, in place of the usual ones.
func TestSupportWords(t *testing.T) {
	t.Parallel()
	dir := testkit.Corpus(t)
	policy := rule.Policy{Support: []string{"mockingbird"}}
	a := limits.New(limits.Options{Policy: policy, Model: outbound.New(outbound.Options{Policy: policy})})
	graph := testkit.Analyze(t, dir, a, "./limits/silent/mocks/...", "./limits/silent/mockingbird", "./limits/silent/clienttest")
	var files []string
	for _, f := range testkit.Findings(t, dir, graph) {
		files = append(files, f.File)
	}
	if want := "limits/silent/mocks/store/store.go"; len(files) == 0 || slices.ContainsFunc(files, func(f string) bool { return f != want }) {
		t.Errorf("findings in %q, want %q only", files, want)
	}
}

// Two runs over the same packages find the same, in the same order.
func TestSameFindings(t *testing.T) {
	t.Parallel()
	dir := testkit.Corpus(t)
	packages := testkit.Load(t, dir, "./limits/options/...", "./limits/wrapper/...", "./limits/deadline/...", "./limits/pool")
	first := testkit.Findings(t, dir, testkit.Run(t, packages, limits.New(limits.Options{})))
	for range 4 {
		again := testkit.Findings(t, dir, testkit.Run(t, packages, limits.New(limits.Options{})))
		same := slices.EqualFunc(first, again, func(a, b testkit.Found) bool {
			return a.File == b.File && a.Place == b.Place && a.Check == b.Check && a.Severity == b.Severity && a.Message == b.Message
		})
		if !same {
			t.Fatalf("another run found\n%v\nafter\n%v", again, first)
		}
	}
}

// Each archive is a library of the catalogue that is the module under judgement.
func TestLibraries(t *testing.T) {
	t.Parallel()
	archives, err := filepath.Glob("testdata/library/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal(archives, err)
	}
	for _, name := range archives {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		dir := testkit.Extract(t, string(text))
		testkit.CompareWants(t, dir, testkit.Findings(t, dir, testkit.Analyze(t, dir, limits.Analyzer, "./...")))
	}
}
