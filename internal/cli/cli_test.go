package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/page"
	"github.com/reslint/reslint/internal/rule"
)

var fakeChecks = map[string]*rule.Check{
	"note":    {Name: "a-note", Guide: "R-1", Analyzer: "fake", Severity: rule.Note, Off: true, Summary: "x", Since: "0.1.0"},
	"warning": {Name: "a-warning", Guide: "R-2", Analyzer: "fake", Severity: rule.Warning, Summary: "y", Since: "0.1.0"},
	"error": {
		Name: "an-error", Guide: "R-3", Analyzer: "fake", Severity: rule.Error, Since: "0.1.0",
		Summary: "a thing is wrong", Why: "It hurts.\n", Bad: "bad()\n\nbad()\n", Good: "good()\n", HowToFix: "Mend it.",
	},
}

// fakeSuite reports each package-level name that is a severity. An error can be mended: it becomes a warning. The
// model gives up on functions named giveUp, and a name broken stands for settings that do not parse.
func fakeSuite(opts analyzers.Options) analyzers.Suite {
	policy := opts.Policy.Over(opts.Config.Policy())
	policy.Enabled["a-note"] = policy.Enabled["a-note"] || !policy.Disabled["a-note"]
	model := &analysis.Analyzer{
		Name: "fakemodel", Doc: "fake", ResultType: reflect.TypeFor[*outbound.Model](),
		Run: func(pass *analysis.Pass) (any, error) {
			m := new(outbound.Model)
			if pass.Pkg.Scope().Lookup("giveUp") != nil {
				m.Unanalysed = append(m.Unanalysed, "giveUp: too deep")
			}
			return m, nil
		},
	}
	check := &analysis.Analyzer{
		Name: "fake", Doc: "fake", Requires: []*analysis.Analyzer{model}, ResultType: reflect.TypeFor[*rule.Result](),
		Run: func(pass *analysis.Pass) (any, error) { return fakeRun(pass, policy), nil },
	}
	return analyzers.Suite{Model: model, Analyzers: []*analysis.Analyzer{check}}
}

func fakeRun(pass *analysis.Pass, policy rule.Policy) *rule.Result {
	r := rule.NewReporter(pass, policy)
	dir := filepath.Dir(pass.Fset.Position(pass.Files[0].Package).Filename)
	for _, name := range pass.Pkg.Scope().Names() {
		pos := pass.Pkg.Scope().Lookup(name).Pos()
		place := rule.Place{Pos: pos, End: pos + token.Pos(len(name))}
		kind, _, _ := strings.Cut(name, "_")
		f := rule.Finding{Check: fakeChecks[kind], Place: place, Message: "found one"}
		switch kind {
		case "error":
			f.Fixes = []analysis.SuggestedFix{{Message: "Make it a warning", TextEdits: []analysis.TextEdit{
				{Pos: place.Pos, End: place.End, NewText: []byte("warning" + name[len(kind):])}}}}
		case "settings":
			file := filepath.Join(dir, "app.yaml")
			f.Check, f.FileFix = fakeChecks["error"], &rule.FileFix{
				Message: "Make it 2", Edits: []rule.FileEdit{{File: file, Start: 3, End: 4, New: "2"}}}
			at := token.Position{Filename: file, Line: 1, Column: 4}
			f.Place, f.Anchor = rule.In(at, at), place
			if src, err := os.ReadFile(file); err != nil || !bytes.HasPrefix(src, []byte("a: 1")) {
				continue
			}
		case "broken":
			r.FileError(rule.FileError{File: filepath.Join(dir, "app.yaml"), Name: "app.yaml", Line: 7, Message: "no mapping"})
			continue
		}
		if f.Check != nil {
			r.Report(f)
		}
	}
	return r.Result()
}

type result struct {
	status         int
	stdout, stderr string
}

// run runs a command line over a module of one file, or over the files that source is an archive of.
func run(t *testing.T, source string, edit func(*System), args ...string) result {
	t.Helper()
	return runIn(t, module(t, source), edit, args...)
}

// module writes a module.
func module(t *testing.T, source string) (dir string) {
	t.Helper()
	files := "-- go.mod --\nmodule example.com/m\n\ngo 1.26\n-- other/p.go --\npackage p\n"
	if !strings.HasPrefix(source, "-- ") {
		source = "-- sub/p.go --\npackage p\n\n" + source
	}
	dir = t.TempDir()
	for _, f := range txtar.Parse([]byte(files + source)).Files {
		file := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, f.Data, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func runIn(t *testing.T, dir string, edit func(*System), args ...string) result {
	t.Helper()
	return runUnder(t.Context(), dir, edit, args...)
}

func runUnder(ctx context.Context, dir string, edit func(*System), args ...string) result {
	var stdout, stderr bytes.Buffer
	sys := System{Stdout: &stdout, Stderr: &stderr, Dir: dir, Env: append(os.Environ(), "GOFLAGS=", "NO_COLOR=", "TERM=xterm")}
	if edit != nil {
		edit(&sys)
	}
	checks := func() []*rule.Check {
		return []*rule.Check{fakeChecks["error"], fakeChecks["warning"], fakeChecks["note"]}
	}
	status := app{sys, fakeSuite, checks}.run(ctx, args)
	return result{status, stdout.String(), stderr.String()}
}

const (
	oneError   = "sub/p.go:3:5: found one (an-error, R-3)\n"
	oneSummary = "2 packages, 0 clients, 0 systems: 1 finding\n"
	noSummary  = "2 packages, 0 clients, 0 systems: 0 findings\n"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, source string
		args         string
		want         result
	}{
		{"clean", "", "", result{0, "", noSummary}},
		{"no arguments", "var error int", "", result{1, oneError, oneSummary}},
		{"packages", "var error int", "./...", result{1, oneError, oneSummary}},
		{"subcommand", "var error int", "check ./...", result{1, oneError, oneSummary}},
		{"note", "var note int", "", result{0, "sub/p.go:3:5: found one (a-note, R-1)\n", oneSummary}},
		{"fail on note", "var note int", "-fail-on note", result{1, "sub/p.go:3:5: found one (a-note, R-1)\n", oneSummary}},
		{"warning", "var warning int", "", result{1, "sub/p.go:3:5: found one (a-warning, R-2)\n", oneSummary}},
		{
			"fail on error", "var warning int", "--fail-on=error",
			result{0, "sub/p.go:3:5: found one (a-warning, R-2)\n", oneSummary},
		},
		{
			"flags behind packages", "var error int", "./... -C sub",
			result{1, "p.go:3:5: found one (an-error, R-3)\n", "1 package, 0 clients, 0 systems: 1 finding\n"},
		},
		{"required and there", "", "-require packages=2,clients=0", result{0, "", noSummary}},
		{
			"required and missing", "", "-require packages=3,systems=1",
			result{2, "", "reslint: -require packages=3: only 2 seen\nreslint: -require systems=1: only 0 seen\n" + noSummary},
		},
		{
			"problems outweigh findings", "var error int", "./sub ./none",
			result{2, oneError, "reslint: cannot check ./none: stat none: directory not found\n" +
				"1 package, 0 clients, 0 systems: 1 finding\n"},
		},
		{"unknown flag", "", "-tets", result{2, "", "reslint: unknown flag -tets (did you mean \"tests\"?)\n" + hint}},
		{"subcommand behind flags", "", "-tests explain x", result{2, "",
			"reslint: the subcommand comes first: reslint explain [flags] [arguments]\n" + hint}},
		{"unknown format", "", "-format xml", result{2, "",
			"reslint: invalid value \"xml\" for flag -format: unknown format: use text, json, sarif, github, gitlab or checkstyle\n" + hint}},
		{"unknown severity", "", "-fail-on bad", result{2, "",
			"reslint: invalid value \"bad\" for flag -fail-on: unknown severity: use error, warning or note\n" + hint}},
		{"unknown count", "", "-require system=1", result{2, "",
			"reslint: invalid value \"system=1\" for flag -require: nothing is counted as \"system\" (did you mean \"systems\"?): " +
				"use packages, clients, systems, breakers, bulkheads, databases, settings\n" + hint}},
		{"no count", "", "-require systems", result{2, "",
			"reslint: invalid value \"systems\" for flag -require: \"systems\" is not NAME=NUMBER\n" + hint}},
		{"operands behind a double dash", "", "-- -C", result{2, "", "reslint: "}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := run(t, tt.source, nil, strings.Fields(tt.args)...)
			if tt.want.stderr == "reslint: " && strings.HasPrefix(got.stderr, tt.want.stderr) {
				got.stderr, tt.want.stderr = "", "" // the go command's words
			}
			if got != tt.want {
				t.Errorf("got\n%+v\nwant\n%+v", got, tt.want)
			}
		})
	}
}

const hint = "Run 'reslint -h' for usage.\n"

func TestJSON(t *testing.T) {
	t.Parallel()
	got := run(t, "var error int", nil, "-format", "json")
	var doc struct {
		Summary  map[string]int
		Findings []struct{ Check string }
	}
	if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil {
		t.Fatalf("%v in %s", err, got.stdout)
	}
	if got.status != 1 || doc.Summary["packages"] != 2 || len(doc.Findings) != 1 || doc.Findings[0].Check != "an-error" {
		t.Errorf("status %d, %+v", got.status, doc)
	}
	if got.stderr != "" {
		t.Errorf("stderr %q: tools read both as one", got.stderr)
	}
}

func TestTerminal(t *testing.T) {
	t.Parallel()
	plain := "sub/p.go:3:5: error: found one (an-error, R-3)\n  3 | var error int\n    |     ^~~~~\n"
	for _, tt := range []struct {
		name  string
		env   string
		plain bool
	}{
		{"colour", "X=", false},
		{"NO_COLOR", "NO_COLOR=1", true},
		{"dumb", "TERM=dumb", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := run(t, "var error int", func(s *System) { s.StdoutIsTerm = true; s.Env = append(s.Env, tt.env) })
			if tt.plain != (got.stdout == plain) || !tt.plain && !strings.Contains(got.stdout, "\x1b[1;31merror\x1b[0m: found one") {
				t.Errorf("got\n%s", got.stdout)
			}
		})
	}
}

// A run that takes long shows that it lives, and leaves nothing of that behind.
func TestProgress(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		terminal bool
		takes    time.Duration
		want     string
	}{
		{"short", true, 900 * time.Millisecond, ""},
		{"long", true, 2500 * time.Millisecond, "\r\x1b[Kreslint: loading (1 s)\r\x1b[Kreslint: loading (2 s)\r\x1b[K"},
		{"piped", false, time.Minute, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var stderr bytes.Buffer
				stage, done := app{System: System{Stderr: &stderr, StderrIsTerm: tt.terminal}}.progress()
				stage("loading")
				time.Sleep(tt.takes)
				done()
				if got := stderr.String(); got != tt.want {
					t.Errorf("got %q, want %q", got, tt.want)
				}
			})
		})
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestWriteError(t *testing.T) {
	t.Parallel()
	for _, args := range []string{
		"check", "check -format=json", "check -fix -diff", "rules", "rules -format json", "version", "explain an-error", "-h",
		"config show", "config check", "config schema", "completion bash", "settings",
	} {
		got := run(t, "var error int", func(s *System) { s.Stdout = brokenPipe{} }, strings.Fields(args)...)
		if got.status != 2 || !strings.Contains(got.stderr, "broken pipe") {
			t.Errorf("%s: %+v, want status 2 and the cause", args, got)
		}
	}
}

// A run that somebody ends says that, and nothing of what broke off with it.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, want := runUnder(ctx, module(t, "var error int"), nil, "check"), (result{2, "", "reslint: interrupted\n"}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestExplain(t *testing.T) {
	t.Parallel()
	got := run(t, "", nil, "explain", "an-error")
	if want := page.Text(fakeChecks["error"]); got != (result{0, want, ""}) || !strings.HasPrefix(want, "an-error: error, on by default") {
		t.Errorf("got %+v, want\n%s", got, want)
	}
	for args, want := range map[string]string{
		"explain an-eror": `no check "an-eror" (did you mean "an-error"?)`,
		"explain zzz":     `no check "zzz"; 'reslint rules' lists them`,
		"explain":         "explain takes the name of one check",
		"explain a b":     "explain takes the name of one check",
		"rules x":         "rules takes no arguments",
		"rules -format x": "unknown format: use text or json",
		"version x":       "version takes no arguments",
	} {
		if got := run(t, "", nil, strings.Fields(args)...); got.status != 2 || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, want %s", args, got, want)
		}
	}
}

func TestRules(t *testing.T) {
	t.Parallel()
	want := `an-error   R-3  error       a thing is wrong
a-warning  R-2  warning     y
a-note     R-1  note (off)  x
`
	if got := run(t, "", nil, "rules"); got != (result{0, want, ""}) {
		t.Errorf("got %+v, want\n%s", got, want)
	}
	var all []struct{ Check, URL string }
	got := run(t, "", nil, "rules", "-format", "json")
	if err := json.Unmarshal([]byte(got.stdout), &all); err != nil || len(all) != 3 || all[2].Check != "a-note" || got.status != 0 {
		t.Errorf("%v: %+v", err, got)
	}
}

// The help is for a person with a small screen.
func TestHelp(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"-h", "--help", "help", "check -h", "help check", "./... -h"} {
		got := run(t, "", nil, strings.Fields(args)...)
		if got.status != 0 || got.stderr != "" {
			t.Errorf("%s: %+v", args, got)
		}
		lines := strings.Split(strings.TrimSuffix(got.stdout, "\n"), "\n")
		if len(lines) > 35 || strings.Count(got.stdout, "\n  reslint ") != 3 {
			t.Errorf("%s: %d lines, want at most 35 with three examples:\n%s", args, len(lines), got.stdout)
		}
		for _, l := range lines {
			if len(l) > 100 {
				t.Errorf("%s: line too long: %s", args, l)
			}
		}
	}
	if got := run(t, "", nil, "explain", "-h"); !strings.HasPrefix(got.stdout, "usage: reslint explain CHECK\n") {
		t.Errorf("explain -h: %+v", got)
	}
}

// What needs no packages must work where there are none.
func TestNoLoad(t *testing.T) {
	t.Parallel()
	nowhere := func(s *System) { s.Dir = filepath.Join(s.Dir, "nowhere"); s.Env = nil }
	for _, args := range []string{
		"-h", "rules", "version", "explain an-error", "config show", "config check", "config schema", "completion fish",
	} {
		if got := run(t, "", nowhere, strings.Fields(args)...); got.status != 0 || got.stdout == "" {
			t.Errorf("%s: %+v", args, got)
		}
	}
}
