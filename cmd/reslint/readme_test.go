package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// inReadme are the commands of README.md with the exit status that each must have: in the clone, and in a program with
// findings. What the README shows of output is there.
var inReadme = struct{ clone, program map[string]int }{
	clone: map[string]int{
		"go run ./cmd/reslint -C testdata/services/violating ./...": 1,
		"go run ./cmd/reslint explain no-timeout":                   0,
		"go run ./examples/isolation":                               0,
		"go build -o reslint ./cmd/reslint":                         0,
		"make test":                                                 -1, // runs this
		"cd /path/to/your/module && /path/to/reslint ./...":         -1, // as in the table
	},
	program: map[string]int{
		"reslint ./...":                          1,
		"reslint -format json ./...":             1,
		"reslint -fix -diff ./...":               1, // not everything has a fix
		"reslint work":                           1,
		"reslint -require systems=4 ./...":       2, // it has none
		"reslint init":                           0,
		"reslint settings":                       0,
		"reslint explain CHECK":                  2, // there is no such check
		"reslint rules":                          0,
		"reslint baseline":                       0,
		"reslint config schema":                  0,
		"go vet -vettool=/path/to/reslint ./...": 1,
	},
}

var readmeCommand = regexp.MustCompile("(?m)^    ((?:go|make|cd) .+)$|`((?:reslint|go run|go vet) [^`]+)`")

// Every command in README.md works as it stands there.
func TestReadme(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds and runs the command many times")
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	clone, bin := filepath.Join("..", ".."), filepath.Dir(build(t))
	env := withPath(append(os.Environ(), "GOFLAGS=-buildvcs=false", "GOWORK=off"), bin)
	ran, out := make(map[string]bool), ""
	for _, m := range readmeCommand.FindAllStringSubmatch(string(text), -1) {
		line, dir := m[1]+m[2], clone
		want, ok := inReadme.clone[line]
		if !ok {
			dir = sample(t)
			want, ok = inReadme.program[line]
		}
		if !ok {
			t.Errorf("README.md has the command %q", line)
		}
		if ran[line] || !ok || want < 0 {
			ran[line] = true
			continue
		}
		ran[line] = true
		line = strings.Replace(line, "/path/to/reslint", filepath.Join(bin, "reslint"), 1)
		got, status := shell(t, dir, env, strings.Replace(line, "-o reslint", "-o "+filepath.Join(t.TempDir(), "reslint"), 1))
		if status != want {
			t.Errorf("%s: exit status %d, want %d\n%s", line, status, want, got)
		}
		out += got
	}
	if len(ran) != len(inReadme.clone)+len(inReadme.program) {
		t.Errorf("README.md has the commands %v", ran)
	}
	for _, shown := range regexp.MustCompile(`(?m)^    (.*(?:, R-[A-Z]|: \d+ findings).*)$`).FindAllStringSubmatch(string(text), -1) {
		if !strings.Contains(out, shown[1]) {
			t.Errorf("README.md shows %q, which no command writes", shown[1])
		}
	}
}

// shop has two systems that nothing tells apart but the configuration in README.md, which also says where their settings
// are.
const shop = `
-- go.mod --
module example.com/shop

go 1.26
-- config/config.yaml --
database:
  max_open_conns: 20
external:
  geo: {max_concurrent: 8, max_conns: 4}
  billing: {max_concurrent: 16, max_conns: 20}
-- internal/geo/geo.go --
package geo

import "net/http"

type Client struct {
	http *http.Client
	base string
}

func New(c *http.Client, base string) *Client { return &Client{c, base} }

func (c *Client) Find() (*http.Response, error) { return c.http.Get(c.base) }
-- internal/billing/billing.go --
package billing

import "net/http"

type Client struct {
	http *http.Client
	base string
}

func New(c *http.Client, base string) *Client { return &Client{c, base} }

func (c *Client) Charge() (*http.Response, error) { return c.http.Post(c.base, "", nil) }
-- internal/wire/wire.go --
package wire

import (
	"net/http"
	"time"

	"example.com/shop/internal/billing"
	"example.com/shop/internal/geo"
)

func Build(a, b string) (*geo.Client, *billing.Client) {
	c := &http.Client{Timeout: time.Second}
	return geo.New(c, a), billing.New(c, b)
}
`

// What README.md says of systems is so.
func TestReadmeSystems(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	unpack(t, dir, shop)
	env := withPath(append(os.Environ(), "GOFLAGS=", "GOWORK=off"), filepath.Dir(build(t)))
	checks := []string{"(shared-client,", "(pool-total,", "(pool-below-concurrency,"}
	for _, want := range []bool{false, true} {
		if want {
			unpack(t, dir, "-- .reslint.yaml --\n"+snippet(t, "README.md", "yaml", "systems:"))
		}
		out, status := shell(t, dir, env, "reslint ./...")
		for _, check := range checks {
			if strings.Contains(out, check) != want || status != 1 {
				t.Errorf("exit status %d, %s: want %t\n%s", status, check, want, out)
			}
		}
	}
}
