package baseline

import (
	"reflect"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/report"
)

const print1, print2 = "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	rep := &report.Report{Findings: []report.Finding{
		{Check: "no-timeout", Fingerprint: print1, Message: "the client: has no timeout", Pos: report.Position{File: "a b/c.go", Line: 7}},
		{Check: "pool-total", Fingerprint: print2, Message: "two\nlines", Pos: report.Position{File: "x\n.yaml"}},
	}}
	var b strings.Builder
	if err := Write(&b, rep, func(file string) string { return "sub/" + file }); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), ":7") {
		t.Errorf("a line number, which would change with every edit:\n%s", b.String())
	}
	want := []Entry{{print1, "no-timeout", "sub/a b/c.go"}, {print2, "pool-total", `sub/x\u000a.yaml`}}
	for _, src := range []string{
		b.String(),
		"\ufeff" + strings.ReplaceAll(b.String(), "\n", "\r\n"),       // as another system saves it
		strings.Replace(b.String(), "\n", "\n# ours\n\n", 1) + "\n\n", // as people edit it
	} {
		got, err := Parse("f", []byte(src))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %+v, %v", src, got, err)
		}
	}
}

func TestParseProblems(t *testing.T) {
	t.Parallel()
	entry := print1 + " no-timeout a.go: m\n"
	for src, want := range map[string]string{
		"":                                  "f:1: no baseline",
		"\n" + header + "\n":                "f:1: no baseline",
		entry:                               "f:1: no baseline",
		"{}":                                "f:1: no baseline",
		"# reslint baseline 12\n":           "f:1: a baseline of form 12, which only a newer",
		header + "\n<<<<<<< main\n" + entry: "f:2: the mark of a merge conflict",
		header + "\n" + entry + print2[1:] + " x":      "f:3: no entry",
		header + "\n" + print1 + "\n":                  "f:2: no entry",
		header + "\n" + print1 + " a.go: m\n":          "f:2: no entry",
		header + "\n" + print1 + " no-timeout x:":      "f:2: no entry",
		header + "\n" + entry + "\xff" + entry:         "f:3: no entry",
		header + "\nx\n" + entry + "y\n":               "f:2: no entry: an entry is a fingerprint, a check, a file and a message\nf:4: no entry",
		header + strings.Repeat("\nx", 1_000_000):      "f:12: and there may be more",
		header + "\n" + entry + strings.ToUpper(entry): "f:3: no entry",
	} {
		_, err := Parse("f", []byte(src))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80q: %v, want %s", src, err, want)
		}
		if err != nil && strings.Count(err.Error(), "\n") > maxProblems {
			t.Errorf("%d lines of errors", strings.Count(err.Error(), "\n"))
		}
	}
	if got, err := Parse("f", []byte(header)); err != nil || len(got) != 0 {
		t.Errorf("an empty baseline: %v, %v", got, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(header + "\n" + print1 + " no-timeout a.go: m\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		entries, err := Parse("f", src)
		for _, e := range entries {
			if err == nil && (e.Fingerprint == "" || e.Check == "" || e.File == "") {
				t.Errorf("%+v", e)
			}
		}
	})
}
