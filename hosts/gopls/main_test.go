package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"
)

const manual = "../../docs/editors.md"

// sample has a client that is shared where another package can be seen, and one that waits for ever.
const sample = `
-- go.mod --
module example.com/m

go 1.26
-- lib/lib.go --
// Package lib makes clients.
package lib

import (
	"net/http"
	"time"
)

// One is the client of all.
var One = &http.Client{Timeout: 3 * time.Second, Transport: &http.Transport{MaxConnsPerHost: 4}}

// Client returns it.
func Client() *http.Client { return One }
-- app/app.go --
// Package app calls two systems.
package app

import (
	"net/http"

	"example.com/m/lib"
)

type SberClient struct{ c *http.Client }

func (s *SberClient) Do(r *http.Request) (*http.Response, error) { return s.c.Do(r) }

type ReceiptClient struct{ c *http.Client }

func (s *ReceiptClient) Do(r *http.Request) (*http.Response, error) { return s.c.Do(r) }

func New() (*SberClient, *ReceiptClient) { return &SberClient{lib.Client()}, &ReceiptClient{lib.Client()} }

var Bare = &http.Client{}
-- slow/slow.go --
// Package slow waits for ever.
package slow

import (
	"net/http"
)

var own = http.DefaultTransport.(*http.Transport).Clone()

func init() {
	own.MaxConnsPerHost, own.MaxIdleConnsPerHost, own.ResponseHeaderTimeout = 4, 4, 5e9
}

// client waits for ever.
var client = &http.Client{
	Transport: own,
}

// Ping sends.
func Ping() error {
	resp, err := client.Head("https://sber.example.com")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
`

const page = "https://github.com/reslint/reslint/blob/main/docs/rules/"

var (
	scratch string // gopls keeps there what it finds: the first test pays for net/http
	program = func(t *testing.T) string { t.Helper(); return must(t, build) }
	build   = sync.OnceValues(buildProgram)
)

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "gopls")
	if err != nil {
		panic(err)
	}
	scratch = dir
	status := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(status)
}

func must(t *testing.T, f func() (string, error)) string {
	t.Helper()
	s, err := f()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// buildProgram builds gopls with the command of the manual.
func buildProgram() (string, error) {
	blocks, err := snippets("sh")
	if err != nil || len(blocks) == 0 {
		return "", fmt.Errorf("no commands in the manual: %w", err)
	}
	clone, line, _ := strings.Cut(strings.TrimSpace(blocks[0]), "\n")
	if clone != "git clone --depth 1 https://github.com/reslint/reslint" || !strings.HasPrefix(line, "go -C reslint/hosts/gopls ") {
		return "", fmt.Errorf("the manual builds with %q", blocks[0])
	}
	args := strings.Fields(strings.Replace(line, "reslint/hosts/gopls", ".", 1))
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "GOBIN="+scratch)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", line, err, out)
	}
	return filepath.Join(scratch, "gopls-reslint"), nil
}

// environment is that of an editor, with caches of the tests' own.
func environment() []string {
	return append(os.Environ(), "GOPLSCACHE="+filepath.Join(scratch, "cache"), "GOFLAGS=", "GOWORK=", "GOPROXY=off",
		"PATH="+scratch+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// snippets are the code blocks of the manual, in one language.
func snippets(lang string) (out []string, err error) {
	text, err := os.ReadFile(manual)
	if err != nil {
		return nil, err
	}
	for i, part := range strings.Split(string(text), "```") {
		if body, ok := strings.CutPrefix(part, lang+"\n"); ok && i%2 == 1 {
			out = append(out, body)
		}
	}
	return out, nil
}

// snippet is the only code block of the manual in a language, as printed, and with what is commented out in it.
func snippet(t *testing.T, lang, comment string) (printed, all string) {
	t.Helper()
	printed = must(t, func() (string, error) {
		blocks, err := snippets(lang)
		if err != nil || len(blocks) != 1 {
			return "", fmt.Errorf("%d blocks of %s in the manual: %w", len(blocks), lang, err)
		}
		return blocks[0], nil
	})
	all = strings.ReplaceAll(printed, comment+" ", "")
	if all == printed {
		t.Fatalf("nothing is commented out in the block of %s", lang)
	}
	return printed, all
}

// module writes a program and returns its directory.
func module(t *testing.T, archive string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, archive)
	return dir
}

func write(t *testing.T, dir, archive string) {
	t.Helper()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		file := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, f.Data, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
}

const (
	shared  = "18 resisoclient shared-client"
	forever = "20 reslimits no-timeout"
	pool    = "20 reslimits shared-default-transport"
)

func list(t *testing.T, format, module string) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", format, module).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// gopls is built with the x/tools that it was made with, and the manual names its version.
func TestVersions(t *testing.T) {
	const gopls, tools = "golang.org/x/tools/gopls", "golang.org/x/tools"
	requirements, err := os.ReadFile(list(t, "{{.GoMod}}", gopls))
	if want := "\t" + tools + " " + list(t, "{{.Replace.Version}}", tools) + "\n"; err != nil || !strings.Contains(string(requirements), want) {
		t.Errorf("%v: gopls does not require%s%s", err, want, requirements)
	}
	text, err := os.ReadFile(manual)
	if version := list(t, "{{.Version}}", gopls); err != nil || !strings.Contains(string(text), "gopls "+version+" ") {
		t.Errorf("%v: the manual does not speak of %s", err, version)
	}
}

func TestDiagnostics(t *testing.T) {
	s := start(t, module(t, sample), nil)
	if want := list(t, "{{.Version}}", "golang.org/x/tools/gopls") + "+reslint"; !strings.Contains(s.hello, want) {
		t.Errorf("it is %s, not %s", s.hello, want)
	}
	s.open("app/app.go")
	found := s.expect("app/app.go", shared, forever, pool)
	for i, want := range []struct {
		at      extent
		related int
		message string
	}{
		{extent{position{17, 51}, position{17, 75}}, 2, "serves receipt (type ReceiptClient) and sber (type SberClient) (shared-client, R-RES-ISO-X1)"},
		{extent{position{19, 12}, position{19, 25}}, 0, "(no-timeout, R-RES-TO-X1)"},
	} {
		d := found[i]
		if d.Range != want.at || d.Severity != 2 || d.CodeDescription.Href != page+d.Code+".md" ||
			!strings.HasSuffix(d.Message, want.message) || len(d.RelatedInformation) != want.related {
			t.Errorf("got %s", d.raw)
		}
	}
}

// A quick fix gives the text that "reslint -fix" gives.
func TestFix(t *testing.T) {
	dir := module(t, sample)
	s := start(t, dir, nil)
	before := s.open("slow/slow.go")
	found := s.expect("slow/slow.go", "15 reslimits no-timeout")
	after := s.fix("slow/slow.go", before, found[0])

	command := filepath.Join(scratch, "reslint")
	cmd := exec.Command("go", "build", "-o", command, "./cmd/reslint")
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd = exec.Command(command, "-fix", "./slow")
	cmd.Dir, cmd.Env = dir, environment()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want, err := os.ReadFile(filepath.Join(dir, "slow", "slow.go"))
	if err != nil || before == string(want) || after != string(want) {
		t.Errorf("%v: a quick fix gives\n%s\nreslint -fix gives\n%s", err, after, want)
	}
	s.edit("slow/slow.go", 2, after)
	s.expect("slow/slow.go")
}

// What is known of a package follows its buffer, in the packages that import it.
func TestUnsaved(t *testing.T) {
	s := start(t, module(t, sample), nil)
	lib := s.open("lib/lib.go")
	s.open("app/app.go")
	s.expect("app/app.go", shared, forever, pool)
	s.edit("lib/lib.go", 2, strings.Replace(lib, "return One", "return &http.Client{Timeout: time.Second, Transport: One.Transport.(*http.Transport).Clone()}", 1))
	s.expect("app/app.go", forever, pool)
	s.edit("lib/lib.go", 3, lib)
	s.expect("app/app.go", shared, forever, pool)
}

// The configuration of a module is heeded. What has changed in it is seen by the next server, although gopls keeps its
// findings on disk and no Go file has changed.
func TestConfiguration(t *testing.T) {
	dir := module(t, sample)
	for _, step := range []struct {
		config string
		want   []string
	}{
		{"checks: {no-timeot: off}", []string{"2 resconfiguration default"}},
		{"checks: {no-timeout: off}", []string{shared, pool}},
		{"checks: {shared-client: off}", []string{forever, pool}},
	} {
		write(t, dir, "-- .reslint.yaml --\n"+step.config+"\n")
		s := start(t, dir, nil)
		s.open("app/app.go")
		if d := s.expect("app/app.go", step.want...)[0]; d.Source == "resconfiguration" && !strings.Contains(d.Message, `.reslint.yaml:1: unknown check "no-timeot"`) {
			t.Errorf("got %s", d.raw)
		}
		s.stop()
	}
}

// The settings of the manual mean what it says.
func TestSettings(t *testing.T) {
	var code struct {
		Tools map[string]string `json:"go.alternateTools"`
		Gopls map[string]any    `json:"gopls"`
	}
	blocks, err := snippets("json")
	for _, text := range blocks {
		err = errors.Join(err, json.Unmarshal([]byte(text), &code))
	}
	if err != nil || len(blocks) != 2 || code.Tools["gopls"] != filepath.Base(program(t)) {
		t.Fatalf("%v: %+v", err, code)
	}
	s := start(t, module(t, sample), code.Gopls)
	s.open("app/app.go")
	s.expect("app/app.go", forever, pool)
}
