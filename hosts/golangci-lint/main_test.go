package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

const manual = "../../docs/golangci-lint.md"

// program has a finding of each kind of place: in Go, with a fix; in Go, silenced, of one place and with others that it
// speaks of; in a folder that the manual excludes; in settings.
const program = `
-- go.mod --
module example.com/m

go 1.26
-- main.go --
// Command m calls.
package main

import "example.com/m/client"

func main() { client.Call() }
-- client/client.go --
// Package client calls.
package client

import "net/http"

// slow waits for ever.
var slow = &http.Client{}

var quiet = &http.Client{} //nolint:reslint // a tool

// Call calls.
func Call() {
	_ = quiet
	if resp, err := slow.Head("https://sber.example.com"); err == nil {
		_ = resp.Body.Close()
	}
}

type SberAdapter struct{ c *http.Client }

func (a *SberAdapter) Pay(r *http.Request) (*http.Response, error) { return a.c.Do(r) }

type ReceiptAdapter struct{ c *http.Client }

func (a *ReceiptAdapter) Print(r *http.Request) (*http.Response, error) { return a.c.Do(r) }

// New makes both over one client.
func New() (*SberAdapter, *ReceiptAdapter) {
	both := &http.Client{} //nolint:reslint // to be split
	return &SberAdapter{both}, &ReceiptAdapter{both}
}
-- legacy/legacy.go --
// Package legacy calls too.
package legacy

import "net/http"

// Client waits for ever.
var Client = &http.Client{}
-- config/app.yaml --
database: {pool_size: 40}
client:
  sber:
    max_concurrent: 16
    max_connections: 8
`

// snippets are the code blocks of the manual, in one language.
func snippets(t *testing.T, lang string) (out []string) {
	t.Helper()
	text, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range strings.Split(string(text), "```") {
		if body, ok := strings.CutPrefix(part, lang+"\n"); ok && i%2 == 1 {
			out = append(out, body)
		}
	}
	return out
}

// A module is a program under a configuration of golangci-lint.
type module struct {
	*testing.T
	bin, dir, cache string
}

func newModule(t *testing.T, bin, config string) module {
	t.Helper()
	m := module{t, bin, t.TempDir(), t.TempDir()}
	m.write(program + "-- .golangci.yml --\n" + config)
	return m
}

func (m module) write(archive string) {
	m.Helper()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		file := filepath.Join(m.dir, filepath.FromSlash(f.Name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, f.Data, 0o666)); err != nil {
			m.Fatal(err)
		}
	}
}

// run runs golangci-lint and fails the test unless it ends with the status. A lock in the directory for temporary files
// would keep two from running at once.
func (m module) run(status int, args ...string) string {
	m.Helper()
	cmd := exec.Command(m.bin, args...)
	cmd.Dir = m.dir
	cmd.Env = append(os.Environ(), "GOLANGCI_LINT_CACHE="+m.cache, "TMPDIR="+m.cache, "GOFLAGS=", "GOWORK=off", "NO_COLOR=1")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		m.Fatal(err)
	}
	if got := cmd.ProcessState.ExitCode(); got != status {
		m.Errorf("%v: exit status %d, want %d\n%s", args, got, status, out)
	}
	if strings.Contains(string(out), "(related information)") {
		m.Errorf("%v: a place that a finding speaks of counts as one itself:\n%s", args, out)
	}
	return string(out)
}

var found = regexp.MustCompile(`(?m)^(\S+\.go):(\d+).*\(([a-z-]+), R-[^)]*\) \(reslint\)$`)

// findings are what reslint finds: "client/client.go:7 no-timeout".
func findings(out string) string {
	var all []string
	for _, m := range found.FindAllStringSubmatch(out, -1) {
		all = append(all, m[1]+":"+m[2]+" "+m[3])
	}
	return strings.Join(all, ", ")
}

func TestGolangciLint(t *testing.T) {
	t.Parallel()
	bin := filepath.Join(t.TempDir(), "golangci-lint-reslint")
	line := strings.TrimSpace(snippets(t, "sh")[0])
	dir, build, _ := strings.Cut(line, " && ")
	if dir != "cd hosts/golangci-lint" {
		t.Fatalf("the manual builds with %s", line)
	}
	args := strings.Fields(strings.ReplaceAll(build, "golangci-lint-reslint", bin))
	if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	configs := snippets(t, "yaml")[1:]

	t.Run("plain", func(t *testing.T) { plain(t, newModule(t, bin, configs[0])) })
	t.Run("settings", func(t *testing.T) { withSettings(t, newModule(t, bin, configs[1])) })
	t.Run("directives", func(t *testing.T) { directives(t, newModule(t, bin, configs[0])) })
}

const inGo = "client/client.go:7 no-timeout, client/client.go:7 shared-default-transport, " +
	"legacy/legacy.go:7 no-timeout, legacy/legacy.go:7 shared-default-transport"

func plain(t *testing.T, m module) {
	m.run(0, "config", "verify")
	for range 2 { // the second run is answered from the cache
		out := m.run(1, "run")
		if got := findings(out); got != inGo+", main.go:6 pool-below-concurrency" || !strings.Contains(out, " config/app.yaml:5: ") {
			t.Errorf("got %s\n%s", got, out)
		}
	}
	m.write("-- config/app.yaml --\ndatabase: {pool_size: 40}\nclient: {sber: {max_concurrent: 8, max_connections: 12}}\n")
	if got := findings(m.run(1, "run")); got != inGo {
		t.Errorf("after an edit of settings: %s", got)
	}
	m.write("-- .reslint.yaml --\nchecks: {no-timeout: off, shared-default-transport: off}\n")
	if got := findings(m.run(0, "run")); got != "" {
		t.Errorf("after an edit of the configuration: %s", got)
	}
	m.write("-- .reslint.yaml --\nchecks: {no-timeot: off}\n")
	if out := m.run(3, "run"); !strings.Contains(out, ".reslint.yaml:1: unknown check") {
		t.Errorf("a broken configuration:\n%s", out)
	}
}

func withSettings(t *testing.T, m module) {
	out := m.run(1, "run")
	if got := findings(out); got != "client/client.go:7 no-timeout, main.go:6 pool-below-concurrency" {
		t.Errorf("got %s\n%s", got, out)
	}
	m.run(1, "run", "--fix")
	src, err := os.ReadFile(filepath.Join(m.dir, "client", "client.go"))
	if err != nil || strings.Count(string(src), "Timeout: 20 * time.Second") != 1 || !strings.Contains(string(src), `"time"`) {
		t.Errorf("%v: fixed:\n%s", err, src)
	}
	if out, err := exec.Command("gofmt", "-l", m.dir).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v: not formatted: %s", err, out)
	}
	if got := findings(m.run(1, "run")); got != "main.go:6 pool-below-concurrency" {
		t.Errorf("after the fix: %s", got)
	}
	config, err := os.ReadFile(filepath.Join(m.dir, ".golangci.yml"))
	if err != nil {
		t.Fatal(err)
	}
	m.write("-- .golangci.yml --\n" + strings.Replace(string(config), "fix:", "fxi:", 1))
	if out := m.run(3, "run"); !strings.Contains(out, `unknown key "fxi"`) {
		t.Errorf("an unknown key:\n%s", out)
	}
}

// directives: nolintlint calls a //nolint unused that silences nothing, and no other.
func directives(t *testing.T, m module) {
	config, err := os.ReadFile(filepath.Join(m.dir, ".golangci.yml"))
	if err != nil {
		t.Fatal(err)
	}
	m.write("-- .golangci.yml --\n" + strings.Replace(string(config), "enable: [reslint]\n  settings:\n",
		"enable: [reslint, nolintlint]\n  settings:\n    nolintlint: {allow-unused: false}\n", 1))
	m.write("-- client/unused.go --\npackage client\n\nvar n = 1 //nolint:reslint // nothing\n\nvar _ = n\n")
	out := m.run(1, "run")
	if !strings.Contains(out, "client/unused.go:3") || strings.Contains(out, "client/client.go:9") || !strings.Contains(findings(out), inGo) {
		t.Errorf("got\n%s", out)
	}
}
