package hostile_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/reslint/reslint/internal/cli"
)

// nasty has what breaks terminals, workflow commands, tables and markup. A file name can hold it.
const nasty = "e\x1b[31m\u202e\u200f\u2066\x07\u009b2J\u2028\u0085\x7f%0A%s::error::|`<script>&\"'"

// fileName is what of it a file's name can hold.
var fileName = strings.ReplaceAll(nasty, "/", "")

// lines has the ends of lines as well, which names in code and settings can hold.
const lines = nasty + "\r\n::error file=x::y\n"

// nastyModule is a module that has findings with hostile text in every part.
func nastyModule(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no such file names")
	}
	dir := filepath.Join(t.TempDir(), "m"+nasty)
	quoted := strconv.Quote(lines)
	raw := `"` + strings.NewReplacer(`"`, `\"`, "\n", "", "\r", "").Replace(nasty) + `"` // as it is, inside the literal
	client := fmt.Sprintf(`package pay // %[1]s

import (
	"net/http"

	"github.com/sony/gobreaker"
)

type A struct{ c *http.Client }

func (a A) Get() { a.c.Get("https://" + %[2]s + ".example/x"); http.Get(%[3]s) } // %[1]s

func New() A { return A{&http.Client{ /* %[1]s */ Transport: &http.Transport{} }} } // %[1]s

var one = gobreaker.NewCircuitBreaker(gobreaker.Settings{Name: "sber " + %[2]s})
var two = gobreaker.NewCircuitBreaker(gobreaker.Settings{Name: "sber " + %[2]s})

type S struct{ c *http.Client; cb *gobreaker.CircuitBreaker }

func (s S) Pay() { s.cb.Execute(func() (any, error) { return s.c.Get("https://a.example/" + %[2]s) }) }

type R struct{ c *http.Client; cb *gobreaker.CircuitBreaker }

func (r R) Send() { r.cb.Execute(func() (any, error) { return r.c.Get("https://b.example.org/" + %[3]s) }) }

func Wire() (S, R) { c := &http.Client{Timeout: 5}; return S{c, one}, R{c, two} } // %[1]s
`, nasty, quoted, raw)
	settings := fmt.Sprintf("client:\n  %[1]s:\n    max_concurrent: 16\n    max_connections: 12 # x\n    read_timeout: 9s\n    total_timeout: 3s\n    "+
		"max_keepalive_connections: 40\n    pool_timeout: \"${%[2]s}\"\n  b: {max_concurrent: \"${A%[2]s}\", max_connections: 8}\ndatabase: {pool_size: 10}\n",
		yamlQuote(lines), strings.Trim(yamlQuote(lines), `"`))
	sums, err := os.ReadFile("../../testdata/go.sum")
	if err != nil {
		t.Fatal(err)
	}
	broken := "client:\n  a: {max_connections: " + yamlQuote(lines) + "}\n"
	for name, text := range map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.26\n\nrequire github.com/sony/gobreaker v1.0.0\n", "go.sum": string(sums),
		"adapters/out/pay/pay.go":           client,
		"adapters/out/pay/" + nasty + ".go": "package pay\n\nimport \"net/http\"\n\nvar Client = &http.Client{} // " + nasty + "\n\n//reslint:ignore " + nasty + "\nvar V = 1\n",
		"config/app.yaml":                   settings,
		"config/" + nasty + ".yaml":         settings,
		"broken/config/app.yaml":            broken,
		"broken/go.mod":                     "module example.com/m\n\ngo 1.26\n",
		"broken/x.go":                       "package x\n\nvar x int = " + quoted + "\n",
		"broken/" + "y" + nasty + ".go":     "package x // " + nasty + "\n\nimport _ " + `"example.com/` + "é" + `"` + "\nfunc f( {" + nasty + "\n",
		"settings/.reslint.yaml":            "checks: {" + yamlQuote(lines) + ": off}\n" + yamlQuote(lines) + ": 1\n",
		"settings/go.mod":                   "module example.com/m\n\ngo 1.26\n",
		"settings/x.go":                     "package x\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(strings.ReplaceAll(name, nasty, fileName)))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// yamlQuote writes a string in double quotes with YAML's escapes.
func yamlQuote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			fmt.Fprintf(&b, `\%c`, r)
		case r < 0x20 || r > 0x7e:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}

// command runs the command line.
func command(dir string, terminal bool, args ...string) (stdout, stderr string, status int) {
	return commandIn(dir, terminal, []string{"GOFLAGS=-mod=mod"}, args...)
}

// commandIn runs the command line with more in its environment.
func commandIn(dir string, terminal bool, env []string, args ...string) (stdout, stderr string, status int) {
	var out, errs bytes.Buffer
	env = slices.Concat(os.Environ(), []string{"GOFLAGS=", "GOPROXY=off", "GOWORK=off", "TERM=xterm", "NO_COLOR="}, env)
	sys := cli.System{Stdout: &out, Stderr: &errs, StdoutIsTerm: terminal, Dir: dir, Env: env}
	status = cli.Run(context.Background(), sys, args)
	return out.String(), errs.String(), status
}

// colors are the escape sequences that reslint writes itself.
var colors = strings.NewReplacer("\x1b[0m", "", "\x1b[1m", "", "\x1b[1;31m", "", "\x1b[1;33m", "", "\x1b[1;36m", "")

// unsafe is the first character that must not reach a terminal, with what is around it.
func unsafe(s string) string {
	for i, r := range s {
		if r == '\n' || r == '\t' {
			continue
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
			return fmt.Sprintf("%q in %.200q", r, s[max(0, i-80):])
		}
	}
	return ""
}

// Nothing that a program, its settings or its file names hold reaches a terminal as it is, whatever is run.
func TestNastyText(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the command line some fifty times")
	}
	t.Parallel()
	dir := nastyModule(t)
	runs := map[string][]string{
		"": {
			"", "-format json", "-format sarif", "-format github", "-format gitlab", "-format checkstyle", "-fix -diff",
			"settings", "settings -format json", "config show", "baseline", "-baseline reslint-baseline.json", "-new-from HEAD", "init", "-fix",
		},
		"broken":   {"", "-format json", "-format sarif", "-fix", "settings", "init"},
		"settings": {"", "-format json", "settings", "config check", "config show", "init"},
	}
	for _, sub := range []string{"", "broken", "settings"} {
		for _, args := range runs[sub] {
			for _, terminal := range []bool{false, true} {
				stdout, stderr, status := command(filepath.Join(dir, sub), terminal, strings.Fields(args)...)
				name := fmt.Sprintf("%s: reslint %s (terminal: %v, status %d)", sub, args, terminal, status)
				if u := unsafe(stderr); u != "" {
					t.Errorf("%s: stderr: %s", name, u)
				}
				if u := unsafe(colors.Replace(stdout)); u != "" && (terminal || !strings.Contains(args, "-diff")) { // a patch must have the text as it is
					t.Errorf("%s: stdout: %s", name, u)
				}
			}
		}
	}
}

// Each format stays what it is.
func TestNastyFormats(t *testing.T) {
	t.Parallel()
	dir := nastyModule(t)
	checks := map[string]func(string) error{
		"text": func(s string) error {
			for line := range strings.Lines(s) {
				if !strings.HasSuffix(line, ")\n") {
					return fmt.Errorf("no line of a finding: %q", line)
				}
			}
			return nil
		},
		"json": func(s string) error {
			var doc struct {
				Findings []struct{ Pos struct{ File string } }
			}
			err := json.Unmarshal([]byte(s), &doc)
			if err == nil && !slices.ContainsFunc(doc.Findings, func(f struct{ Pos struct{ File string } }) bool {
				return f.Pos.File == "adapters/out/pay/"+fileName+".go"
			}) {
				err = fmt.Errorf("no file has its own name")
			}
			return err
		},
		"gitlab": func(s string) error { return json.Unmarshal([]byte(s), new([]any)) },
		"sarif": func(s string) error {
			log, err := sarif.FromString(s)
			if err == nil {
				err = log.Validate()
			}
			return err
		},
		"github": func(s string) error {
			for line := range strings.Lines(s) {
				head, _, _ := strings.Cut(strings.TrimPrefix(line, "::"), "::")
				if !strings.HasPrefix(line, "::") || !strings.Contains(head, ",title=reslint%3A ") || strings.Count(head, "title=") != 1 {
					return fmt.Errorf("no command of a finding: %q", line)
				}
			}
			return nil
		},
		"checkstyle": func(s string) error {
			dec := xml.NewDecoder(strings.NewReader(s))
			for {
				if _, err := dec.Token(); err == io.EOF {
					return nil
				} else if err != nil {
					return err
				}
			}
		},
	}
	for format, check := range checks {
		stdout, stderr, status := command(dir, false, "-format", format)
		if status != 1 || stderr != "" && strings.Contains(stderr, "skipped") || stdout == "" {
			t.Errorf("%s: status %d: %s%s", format, status, stdout, stderr)
		}
		if err := check(stdout); err != nil {
			t.Errorf("%s: %v in\n%q", format, err, stdout)
		}
		for _, part := range []string{"allows 16 concurrent calls", "no-timeout", "shared-client"} {
			if format != "sarif" && !strings.Contains(stdout, part) {
				t.Errorf("%s: no %s in\n%s", format, part, stdout)
			}
		}
	}
}
