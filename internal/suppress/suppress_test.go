package suppress_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/suppress"
)

const check = "no-timeout"

// index parses a Go file whose package clause is line 1.
func index(t *testing.T, src string) *suppress.Index {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return suppress.New(fset, []*ast.File{f})
}

// silenced lists the lines of the file on which a finding of the check is suppressed.
func silenced(x *suppress.Index, file, src string) []int {
	var lines []int
	for i := range strings.Count(src, "\n") + 1 {
		if x.AtLine(check, file, i+1) != nil {
			lines = append(lines, i+1)
		}
	}
	return lines
}

func lines(from, to int) []int {
	var all []int
	for i := from; i <= to; i++ {
		all = append(all, i)
	}
	return all
}

func TestGoScope(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, src string
		want      []int
	}{
		{"behind code", "package a\n\nvar c = 1 //reslint:ignore no-timeout -- why\nvar d = 1\n", []int{3}},
		{"behind code on the first of several lines",
			"package a\n\nfunc f() { //reslint:ignore no-timeout -- why\n\t_ = 1\n}\n", []int{3}},
		{"behind code that ends later",
			"package a\n\nfunc f() {\n\tfor { //reslint:ignore no-timeout -- why\n\t\tg()\n\t}\n}\n", []int{4}},
		{"behind a closing bracket",
			"package a\n\nvar c = []int{\n\t1,\n} //reslint:ignore no-timeout -- why\n\nvar d = 1\n", []int{5}},
		{"above a line", "package a\n\nfunc f() {\n\t//reslint:ignore no-timeout -- why\n\tg()\n\tg()\n}\n", []int{5}},
		{"above a statement of several lines: its first line",
			"package a\n\nfunc f() {\n\t//reslint:ignore no-timeout -- why\n\tg(\n\t\t1,\n\t)\n}\n", []int{5}},
		{"above a function", "package a\n\n//reslint:ignore no-timeout -- why\nfunc f() {\n\tg()\n}\n\nvar d = 1\n", lines(4, 6)},
		{"in a doc comment, not last",
			"package a\n\n// f is f.\n//reslint:ignore no-timeout -- why\n//\n// More.\nfunc f() {\n\tg()\n}\n", lines(7, 9)},
		{"above a group", "package a\n\n//reslint:ignore no-timeout -- why\nvar (\n\tc = 1\n\td = 2\n)\n", lines(4, 7)},
		{"above one of a group", "package a\n\nvar (\n\t//reslint:ignore no-timeout -- why\n\tc = []int{\n\t\t1,\n\t}\n\td = 2\n)\n", lines(5, 7)},
		{"above a short declaration",
			"package a\n\nfunc f() {\n\t//reslint:ignore no-timeout -- why\n\tx := &T{\n\t\tA: 1,\n\t}\n\tg(x)\n}\n", lines(5, 7)},
		{"above an assignment: its first line",
			"package a\n\nfunc f() {\n\t//reslint:ignore no-timeout -- why\n\tx = &T{\n\t\tA: 1,\n\t}\n}\n", []int{5}},
		{"above a field", "package a\n\ntype T struct {\n\t//reslint:ignore no-timeout -- why\n\tA struct {\n\t\tB int\n\t}\n\tC int\n}\n", lines(5, 7)},
		{"two stacked", "package a\n\n//reslint:ignore unit-name -- why\n//reslint:ignore no-timeout -- why\nvar c = 1\n", []int{5}},
		{"stacked the other way", "package a\n\n//reslint:ignore no-timeout -- why\n//reslint:ignore unit-name -- why\nvar c = 1\n", []int{5}},
		{"a blank line detaches", "package a\n\n//reslint:ignore no-timeout -- why\n\nvar c = 1\n", []int{4}},
		{"several names", "package a\n\nvar c = 1 //reslint:ignore unit-name, no-timeout -- why\n", []int{3}},
		{"a space before the keyword", "package a\n\nvar c = 1 // reslint:ignore no-timeout -- why\n", []int{3}},
		{"a tab before the name", "package a\n\nvar c = 1 //reslint:ignore\tno-timeout\t-- why\n", []int{3}},
		{"CRLF", "package a\r\n\r\n//reslint:ignore no-timeout -- why\r\nvar c = 1\r\n", []int{4}},
		{"line directives change nothing", "package a\n\n//line b.go:100\n//reslint:ignore no-timeout -- why\nvar c = 1\n", []int{5}},
		{"reason in another script", "package a\n\nvar c = 1 //reslint:ignore no-timeout -- так надо\n", []int{3}},

		{"another check", "package a\n\nvar c = 1 //reslint:ignore unit-name -- why\n", nil},
		{"part of a name", "package a\n\nvar c = 1 //reslint:ignore no-timeouts -- why\n", nil},
		{"no reason", "package a\n\nvar c = 1 //reslint:ignore no-timeout\n", nil},
		{"a blank reason", "package a\n\nvar c = 1 //reslint:ignore no-timeout --  \n", nil},
		{"a reason without a word", "package a\n\nvar c = 1 //reslint:ignore no-timeout -- ...\n", nil},
		{"no comma between names", "package a\n\nvar c = 1 //reslint:ignore no-timeout unit-name -- why\n", nil},
		{"an empty name", "package a\n\nvar c = 1 //reslint:ignore no-timeout, -- why\n", nil},
		{"another word", "package a\n\nvar c = 1 //reslint:ignored no-timeout -- why\n", nil},
		{"a block comment", "package a\n\nvar c = 1 /*reslint:ignore no-timeout -- why*/\n", nil},
		{"prose", "package a\n\n// reslint:ignore is a directive -- no-timeout\nvar c = 1\n", nil},
		{"a string", "package a\n\nvar c = `\n//reslint:ignore no-timeout -- why\n`\n", nil},
	} {
		x := index(t, tt.src)
		if got := silenced(x, "a.go", tt.src); !slices.Equal(got, tt.want) {
			t.Errorf("%s: lines %v, want %v\n%s", tt.name, got, tt.want, tt.src)
		}
	}
}

// The expectations are what golangci-lint's own filter does with the same files.
func TestNolintScope(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, src string
		want      []int
	}{
		{"bare", "package a\n\nvar c = 1 //nolint\nvar d = 1\n", []int{3}},
		{"bare with text", "package a\n\nvar c = 1 //nolint because\n", []int{3}},
		{"all", "package a\n\nvar c = 1 //nolint:all\n", []int{3}},
		{"all among others", "package a\n\nvar c = 1 //nolint:errcheck,all\n", []int{3}},
		{"reslint", "package a\n\nvar c = 1 //nolint:reslint\n", []int{3}},
		{"a list and a reason", "package a\n\nvar c = 1 //nolint:gosec,reslint // why\n", []int{3}},
		{"spaces", "package a\n\nvar c = 1 // nolint: gosec, RESLINT // why\n", []int{3}},
		{"above a line", "package a\n\nfunc f() {\n\t//nolint:reslint\n\tg(\n\t\t1,\n\t)\n\tg()\n}\n", lines(4, 7)},
		{"above a function", "package a\n\n// f is f.\n//nolint:reslint\nfunc f() {\n\tg()\n}\n\nvar d = 1\n", lines(3, 7)},
		{"above the package clause", "//nolint:reslint\npackage a\n\nvar c = 1\n", lines(1, 4)},
		{"in another column", "package a\n\nfunc f() {\n//nolint:reslint\n\tg()\n}\n", []int{4}},
		{"behind code, over a node in its column", "package a\n\ntype T struct {\n\tA int //nolint:reslint\n\tB int `x`\n}\n", []int{4, 5}},

		{"other linters", "package a\n\nvar c = 1 //nolint:gosec,noctx\n", nil},
		{"the name of an analyzer", "package a\n\nvar c = 1 //nolint:reslimits\n", nil},
		{"the reason names it", "package a\n\nvar c = 1 //nolint:gosec // reslint\n", nil},
		{"another word", "package a\n\nvar c = 1 //nolinter\n", nil},
		{"a block comment", "package a\n\nvar c = 1 /* nolint */\n", nil},
	} {
		x := index(t, tt.src)
		got := silenced(x, "a.go", tt.src)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: lines %v, want %v\n%s", tt.name, got, tt.want, tt.src)
		}
		if p := x.Malformed(suppress.Scope{Checks: []string{check}}); len(p) > 0 {
			t.Errorf("%s: %v, but //nolint is not ours to judge", tt.name, p)
		}
	}
}

// The narrowest directive is used, and a reslint directive before //nolint.
func TestPrecedence(t *testing.T) {
	t.Parallel()
	x := index(t, "package a\n\n//reslint:ignore no-timeout -- outer\n//nolint:reslint\nfunc f() {\n\tg() //reslint:ignore no-timeout -- inner\n\tg()\n}\n")
	for line, want := range map[int]string{5: "outer", 6: "inner", 7: "outer"} {
		if d := x.AtLine(check, "./a.go", line); d == nil || d.Reason != want {
			t.Errorf("line %d: %+v, want %s", line, d, want)
		}
	}
	if d := x.AtLine("unit-name", "a.go", 6); d == nil || !d.Nolint {
		t.Errorf("unit-name: %+v, want the //nolint", d)
	}
}

func TestEmpty(t *testing.T) {
	t.Parallel()
	var x suppress.Index
	if d := x.At(check, 1); d != nil {
		t.Error(d)
	}
	if d := x.AtLine(check, "a.go", 1); d != nil {
		t.Error(d)
	}
	x.AddSettings("a.yaml", []byte("a: 1 # reslint:ignore no-timeout -- why\n"))
	if d := x.AtLine(check, "a.yaml", 1); d == nil {
		t.Error("the zero index takes no settings")
	}
}

func TestSettingsScope(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, file, src string
		want            []int
	}{
		{"behind a value", "a.yaml", "a: 1 # reslint:ignore no-timeout -- why\nb: 2\n", []int{1}},
		{"no space", "a.yaml", "a: 1 #reslint:ignore no-timeout -- why\n", []int{1}},
		{"above a value", "a.yaml", "# reslint:ignore no-timeout -- why\na: 1\nb: 2\n", []int{2}},
		{"above a section", "a.yaml", "c:\n  # reslint:ignore no-timeout -- why\n  s:\n    a: 1\n\n    # b\n    b: 2\n  t: 1\n", lines(3, 7)},
		{"behind a section key", "a.yaml", "c:\n  s: # reslint:ignore no-timeout -- why\n    a: 1\n  t: 1\n", lines(2, 3)},
		{"above a list that is not indented", "a.yaml", "# reslint:ignore no-timeout -- why\nc:\n- 1\n- 2\nd: 1\n", lines(2, 4)},
		{"above one entry of a list", "a.yaml", "c:\n# reslint:ignore no-timeout -- why\n- a: 1\n  b: 2\n- a: 1\n", lines(3, 4)},
		{"stacked", "a.yaml", "# reslint:ignore no-timeout -- why\n# about a\na: 1\n", []int{3}},
		{"a blank line detaches", "a.yaml", "# reslint:ignore no-timeout -- why\n\na: 1\n", []int{2}},
		{"at the end", "a.yaml", "a: 1\n# reslint:ignore no-timeout -- why", []int{2}},
		{"CRLF and BOM", "a.yaml", "\ufeff# reslint:ignore no-timeout -- why\r\na: 1\r\n", []int{2}},
		{"behind a quote in a word", "a.yaml", "a: it's # reslint:ignore no-timeout -- why\n", []int{1}},
		{"behind quoted text", "a.yaml", "a: 'it''s # x' # reslint:ignore no-timeout -- why\n", []int{1}},
		{"behind an escape", "a.yaml", `a: "\" # x" # reslint:ignore no-timeout -- why`, []int{1}},
		{"in a flow mapping", "a.yaml", "a: {b: 1, # reslint:ignore no-timeout -- why\n  c: 'x'}\nd: 1\n", lines(1, 2)},
		{"behind an anchor", "a.yaml", "a: &x !!int 1 # reslint:ignore no-timeout -- why\n", []int{1}},
		{"behind a block scalar", "a.yaml", "a: |\n  text\nb: 1 # reslint:ignore no-timeout -- why\n", []int{3}},
		{"behind a block scalar in a list", "a.yaml", "- a: |\n    text\n  b: 1 # reslint:ignore no-timeout -- why\n", []int{3}},
		{"deeper than a block scalar before it", "a.yaml", "a: |\n  text\nb:\n  c: 1 # reslint:ignore no-timeout -- why\n", []int{4}},
		{"env", ".env", "A=1 # reslint:ignore no-timeout -- why\nB=1\n", []int{1}},
		{"env, above", "prod.env", "# reslint:ignore no-timeout -- why\nexport B=1\nC=1\n", []int{2}},
		{"env, behind quotes", ".env.local", "A=\"a # b\" # reslint:ignore no-timeout -- why\n", []int{1}},
		{"env, an apostrophe", ".env", "A=it's # reslint:ignore no-timeout -- why\n", []int{1}},

		{"in quoted text", "a.yaml", "a: \"x # reslint:ignore no-timeout -- why\"\n", nil},
		{"in quoted text of two lines", "a.yaml", "a: \"x\n  # reslint:ignore no-timeout -- why\"\n", nil},
		{"in a block scalar", "a.yaml", "a: |-\n  x\n  # reslint:ignore no-timeout -- why\n", nil},
		{"in a value", "a.yaml", "a: x#reslint:ignore no-timeout -- why\n", nil},
		{"no reason", "a.yaml", "a: 1 # reslint:ignore no-timeout\n", nil},
		{"nolint is for Go", "a.yaml", "a: 1 # nolint:reslint\n", nil},
		{"env, in quoted text", ".env", "A=\"x # reslint:ignore no-timeout -- why\"\n", nil},
		{"env, in a value", ".env", "A=x#reslint:ignore no-timeout -- why\n", nil},
	} {
		var x suppress.Index
		x.AddSettings(tt.file, []byte(tt.src))
		x.AddSettings(tt.file, []byte(tt.src)) // a second time changes nothing
		if got := silenced(&x, tt.file, tt.src); !slices.Equal(got, tt.want) {
			t.Errorf("%s: lines %v, want %v\n%s", tt.name, got, tt.want, tt.src)
		}
	}
}

func TestProblems(t *testing.T) {
	t.Parallel()
	all := suppress.Scope{
		Checks: []string{"no-timeout", "unit-name", "pool-total"},
		Judged: func(_ *suppress.Directive, check string) bool { return check != "pool-total" },
	}
	for _, tt := range []struct {
		comment string
		text    string // what the problem's range holds
		want    string
	}{
		{"//reslint:ignore no-timeout -- why", "//reslint:ignore no-timeout -- why", "nothing to suppress here: no finding of no-timeout"},
		{"//reslint:ignore no-timeout,unit-name -- why", "//reslint:ignore no-timeout,unit-name -- why",
			"nothing to suppress here: no finding of no-timeout or unit-name"},
		{"//reslint:ignore pool-total, unit-name -- why", "unit-name", "nothing to suppress here: no finding of unit-name"},
		{"//reslint:ignore pool-total -- why", "", ""}, // that check does not run
		{"//reslint:ignore pool-total,no-timout -- why", "no-timout",
			`suppression names the unknown check "no-timout" (did you mean "no-timeout"?)`},
		{"//reslint:ignore all -- why", "all", `suppression names the unknown check "all"`},
		{"//reslint:ignore no-timeout", "//reslint:ignore no-timeout",
			"suppression gives no reason: write //reslint:ignore no-timeout -- reason"},
		{"//reslint:ignore no-timeout // why", "//reslint:ignore no-timeout // why",
			"suppression gives no reason: write //reslint:ignore no-timeout -- reason"},
		{"// reslint:ignore no-timeout", "// reslint:ignore no-timeout",
			"suppression gives no reason: write //reslint:ignore no-timeout -- reason"},
		{"//reslint:ignore no-timeout --", "//reslint:ignore no-timeout --", `suppression gives no reason: write one after " -- "`},
		{"//reslint:ignore", "//reslint:ignore", "suppression names no check: write //reslint:ignore CHECK -- reason"},
		{"//reslint:ignore -- why", "//reslint:ignore -- why", "suppression names no check: write //reslint:ignore CHECK -- reason"},
		{"//reslint:ignore no-timeout,,unit-name -- why", "//reslint:ignore no-timeout,,unit-name -- why",
			"suppression has a comma without a check name"},
		{"//reslint:ignore no-timeout unit-name -- why", "//reslint:ignore no-timeout unit-name -- why",
			`suppression has "no-timeout unit-name" where one check name is expected: put commas between names`},
		{"//reslint:disable no-timeout", "//reslint:disable no-timeout",
			`suppression "reslint:disable" is no directive: write //reslint:ignore CHECK -- reason`},
		{"/* reslint:ignore no-timeout -- why */", "/* reslint:ignore no-timeout -- why */",
			"suppression stands in a block comment: write //reslint:ignore CHECK -- reason"},
		{"// reslint:disable is prose", "", ""},
	} {
		src := "package a\n\n" + tt.comment + "\nvar c = 1\n"
		x := index(t, src)
		found := append(x.Malformed(all), x.Unused(all)...)
		if tt.want == "" {
			if len(found) > 0 {
				t.Errorf("%s: %v, want no problem", tt.comment, found)
			}
			continue
		}
		if len(found) != 1 || found[0].Message != tt.want {
			t.Errorf("%s:\n got %+v\nwant %s", tt.comment, found, tt.want)
			continue
		}
		p := found[0]
		if got := src[p.Start.Offset:p.Stop.Offset]; got != tt.text || p.Start.Line != 3 || p.Start.Filename != "a.go" {
			t.Errorf("%s: stands at %v: %q, want %q", tt.comment, p.Start, got, tt.text)
		}
		if got := src[p.Pos-1 : p.End-1]; got != tt.text {
			t.Errorf("%s: positions hold %q, want %q", tt.comment, got, tt.text)
		}
	}
}

func TestUsed(t *testing.T) {
	t.Parallel()
	src := "package a\n\nvar c = 1 //reslint:ignore no-timeout,unit-name -- why\n"
	x, y := index(t, src), index(t, src)
	d := x.AtLine(check, "a.go", 3)
	y.Find(d).Use(check)
	all := func(*suppress.Directive, string) bool { return true }
	got := y.Unused(suppress.Scope{Judged: all})
	if len(got) != 1 || got[0].Message != "nothing to suppress here: no finding of unit-name" {
		t.Errorf("got %+v, want only unit-name", got)
	}
	if got := y.Unused(suppress.Scope{}); len(got) > 0 {
		t.Errorf("%v, but nothing is known about the run", got)
	}
	if got := y.Malformed(suppress.Scope{}); len(got) > 0 {
		t.Errorf("%v, but the checks are not known", got)
	}
	if index(t, "package a\n").Find(d) != nil {
		t.Error("found a directive that is not there")
	}
}

func TestSettingsProblem(t *testing.T) {
	t.Parallel()
	src := "a: 1\nb: 2 # reslint:ignore no-timout -- why\n"
	var x suppress.Index
	x.AddSettings("config/a.yaml", []byte(src))
	got := x.Malformed(suppress.Scope{Checks: []string{"no-timeout"}})
	if len(got) != 1 || got[0].Start.String() != "config/a.yaml:2:23" || got[0].Pos.IsValid() ||
		src[got[0].Start.Offset:got[0].Stop.Offset] != "no-timout" {
		t.Errorf("got %+v", got)
	}
}
