package lifecycle_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reslint/reslint/analyzers/lifecycle"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/testkit"
)

// What the fixtures say with want comments is found, and nothing else: those of each check, and of one that is off.
func TestFixtures(t *testing.T) {
	t.Parallel()
	const off = "hard-coded-limits"
	dir, err := filepath.Abs("../../testdata/lifecycle")
	if err != nil {
		t.Fatal(err)
	}
	findings := func(t *testing.T, dir string, policy rule.Policy) []testkit.Found {
		t.Parallel()
		return testkit.Findings(t, dir, testkit.Analyze(t, dir, lifecycle.New(lifecycle.Options{Policy: policy}), "./..."))
	}
	t.Run("on", func(t *testing.T) {
		found := findings(t, dir, rule.Policy{})
		testkit.CompareExactly(t, without(t, dir, off), "", found)
		covers(t, found, off)
	})
	t.Run("off", func(t *testing.T) {
		in := filepath.Join(dir, "literals")
		testkit.CompareExactly(t, in, "", findings(t, in, rule.Policy{Enabled: map[string]bool{off: true}}))
	})
}

// without copies fixtures and drops the comments that want a check.
func without(t *testing.T, dir, check string) string {
	t.Helper()
	out := t.TempDir()
	if err := os.CopyFS(out, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(out, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(name, []byte(strings.ReplaceAll(string(src), "// want: "+check, "//")), 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// covers checks that each check but one is found, with the properties that comments do not show.
func covers(t *testing.T, found []testkit.Found, off string) {
	t.Helper()
	seen := make(map[string]map[rule.Severity]bool)
	for _, f := range found {
		if seen[f.Check.Name] == nil {
			seen[f.Check.Name] = make(map[rule.Severity]bool)
		}
		seen[f.Check.Name][f.Severity] = true
		if f.Pos.IsValid() && f.End <= f.Pos {
			t.Errorf("%s:%d: %s has no range", f.File, f.Line, f.Check.Name)
		}
	}
	want := map[string][]rule.Severity{
		"permit-leak": {rule.Error}, "release-without-acquire": {rule.Error}, "unbounded-fanout": {rule.Warning},
		"acquire-without-deadline": {rule.Warning, rule.Note}, "close-before-drain": {rule.Error, rule.Warning},
		"client-not-closed": {rule.Note},
	}
	for _, c := range lifecycle.Checks() {
		if c.Name == off {
			continue
		}
		for _, s := range want[c.Name] {
			if !seen[c.Name][s] {
				t.Errorf("no %s of severity %s", c.Name, s)
			}
		}
		if len(seen[c.Name]) != len(want[c.Name]) {
			t.Errorf("%s has severities %v, want %v", c.Name, seen[c.Name], want[c.Name])
		}
	}
}
