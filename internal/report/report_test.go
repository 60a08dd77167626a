package report_test

import (
	"bytes"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/report"
	"github.com/reslint/reslint/internal/rule"
)

var (
	noTimeout = &rule.Check{Name: "no-timeout", Guide: "R-1", Analyzer: "reslimits", Severity: rule.Error}
	limits    = &rule.Check{Name: "missing-limits", Guide: "R-2", Analyzer: "reslimits", Severity: rule.Warning}
)

const source = "package p\n\nfunc f() {\n\tname, \"世界\", get(x)\n\tget(y)\n}\n"

// fixture is a module in a directory of its own, with one source file.
type fixture struct {
	dir  string
	fset *token.FileSet
	file *token.File
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	dir := t.TempDir()
	name := filepath.Join(dir, "a", "p.go")
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	file := fset.AddFile(name, -1, len(source))
	file.SetLinesForContent([]byte(source))
	return &fixture{dir, fset, file}
}

// at is the place of a text in the source.
func (fx *fixture) at(text string) rule.Place {
	i := strings.Index(source, text)
	return rule.Place{Pos: fx.file.Pos(i), End: fx.file.Pos(i + len(text))}
}

func (fx *fixture) found(c *rule.Check, place rule.Place, message string) report.Found {
	return report.Found{
		Finding: rule.Finding{Check: c, Severity: c.Severity, Place: place, Message: message, Symbol: "f"},
		Module:  "example.com/m", Root: fx.dir,
	}
}

func (fx *fixture) report(found ...report.Found) *report.Report {
	counts := report.Counts{Packages: 1, Clients: 2, Systems: 1, Settings: 1}
	return report.New("v1.2.3", fx.dir, fx.fset, counts, found)
}

func TestWriteText(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	yaml := rule.In(
		token.Position{Filename: filepath.Join(fx.dir, "x.yaml"), Line: 3, Column: 5},
		token.Position{Filename: filepath.Join(fx.dir, "x.yaml"), Line: 3, Column: 7})
	rep := fx.report(
		fx.found(limits, yaml, "in settings"), // sorted last, by file
		fx.found(noTimeout, fx.at("get(y)"), "second line"),
		fx.found(noTimeout, fx.at("get(x)"), "second by check"),
		fx.found(limits, fx.at("get(x)"), "the first by check"),
		fx.found(limits, rule.Place{Start: token.Position{Filename: filepath.Join(fx.dir, "evil\n\x1b[2J.yaml")}}, "no line"),
	)
	var out bytes.Buffer
	if err := rep.WriteText(&out); err != nil {
		t.Fatal(err)
	}
	want := `a/p.go:4:18: the first by check
a/p.go:4:18: second by check
a/p.go:5:2: second line
evil\u000a\u001b[2J.yaml: no line
x.yaml:3:5: in settings
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
	if got, want := rep.Summary(), "1 package, 2 clients, 1 system, 1 settings file: 5 findings"; got != want {
		t.Errorf("summary %q, want %q", got, want)
	}
}

func TestWriteTerminal(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	f := fx.found(noTimeout, fx.at("get(x)"), "it may wait for ever")
	f.Related = []rule.Related{{Place: fx.at("get(y)"), Message: "and here"}}
	lines := fx.found(limits, rule.Place{Pos: fx.at("get(y)").Pos, End: fx.at("}").End}, "two lines")
	gone := fx.found(limits, rule.In(token.Position{Filename: filepath.Join(fx.dir, "gone.yaml"), Line: 1, Column: 1}, token.Position{}), "no source")
	rep := fx.report(f, lines, gone)
	var out bytes.Buffer
	if err := rep.WriteTerminal(&out, report.Terminal{}); err != nil {
		t.Fatal(err)
	}
	want := `a/p.go:4:18: error: it may wait for ever
  4 |     name, "世界", get(x)
    |                   ^~~~~~
    a/p.go:5:2: and here
a/p.go:5:2: warning: two lines
  5 |     get(y)
    |     ^~~~~~
gone.yaml:1:1: warning: no source
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
	out.Reset()
	if err := rep.WriteTerminal(&out, report.Terminal{Color: true}); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "\x1b[1ma/p.go:4:18\x1b[0m: \x1b[1;31merror\x1b[0m: it may"; !strings.HasPrefix(got, want) {
		t.Errorf("with colour it starts %q, want %q", got[:len(want)], want)
	}
}

// A fix of a settings file has lines and columns as any other.
func TestFileFix(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	file := filepath.Join(fx.dir, "x.yaml")
	if err := os.WriteFile(file, []byte("a:\n  b: 10\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	f := fx.found(limits, rule.In(token.Position{Filename: file, Line: 2, Column: 6}, token.Position{}), "too many")
	f.FileFix = &rule.FileFix{Message: "Set b to 2", Edits: []rule.FileEdit{{File: file, Start: 8, End: 10, New: "2"}}}
	got := fx.report(f).Findings[0].Fixes
	at := func(column int) report.Position { return report.Position{File: "x.yaml", Line: 2, Column: column} }
	want := []report.Fix{{Message: "Set b to 2", Edits: []report.Edit{{Pos: at(6), End: at(8), Text: "2"}}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if gone := fx.report(f).Findings[0].Fixes; len(gone) != 1 || gone[0].Edits[0].Pos.Line != 0 {
		t.Errorf("of a file that is gone: %+v", gone)
	}
}

func TestWriteJSON(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	f := fx.found(noTimeout, fx.at("get(x)"), "a < b")
	f.System = "sber"
	f.Related = []rule.Related{{Place: fx.at("get(y)"), Message: "and here"}}
	f.Fixes = []analysis.SuggestedFix{{Message: "set it", TextEdits: []analysis.TextEdit{
		{Pos: fx.at("get(x)").Pos, End: fx.at("get(x)").Pos, NewText: []byte("safe")},
	}}}
	var out bytes.Buffer
	if err := fx.report(f).WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	want := `{
  "version": "v1.2.3",
  "summary": {
    "packages": 1,
    "clients": 2,
    "systems": 1,
    "breakers": 0,
    "bulkheads": 0,
    "databases": 0,
    "settings": 1,
    "findings": 1
  },
  "findings": [
    {
      "check": "no-timeout",
      "rule": "R-1",
      "severity": "error",
      "analyzer": "reslimits",
      "message": "a < b",
      "pos": {
        "file": "a/p.go",
        "line": 4,
        "column": 18
      },
      "end": {
        "file": "a/p.go",
        "line": 4,
        "column": 24
      },
      "url": "https://github.com/reslint/reslint/blob/main/docs/rules/no-timeout.md",
      "system": "sber",
      "related": [
        {
          "message": "and here",
          "pos": {
            "file": "a/p.go",
            "line": 5,
            "column": 2
          },
          "end": {
            "file": "a/p.go",
            "line": 5,
            "column": 8
          }
        }
      ],
      "fixes": [
        {
          "message": "set it",
          "edits": [
            {
              "pos": {
                "file": "a/p.go",
                "line": 4,
                "column": 18
              },
              "end": {
                "file": "a/p.go",
                "line": 4,
                "column": 18
              },
              "text": "safe"
            }
          ]
        }
      ],
      "fingerprint": "FINGERPRINT"
    }
  ]
}
`
	want = strings.Replace(want, "FINGERPRINT", fx.report(f).Findings[0].Fingerprint, 1)
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
	out.Reset()
	if err := fx.report().WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `"findings": []`) {
		t.Errorf("no findings are no list:\n%s", out.String())
	}
}

// A fingerprint stays when code moves, and tells everything else apart.
func TestFingerprint(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	base := fx.found(noTimeout, fx.at("get(x)"), "set at p.go:4:9 only")
	print := func(found ...report.Found) string { // of the last in the report
		findings := fx.report(found...).Findings
		return findings[len(findings)-1].Fingerprint
	}
	change := func(edit func(*report.Found)) report.Found { f := base; edit(&f); return f }
	original := print(base)

	moved := change(func(f *report.Found) { f.Place = fx.at("get(y)"); f.Message = "set at p.go:88:1 only" })
	if print(moved) != original {
		t.Error("another line changed it")
	}
	elsewhere := report.New("v1", filepath.Join(fx.dir, "a"), fx.fset, report.Counts{}, []report.Found{base})
	if elsewhere.Findings[0].Fingerprint != original {
		t.Error("another working directory changed it")
	}
	for name, f := range map[string]report.Found{
		"check":   change(func(f *report.Found) { f.Check = limits }),
		"symbol":  change(func(f *report.Found) { f.Symbol = "g" }),
		"message": change(func(f *report.Found) { f.Message = "not set" }),
		"number":  change(func(f *report.Found) { f.Message = "set at p.go:4:9 only 2" }),
		"module":  change(func(f *report.Found) { f.Module = "example.com/n" }),
		"file": change(func(f *report.Found) {
			f.Place = rule.In(token.Position{Filename: filepath.Join(fx.dir, "q.go"), Line: 1}, token.Position{})
		}),
	} {
		if print(f) == original {
			t.Errorf("another %s did not change it", name)
		}
	}
	named := change(func(f *report.Found) { f.Key = "x" })
	renamed := change(func(f *report.Found) { f.Key = "x"; f.Message = "of another name" })
	if print(named) != print(renamed) || print(named) == original {
		t.Error("the key does not stand for the message")
	}
	if print(base, moved) == original {
		t.Error("two of a kind have one fingerprint")
	}
}

func TestAtOrAbove(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	rep := fx.report(fx.found(noTimeout, fx.at("get(x)"), "m"), fx.found(limits, fx.at("get(x)"), "m"))
	for severity, want := range map[rule.Severity]int{rule.Note: 2, rule.Warning: 2, rule.Error: 1} {
		if got := rep.AtOrAbove(severity); got != want {
			t.Errorf("%d at or above %s, want %d", got, severity, want)
		}
	}
}
