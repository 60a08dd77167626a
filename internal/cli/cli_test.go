package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/outbound"
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

// fakeSuite reports each package-level name that is a severity.
func fakeSuite(opts analyzers.Options) analyzers.Suite {
	opts.Policy.Enabled = map[string]bool{"a-note": true}
	model := &analysis.Analyzer{
		Name: "fakemodel", Doc: "fake", ResultType: reflect.TypeFor[*outbound.Model](),
		Run: func(*analysis.Pass) (any, error) { return new(outbound.Model), nil },
	}
	check := &analysis.Analyzer{
		Name: "fake", Doc: "fake", Requires: []*analysis.Analyzer{model}, ResultType: reflect.TypeFor[*rule.Result](),
		Run: func(pass *analysis.Pass) (any, error) {
			r := rule.NewReporter(pass, opts.Policy)
			for _, name := range pass.Pkg.Scope().Names() {
				if c := fakeChecks[name]; c != nil {
					pos := pass.Pkg.Scope().Lookup(name).Pos()
					place := rule.Place{Pos: pos, End: pos + 4}
					r.Report(rule.Finding{Check: c, Place: place, Message: "found one"})
				}
			}
			return r.Result(), nil
		},
	}
	return analyzers.Suite{Model: model, Analyzers: []*analysis.Analyzer{check}}
}

type result struct {
	status         int
	stdout, stderr string
}

// run runs a command line over a module of one file.
func run(t *testing.T, source string, edit func(*System), args ...string) result {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.26\n", "sub/p.go": "package p\n\n" + source, "other/p.go": "package p\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	sys := System{Stdout: &stdout, Stderr: &stderr, Dir: dir, Env: append(os.Environ(), "GOFLAGS=", "NO_COLOR=", "TERM=xterm")}
	if edit != nil {
		edit(&sys)
	}
	checks := func() []*rule.Check {
		return []*rule.Check{fakeChecks["error"], fakeChecks["warning"], fakeChecks["note"]}
	}
	status := app{sys, fakeSuite, checks}.run(context.Background(), args)
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
			"reslint: invalid value \"xml\" for flag -format: unknown format: use text or json\n" + hint}},
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
	plain := "sub/p.go:3:5: error: found one (an-error, R-3)\n  3 | var error int\n    |     ^~~~\n"
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
	for _, args := range []string{"check", "check -format=json", "rules", "version", "explain an-error", "-h"} {
		got := run(t, "var error int", func(s *System) { s.Stdout = brokenPipe{} }, strings.Fields(args)...)
		if got.status != 2 || !strings.Contains(got.stderr, "broken pipe") {
			t.Errorf("%s: %+v, want status 2 and the cause", args, got)
		}
	}
}

func TestExplain(t *testing.T) {
	t.Parallel()
	want := `an-error (R-3): error, on by default, since 0.1.0

Reported when a thing is wrong.

Why

    It hurts.

Bad

    bad()

    bad()

Good

    good()

How to mend it

    Mend it.

https://github.com/reslint/reslint/blob/main/docs/rules/an-error.md
`
	if got := run(t, "", nil, "explain", "an-error"); got != (result{0, want, ""}) {
		t.Errorf("got %+v, want\n%s", got, want)
	}
	for args, want := range map[string]string{
		"explain an-eror": `no check "an-eror" (did you mean "an-error"?)`,
		"explain zzz":     `no check "zzz"; 'reslint rules' lists them`,
		"explain":         "explain takes the name of one check",
		"explain a b":     "explain takes the name of one check",
		"rules x":         "rules takes no arguments",
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
		if len(lines) > 30 || strings.Count(got.stdout, "\n  reslint ") != 3 {
			t.Errorf("%s: %d lines, want at most 30 with three examples:\n%s", args, len(lines), got.stdout)
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
	for _, args := range []string{"-h", "rules", "version", "explain an-error"} {
		if got := run(t, "", nowhere, strings.Fields(args)...); got.status != 0 || got.stdout == "" {
			t.Errorf("%s: %+v", args, got)
		}
	}
}
