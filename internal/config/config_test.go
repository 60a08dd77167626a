package config_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/poolsize"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/settings"
)

var checks = []*rule.Check{
	{Name: "no-timeout", Severity: rule.Error}, {Name: "missing-limits", Severity: rule.Warning},
	{Name: "strict-names", Severity: rule.Note, Off: true},
}

const full = `# everything
checks:
  no-timeout: off
  missing-limits: note
  strict-names: on
exclude: [legacy/**, "**/zz_*.go"]
tests: true
test-support: [testutil]
adapter-roots:
  - internal/adapters/out
suffixes: [Adapter]
systems:
  sber:
    aliases: [sbp]
    hosts: [api.sber.example, "*.sber.example:8443"]
    packages: [example.com/shop/sber/...]
    types: [example.com/shop/pay.SberClient]
catalog:
  constructors:
    - func: example.com/shop/httpx.New
      kind: client
      wraps: 2
      name: {param: 1}
      limits:
        timeout: {param: 3, field: Timeout}
        dial-timeout: {value: 5s}
        max-conns-per-host: {option: example.com/shop/httpx.WithMaxConns}
    - func: (*example.com/shop/gopkg.v3.Factory).Semaphore
      kind: semaphore
      limits: {size: {value: 10}}
  types:
    - name: example.com/shop/resilience.Breaker
      kind: breaker
      execute: [Do]
      acquire: [Allow]
      release: [Done]
    - {name: example.com/shop/httpx.Auth, kind: round-tripper, wraps: base}
fix:
  timeout: 1m30s
  max-conns-per-host: 10
settings:
  paths: [deploy/*.yaml]
  roots: [client, clients.http]
  keys:
    max_connections: [pool.max, maxConns]
  database: db.pool
  factors: {min: 1.1}
  profiles:
    prod: [settings.yaml, settings.prod.yaml]
    dev: [settings.yaml]
  replicas: 3
`

func TestParse(t *testing.T) {
	t.Parallel()
	c, err := config.Parse("c.yaml", []byte(full), checks)
	if err != nil {
		t.Fatal(err)
	}
	want := config.Default()
	want.File = "c.yaml"
	want.Checks = map[string]config.Level{"no-timeout": config.Off, "missing-limits": config.Note, "strict-names": config.On}
	want.Exclude = []string{"legacy/**", "**/zz_*.go"}
	want.Tests = true
	want.TestSupport = []string{"testutil"}
	want.AdapterRoots = []string{"internal/adapters/out"}
	want.Suffixes = []string{"Adapter"}
	want.Systems = map[string]config.System{"sber": {
		Aliases: []string{"sbp"}, Hosts: []string{"api.sber.example", "*.sber.example:8443"},
		Packages: []string{"example.com/shop/sber/..."}, Types: []string{"example.com/shop/pay.SberClient"},
	}}
	want.Catalog = config.Catalog{
		Constructors: []config.Constructor{
			{Func: "example.com/shop/httpx.New", Kind: config.Client, Wraps: 2, Name: config.Carrier{Param: 1},
				Limits: map[config.Limit]config.Carrier{
					"timeout": {Param: 3, Field: "Timeout"}, "dial-timeout": {Value: "5s"},
					"max-conns-per-host": {Option: "example.com/shop/httpx.WithMaxConns"},
				}},
			{Func: "(*example.com/shop/gopkg.v3.Factory).Semaphore", Kind: config.Semaphore,
				Limits: map[config.Limit]config.Carrier{"size": {Value: "10"}}},
		},
		Types: []config.Type{
			{Name: "example.com/shop/resilience.Breaker", Kind: config.Breaker, Execute: []string{"Do"},
				Acquire: []string{"Allow"}, Release: []string{"Done"}},
			{Name: "example.com/shop/httpx.Auth", Kind: config.RoundTripper, Wraps: "base"},
		},
	}
	want.Fix.Timeout, want.Fix.MaxConnsPerHost, want.Fix.MaxIdleConnsPerHost = 90*time.Second, 10, 10
	want.Settings = settings.Options{
		Paths: []string{"deploy/*.yaml"}, Roots: []string{"client", "clients.http"},
		Keys:     map[string][]string{"max_connections": {"pool.max", "maxConns"}},
		Database: "db.pool", Factors: poolsize.Factors{Min: 1.1, Max: 1.5}, Replicas: 3,
		Profiles: []settings.Profile{{Name: "dev", Files: []string{"settings.yaml"}},
			{Name: "prod", Files: []string{"settings.yaml", "settings.prod.yaml"}}},
	}
	for path, line := range map[string]int{
		"checks.no-timeout": 3, "exclude": 6, "systems.sber": 13, "systems.sber.hosts": 15, "catalog.constructors[1].kind": 29,
		"catalog.constructors[0].limits.dial-timeout.value": 26, "fix.timeout": 39, "settings.factors.min": 47,
	} {
		if got := c.Origins[path]; got != (config.Origin{File: "c.yaml", Line: line}) {
			t.Errorf("%s comes from %v, want line %d", path, got, line)
		}
	}
	for _, path := range []string{"fix.dial-timeout", "settings.factors.max"} {
		if got, ok := c.Origins[path]; ok {
			t.Errorf("%s comes from %v, but it is a default", path, got)
		}
	}
	if c.Settings.Validate() != nil {
		t.Error(c.Settings.Validate())
	}
	c.Origins = nil
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got\n%+v\nwant\n%+v", c, want)
	}
}

func TestDefaults(t *testing.T) {
	t.Parallel()
	for _, src := range []string{"", "# nothing\n", "---\n", "~\n", "{}\n", "checks:\nfix:\nsettings:\nsystems:\ncatalog:\n", "\ufeffchecks: {}\r\n"} {
		c, err := config.Parse("c.yaml", []byte(src), checks)
		if err != nil {
			t.Errorf("%q: %v", src, err)
			continue
		}
		c.File, c.Origins = "", nil
		if len(c.Checks) == 0 {
			c.Checks = nil
		}
		if !reflect.DeepEqual(c, config.Default()) {
			t.Errorf("%q: %+v", src, c)
		}
	}
	if err := config.Default().Settings.Validate(); err != nil {
		t.Error(err)
	}
}

// A default that does not fit what is given is lowered; what is given is never changed.
func TestFixDefaults(t *testing.T) {
	t.Parallel()
	for src, want := range map[string][4]time.Duration{ // dial, handshake, header, total
		"fix: {timeout: 1m}": {5 * time.Second, 5 * time.Second, 15 * time.Second, time.Minute},
		"fix: {timeout: 5s}": {1250 * time.Millisecond, 2500 * time.Millisecond, 2500 * time.Millisecond, 5 * time.Second},
		"fix: {timeout: 10s, response-header-timeout: 9s}": {5 * time.Second, 5 * time.Second, 9 * time.Second, 10 * time.Second},
		"fix: {response-header-timeout: 2s}":               {time.Second, 5 * time.Second, 2 * time.Second, 30 * time.Second},
	} {
		c, err := config.Parse("c.yaml", []byte(src), nil)
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		got := [4]time.Duration{c.Fix.DialTimeout, c.Fix.TLSHandshakeTimeout, c.Fix.ResponseHeaderTimeout, c.Fix.Timeout}
		if got != want {
			t.Errorf("%s: %v, want %v", src, got, want)
		}
	}
}

func TestPolicy(t *testing.T) {
	t.Parallel()
	c, err := config.Parse("c.yaml", []byte(full), checks)
	if err != nil {
		t.Fatal(err)
	}
	p := c.Policy()
	if !p.Tests || p.Shown(checks[0]) || !p.Shown(checks[1]) || !p.Shown(checks[2]) || p.Severity["missing-limits"] != rule.Note {
		t.Errorf("got %+v", p)
	}
	if len(p.Severity) != 1 || !slices.Equal(p.Support, []string{"testutil"}) || p.SupportPackage("a/testutils", "x") {
		t.Errorf("got %+v", p)
	}
	zero := config.Default().Policy()
	if zero.Shown(checks[2]) || !zero.Shown(checks[0]) || !zero.SupportPackage("a/mocks", "x") {
		t.Errorf("default policy %+v", zero)
	}
	none, err := config.Parse("c.yaml", []byte("test-support: []\n"), checks)
	if err != nil || none.Policy().SupportPackage("a/mocks", "x") {
		t.Errorf("an empty list leaves the default in force: %v", err)
	}
}

func TestLimitField(t *testing.T) {
	t.Parallel()
	if got := config.Limit("max-conns-per-host").Field(); got != "MaxConnsPerHost" {
		t.Error(got)
	}
	if got := config.Limit("none").Field(); got != "" {
		t.Error(got)
	}
}

// Files that do not load at all: one problem, with file and line.
func TestLoadFailures(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	deep := strings.Repeat("[", 200)
	wide := "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n" +
		"d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\n"
	for name, tt := range map[string]struct{ src, want string }{
		"syntax":    {"checks:\n  no-timeout: [\n", ":"},
		"tabs":      {"checks:\n\tno-timeout: off\n", ":2: a tab indents the line"},
		"cycle":     {"checks: &a\n  no-timeout: *a\n", ": an alias in the anchor &a stands for itself"},
		"bomb":      {wide, "aliases expand to more than"},
		"depth":     {"exclude: " + deep, ":1:"},
		"duplicate": {"tests: true\nfix: {}\ntests: false\n", `:3: the key "tests" is in line 1 already`},
		"nested duplicate": {"checks:\n  no-timeout: on\n  no-timeout: off\n",
			`:3: the key "no-timeout" is in line 2 already`},
		"encoding":  {"tests: true\nexclude: [\xff]\n", ":2: byte 0xff is no UTF-8"},
		"NUL":       {"tests: true\n\x00\n", ":2: character U+0000"},
		"huge":      {strings.Repeat("# comment\n", 110_000), ":1: the file is larger than 1024 KiB"},
		"no anchor": {"tests: true\nexclude: *a\n", ":2: the alias *a has no anchor"},
		"documents": {"tests: true\n---\ntests: false\n", ":3: the file has a second document"},
		"a list":    {"\n- tests\n", ":2: the file takes a mapping, not a list"},
		"a word":    {"tests\n", `:1: the file takes a mapping, not "tests"`},
	} {
		path := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
		if err := os.WriteFile(path, []byte(tt.src), 0o644); err != nil {
			t.Fatal(err)
		}
		c, err := config.Load(path, "x/.reslint.yaml", checks)
		var ps config.Problems
		if c != nil || !errors.As(err, &ps) || len(ps) != 1 || ps[0].Line < 1 ||
			!strings.HasPrefix(err.Error(), "x/.reslint.yaml:") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
}

func TestLoadUnreadable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret")
	if err := os.WriteFile(secret, nil, 0o000); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "none"): "c.yaml:1: no such file or directory",
		dir:                        "c.yaml:1: not a regular file",
		secret:                     "c.yaml:1: permission denied",
	} {
		if path == secret && os.Geteuid() == 0 {
			continue // root reads everything
		}
		if _, err := config.Load(path, "c.yaml", checks); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	touch := func(names ...string) {
		for _, name := range names {
			path := filepath.Join(dir, name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, nil, 0o644)); err != nil {
				t.Fatal(err)
			}
		}
	}
	touch("module/go.mod", "module/.reslint.yaml", "module/a/b/x.go", "module/sub/.reslint.yaml", "module/sub/c/x.go",
		"module/nested/go.mod", "module/nested/a/x.go", "work/go.work", "work/.reslint.yaml", "work/m/go.mod", "work/m/a/x.go",
		".reslint.yaml", "bare/x.go", "yml/go.mod", "yml/.reslint.yml", "yml/a/x.go", "elsewhere/go.work")
	for _, tt := range []struct{ dir, gowork, want string }{
		{"module", "", "module/.reslint.yaml"},
		{"module/a/b", "", "module/.reslint.yaml"},
		{"module/sub/c", "", "module/sub/.reslint.yaml"},
		{"module/nested/a", "", ""}, // a module of its own
		{"work/m/a", "", "work/.reslint.yaml"},
		{"work/m/a", "off", ""},
		{"work/m/a", "work/go.work", "work/.reslint.yaml"},
		{"work/m/a", "elsewhere/go.work", ""},
		{"bare", "", ""}, // no module: what is above belongs to somebody else
		{".", "", ".reslint.yaml"},
		{"none", "", ""},
	} {
		gowork := tt.gowork
		if strings.HasSuffix(gowork, "go.work") {
			gowork = filepath.Join(dir, gowork)
		}
		want := tt.want
		if want != "" {
			want = filepath.Join(dir, want)
		}
		if got, err := config.Find(filepath.Join(dir, tt.dir), gowork); got != want || err != nil {
			t.Errorf("Find(%s, %q) = %q, %v; want %q", tt.dir, tt.gowork, got, err, want)
		}
	}
	_, err = config.Find(filepath.Join(dir, "yml/a"), "")
	if err == nil || !strings.HasSuffix(err.Error(), ".reslint.yml:1: this name is not read: rename the file to .reslint.yaml") {
		t.Errorf("got %v", err)
	}
}

func TestMatcher(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern string
		yes, no []string
	}{
		{"legacy", []string{"legacy", "legacy/a.go", "legacy/b/c.go", "./legacy/a.go"}, []string{"a/legacy/a.go", "legacy.go", "legacy2/a.go"}},
		{"legacy/**", []string{"legacy/a.go", "legacy/b/c.go"}, []string{"legacy", "a/legacy/b"}},
		{"**/gen/*.go", []string{"gen/a.go", "a/b/gen/c.go"}, []string{"gen/a.txt", "gen/a/b.go", "agen/a.go"}},
		{"a/**/z.go", []string{"a/z.go", "a/b/c/z.go"}, []string{"az.go", "a/b/zz.go"}},
		{"**", []string{"a", "a/b.go"}, nil},
		{".", []string{"a", "a/b.go"}, nil},
		{"*.pb.go", []string{"x.pb.go"}, []string{"a/x.pb.go", "xpbgo"}},
		{"a?c.go", []string{"abc.go", "aжc.go"}, []string{"ac.go", "a/c.go"}},
		{"[a-c].go", []string{"b.go"}, []string{"d.go", "[a-c].go"}},
		{"[!a-c]x", []string{"dx"}, []string{"ax", "/x"}},
		{"a+b(c)/", []string{"a+b(c)/d.go"}, []string{"aab(c)/d.go"}},
		{"папка/*", []string{"папка/a.go"}, []string{"папк/a.go"}},
	} {
		m, err := config.NewMatcher([]string{tt.pattern})
		if err != nil {
			t.Errorf("%s: %v", tt.pattern, err)
			continue
		}
		for _, f := range tt.yes {
			if !m.Match(f) {
				t.Errorf("%s does not match %s", tt.pattern, f)
			}
		}
		for _, f := range tt.no {
			if m.Match(f) {
				t.Errorf("%s matches %s", tt.pattern, f)
			}
		}
	}
	for _, bad := range []string{"a[", "a[]", "[z-a]"} {
		if _, err := config.NewMatcher([]string{bad}); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
	var none *config.Matcher
	if none.Match("a") {
		t.Error("a nil matcher matches")
	}
}

func TestOwnCopies(t *testing.T) {
	t.Parallel()
	a := config.Default()
	a.Suffixes[0], a.TestSupport[0] = "x", "x"
	a.Settings.Roots[0] = "x"
	if b := config.Default(); b.Suffixes[0] == "x" || b.TestSupport[0] == "x" || b.Settings.Roots[0] == "x" {
		t.Error("two configurations share a list")
	}
	if got := slices.Collect(maps.Keys(config.Default().Origins)); len(got) > 0 {
		t.Errorf("defaults have origins: %v", got)
	}
}
