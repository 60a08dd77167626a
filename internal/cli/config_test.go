package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/completion"
	"github.com/reslint/reslint/internal/rule"
)

const twoFindings = `-- sub/p.go --
package p

var error int

var warning int
-- legacy/p.go --
package p

var error int
`

// What the configuration and the flags over it do to findings.
func TestConfiguration(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, config, args string
		status             int
		stdout             string // lines "file:line check severity"
	}{
		{"none", "", "", 1, "legacy/p.go:3 an-error error, sub/p.go:3 an-error error, sub/p.go:5 a-warning warning"},
		{"off", "checks: {an-error: off}", "", 1, "sub/p.go:5 a-warning warning"},
		{"excluded", "exclude: [legacy/**]", "", 1, "sub/p.go:3 an-error error, sub/p.go:5 a-warning warning"},
		{"from a folder below", "exclude: [legacy/**]", "-C sub", 1, "p.go:3 an-error error, p.go:5 a-warning warning"},
		{"severity", "checks: {an-error: note, a-warning: note}", "", 0,
			"legacy/p.go:3 an-error note, sub/p.go:3 an-error note, sub/p.go:5 a-warning note"},
		{"disabled by a flag", "", "-disable an-error", 1, "sub/p.go:5 a-warning warning"},
		{"enabled by a flag", "checks: {an-error: off}", "-enable=an-error -disable a-warning", 1,
			"legacy/p.go:3 an-error error, sub/p.go:3 an-error error"},
		{"enabled, but with a severity", "checks: {an-error: note}", "-enable an-error -disable a-warning,a-note", 0,
			"legacy/p.go:3 an-error note, sub/p.go:3 an-error note"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			source := twoFindings
			if tt.config != "" {
				source += "-- .reslint.yaml --\n" + tt.config + "\n"
			}
			got := run(t, source, nil, append(strings.Fields(tt.args), "-format", "json")...)
			if found := findings(t, got.stdout); found != tt.stdout || got.status != tt.status {
				t.Errorf("status %d and %s, want %d and %s\n%s", got.status, found, tt.status, tt.stdout, got.stderr)
			}
		})
	}
}

func findings(t *testing.T, text string) string {
	t.Helper()
	var doc struct {
		Findings []struct {
			Check, Severity string
			Pos             struct {
				File string
				Line int
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	var out []string
	for _, f := range doc.Findings {
		out = append(out, strings.Join([]string{f.Pos.File + ":" + string(rune('0'+f.Pos.Line)), f.Check, f.Severity}, " "))
	}
	return strings.Join(out, ", ")
}

// A configuration that cannot be used fails the run before anything is loaded, and says where it is wrong.
func TestBadConfiguration(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, source, args, want string }{
		{"unknown key", "-- .reslint.yaml --\ntests: true\nexclud: [a]\n", "",
			"reslint: .reslint.yaml:2: unknown key \"exclud\": did you mean \"exclude\"?\n"},
		{"unknown check", "-- .reslint.yaml --\nchecks:\n  an-eror: off\n", "",
			"reslint: .reslint.yaml:2: unknown check \"an-eror\" in checks: did you mean \"an-error\"?\n"},
		{"several mistakes", "-- .reslint.yaml --\nexclud: [a]\ntests: maybe\n", "",
			"reslint: .reslint.yaml:1: unknown key \"exclud\": did you mean \"exclude\"?\n" +
				"reslint: .reslint.yaml:2: tests takes true or false, not \"maybe\"\n"},
		{"seen from below", "-- .reslint.yaml --\ntests: maybe\n", "-C other",
			"reslint: ../.reslint.yaml:1: tests takes true or false, not \"maybe\"\n"},
		{"wrong name", "-- .reslint.yml --\ntests: true\n", "",
			"reslint: .reslint.yml:1: this name is not read: rename the file to .reslint.yaml\n"},
		{"missing file", "", "-config ci/none.yaml", "reslint: ci/none.yaml:1: no such file or directory\n"},
		{"directory", "", "-config other", "reslint: other:1: not a regular file\n"},
		{"no name", "", "-config=", "reslint: invalid value \"\" for flag -config: it names no file\n" + hint},
		{"unknown check in a flag", "", "-enable an-eror",
			"reslint: invalid value \"an-eror\" for flag -enable: no check \"an-eror\" (did you mean \"an-error\"?); " +
				"'reslint rules' lists them\n" + hint},
		{"on and off", "", "-enable an-error,a-note -disable a-note", "reslint: a-note is both in -enable and in -disable\n" + hint},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			source := tt.source
			if source == "" {
				source = "var error int"
			}
			for _, command := range []string{"check", "config show", "config check", "settings"} {
				if strings.Contains(tt.args, "able ") && command != "check" {
					continue
				}
				got := run(t, source, nil, append(strings.Fields(command), strings.Fields(tt.args)...)...)
				if want := (result{2, "", tt.want}); got != want {
					t.Errorf("%s: got\n%+v\nwant\n%+v", command, got, want)
				}
			}
		})
	}
}

// A module's own configuration is not passed over in silence where the run has another.
func TestWorkspace(t *testing.T) {
	t.Parallel()
	dir := module(t, "-- go.work --\ngo 1.26\n\nuse (\n\t.\n\t./b\n)\n-- b/go.mod --\nmodule example.com/b\n\ngo 1.26\n-- b/b.go --\npackage b\n\nvar error int\n"+
		"-- b/.reslint.yaml --\nchecks: {an-error: off}\n")
	got := runIn(t, dir, nil, "./b/...")
	if note := "reslint: b/.reslint.yaml is not read: "; got.status != 1 || !strings.HasPrefix(got.stderr, note) {
		t.Errorf("%+v", got)
	}
	if got := runIn(t, dir, nil, "-C", "b"); got != (result{0, "", "1 package, 0 clients, 0 systems: 0 findings\n"}) {
		t.Errorf("%+v", got)
	}
	if got := runIn(t, dir, nil, "-config", "b/.reslint.yaml", "./b/..."); got.status != 0 || strings.Contains(got.stderr, "not read") {
		t.Errorf("%+v", got)
	}
}

func TestConfig(t *testing.T) {
	t.Parallel()
	const source = "-- .reslint.yaml --\nchecks:\n  an-error: note\n-- ci.yaml --\ntests: true\n"
	for args, want := range map[string]string{
		"show":                        "  an-error: note  # .reslint.yaml:2\n",
		"show -config ci.yaml":        "tests: true  # ci.yaml:1\n",
		"-C other show":               "  an-error: note  # ../.reslint.yaml:2\n",
		"check":                       ".reslint.yaml: valid\n",
		"check -config ci.yaml --C .": "ci.yaml: valid\n",
		"schema":                      `"an-error"`,
	} {
		got := run(t, source, nil, append([]string{"config"}, strings.Fields(args)...)...)
		if got.status != 0 || got.stderr != "" || !strings.Contains(got.stdout, want) {
			t.Errorf("%s: %+v, want %s", args, got, want)
		}
	}
	for args, want := range map[string]string{
		"": "config takes one of show, check, schema", "show check": "config takes one of",
		"shwo": `not "shwo" (did you mean "show"?)`,
	} {
		if got := run(t, source, nil, append([]string{"config"}, strings.Fields(args)...)...); got.status != 2 || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, want %s", args, got, want)
		}
	}
	none := run(t, "", nil, "config", "check")
	if none != (result{0, "no configuration file: all values are defaults\n", ""}) {
		t.Errorf("without a file: %+v", none)
	}
}

// Where init finds nothing, it says what to fill in.
func TestInitHints(t *testing.T) {
	t.Parallel()
	const adapter = "-- adapters/out/sber/c.go --\npackage sber\n\nimport \"net/http\"\n\nvar Client http.Client\n"
	for archive, want := range map[string]string{
		"-- a.go --\npackage a\n": "0 systems and 0 settings files found; fill in systems or adapter-roots: which packages call which system\n",
		adapter:                   "1 system and 0 settings files found; fill in settings if there are some elsewhere\n",
	} {
		if got := runIn(t, module(t, archive), nil, "init"); got != (result{0, "wrote .reslint.yaml: " + want, ""}) {
			t.Errorf("%+v, want %s", got, want)
		}
	}
}

// The file that init writes holds what the module has, is valid, and is written once.
func TestInit(t *testing.T) {
	t.Parallel()
	dir := module(t, `-- internal/adapters/out/sber/c.go --
package sber

import "net/http"

var Client http.Client
-- internal/adapters/out/common/c.go --
package common

import "net/http"

var Base http.Client
-- internal/adapters/out/model/m.go --
package model
-- config/app.yaml --
client:
  sber:
    max_concurrent: 4
    max_connections: 5
`)
	got := runIn(t, dir, nil, "init", "-C", "other")
	if got != (result{0, "wrote ../.reslint.yaml: 1 system and 1 settings file found\n", ""}) {
		t.Errorf("%+v", got)
	}
	name := filepath.Join(dir, ".reslint.yaml")
	written, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n  sber:\n    packages:\n      - example.com/m/internal/adapters/out/sber/...\n", "\n    - config/app.yaml\n"} {
		if !bytes.Contains(written, []byte(want)) {
			t.Errorf("no %q in\n%s", want, written)
		}
	}
	if got := runIn(t, dir, nil, "config", "check"); got.status != 0 {
		t.Errorf("the file is not valid: %+v", got)
	}
	for _, where := range []string{".", "other"} {
		got := runIn(t, dir, nil, "init", "-C", where)
		if got.status != 2 || !strings.Contains(got.stderr, ".reslint.yaml:1: is there already: nothing written") {
			t.Errorf("again: %+v", got)
		}
	}
	if now, _ := os.ReadFile(name); !bytes.Equal(now, written) {
		t.Error("the second run changed the file")
	}
}

func TestInitRefuses(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		source, args, want string
		edit               func(*System)
	}{
		"arguments":      {args: "x", want: "init takes no arguments"},
		"no directory":   {args: "-C none", want: "none is no directory"},
		"no module":      {edit: func(s *System) { s.Dir = t.TempDir() }, want: "is in no Go module: nothing written"},
		"the other name": {source: "-- .reslint.yml --\n", want: ".reslint.yml:1: this name is not read"},
		"a link to nowhere": {edit: func(s *System) {
			if err := os.Symlink("nowhere.yaml", filepath.Join(s.Dir, ".reslint.yaml")); err != nil {
				t.Skip(err)
			}
		}, want: "is there already"},
	} {
		got := run(t, tt.source, tt.edit, append([]string{"init"}, strings.Fields(tt.args)...)...)
		if got.status != 2 || got.stdout != "" || !strings.Contains(got.stderr, tt.want) {
			t.Errorf("%s: %+v, want %s", name, got, tt.want)
		}
	}
}

// Completion knows every subcommand, every flag and what it takes.
func TestCompletion(t *testing.T) {
	t.Parallel()
	for _, shell := range completion.Shells() {
		got := run(t, "", nil, "completion", shell)
		for _, word := range []string{"explain", "an-error", "fail-on", "warning", "schema", "json", "config"} {
			if got.status != 0 || !strings.Contains(got.stdout, word) {
				t.Errorf("%s: status %d, no %q", shell, got.status, word)
			}
		}
		if path, err := exec.LookPath(shell); err == nil {
			cmd := exec.Command(path, "-n")
			cmd.Stdin = strings.NewReader(got.stdout)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", shell, err, out)
			}
		}
	}
	for args, want := range map[string]string{
		"": "completion takes one of bash, fish, zsh", "bash zsh": "completion takes one of",
		"bsh": `unknown shell "bsh": use one of bash, fish, zsh (did you mean "bash"?)`,
	} {
		got := run(t, "", nil, append([]string{"completion"}, strings.Fields(args)...)...)
		if got.status != 2 || got.stdout != "" || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, want %s", args, got, want)
		}
	}
	a := app{checks: func() []*rule.Check { return nil }}
	for _, c := range a.table().Commands {
		for _, f := range c.Flags {
			if free := f.Name == "tags" || f.Name == "require" || f.Name == "new-from"; (f.Value.Kind == completion.Text) != free {
				t.Errorf("%s -%s: %+v", c.Name, f.Name, f.Value)
			}
			if f.Help == "" {
				t.Errorf("%s -%s has no help", c.Name, f.Name)
			}
		}
	}
}
