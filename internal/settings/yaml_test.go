package settings_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reslint/reslint/internal/settings"
	"github.com/reslint/reslint/internal/yamlfile"
)

// module writes files into a directory: name, text, name, text.
func module(t testing.TB, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i+1 < len(files); i += 2 {
		name := filepath.Join(dir, filepath.FromSlash(files[i]))
		if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(files[i+1]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// one loads a module with one settings file, which makes one set.
func one(t testing.TB, name, text string) *settings.Set {
	t.Helper()
	m := settings.Load(module(t, name, text), settings.Options{})
	if len(m.Errors) > 0 {
		t.Fatalf("%v in\n%s", m.Errors[0], text)
	}
	if len(m.Sets) != 1 {
		t.Fatalf("%d sets in\n%s", len(m.Sets), text)
	}
	return m.Sets[0]
}

func TestYAMLValues(t *testing.T) {
	t.Parallel()
	s := one(t, "config/settings.yaml", `
database:
  poolSize: '40'
client:
  sber:
    max_concurrent: 0x10
    max-connections: "20"
    maxKeepaliveConnections: 0
    connect_timeout: 2
    read_timeout: 10.5
    write_timeout: 500ms
    pool_timeout: "3"
    total_timeout: 1m30s
  receipt:
    max_concurrent: ${RECEIPT_MAX:-8}
    max_connections: {{ .Values.receipt.pool }}
    read_timeout: soon
    total_timeout:
    connect_timeout: !duration 5
  logging: debug
  tracing:
    endpoint: http://localhost
`)
	sber := s.Section("sber")
	for key, want := range map[settings.Key]int{settings.MaxConcurrent: 16, settings.MaxConnections: 20, settings.MaxKeepalive: 0} {
		if v := sber.Get(key); v.Size() != want || !v.Known {
			t.Errorf("%v is %+v, want %d", key, v, want)
		}
	}
	for key, want := range map[settings.Key]time.Duration{
		settings.ConnectTimeout: 2 * time.Second, settings.ReadTimeout: 10500 * time.Millisecond,
		settings.WriteTimeout: 500 * time.Millisecond, settings.PoolTimeout: 3 * time.Second, settings.TotalTimeout: 90 * time.Second,
	} {
		if v := sber.Get(key); v.Wait() != want {
			t.Errorf("%v is %v, want %v", key, v.Wait(), want)
		}
	}
	if s.Database.Size() != 40 {
		t.Errorf("the database pool is %+v", s.Database)
	}
	receipt := s.Section("receipt")
	for _, k := range settings.Keys() {
		if v := receipt.Get(k); v != nil && v.Known {
			t.Errorf("%v of receipt is known as %v", k, v)
		}
	}
	if len(s.Sections) != 2 || receipt.Get(settings.ReadTimeout).Text != "soon" || receipt.Get(settings.MaxConcurrent) == nil {
		t.Errorf("sections: %+v", s.Sections)
	}
}

func TestYAMLErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"zero", "client:\n  a:\n    max_concurrent: 0\n", "settings.yaml:3: max_concurrent is 0, and not a positive whole number"},
		{"negative", "client:\n  a:\n    max_connections: -1\n", "settings.yaml:3: max_connections is -1"},
		{"fraction", "client:\n  a:\n    max_connections: 1.5\n", "settings.yaml:3: max_connections is 1.5"},
		{"word", "client:\n  a:\n    max_connections: many\n", "settings.yaml:3: max_connections is many"},
		{"truth", "client:\n  a:\n    max_connections: true\n", "settings.yaml:3: max_connections is true"},
		{"nothing", "client:\n  a:\n    max_connections:\n", "settings.yaml:3: max_connections is empty"},
		{"list", "client:\n  a:\n    max_connections: [1]\n", "settings.yaml:3: max_connections is a sequence"},
		{"huge", "client:\n  a:\n    max_connections: 99999999999999999999\n", "settings.yaml:3: max_connections is 99999999999999999999"},
		{"keepalive", "client:\n  a:\n    max_keepalive_connections: -1\n", "settings.yaml:3: max_keepalive_connections is -1, and not a whole number"},
		{"pool", "client:\n  a:\n    max_connections: 1\ndatabase:\n  pool_size: 0\n", "settings.yaml:5: pool_size is 0"},
		{"two spellings", "client:\n  a:\n    max_connections: 1\n    max-connections: 1\n", "settings.yaml:4: max-connections is the same key as max_connections in line 3"},
		{"two spellings of a system", "client:\n  a-b: {max_connections: 1}\n  aB: {max_connections: 1}\n", "settings.yaml:3: aB is the same key as a-b in line 2"},
		{"duplicate elsewhere", "client:\n  a:\n    max_connections: 1\nx: 1\nx: 2\n", "settings.yaml:5: the key \"x\" is in line 4 already"},
		{"behind an alias", "n: &n 0\nclient:\n  a:\n    max_connections: *n\n", "settings.yaml:4: max_connections is 0"},
		{"not YAML", "client: {\n", "settings.yaml:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := settings.Load(module(t, "settings.yaml", c.text), settings.Options{})
			if len(m.Errors) != 1 || !strings.HasPrefix(m.Errors[0].Error(), c.want) || len(m.Sets) != 0 {
				t.Errorf("got %v and %d sets, want %s", m.Errors, len(m.Sets), c.want)
			}
		})
	}
	for name, text := range map[string]string{
		"whole number with a point": "client:\n  a:\n    max_connections: 12.0\n",
		"no settings":               "database:\n  pool_size: many\nclient: x\n",
		"other keys":                "database:\n  pool_size: 0\nclient:\n  a:\n    url: x\n",
		"no keep-alive":             "client:\n  a:\n    max_keepalive_connections: 0\n",
		"plain client":              "client:\n  max_connections: many\n",
	} {
		if m := settings.Load(module(t, "settings.yaml", text), settings.Options{}); len(m.Errors) > 0 {
			t.Errorf("%s: %v", name, m.Errors[0])
		}
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	s := one(t, "settings.yaml", `n: &n 10
defaults: &defaults
  max_concurrent: 10
  max_connections: 12
client:
  sber:
    <<: *defaults
    max_connections: *n
  receipt: *defaults
`)
	for _, c := range []struct {
		system string
		key    settings.Key
		line   int
		column int
	}{
		{"sber", settings.MaxConcurrent, 3, 19}, {"sber", settings.MaxConnections, 8, 22}, // the alias, not the anchor
		{"receipt", settings.MaxConcurrent, 3, 19}, {"receipt", settings.MaxConnections, 4, 20},
	} {
		p := s.Section(c.system).Get(c.key).Place
		if p.Start.Line != c.line || p.Start.Column != c.column || p.Stop.Column != c.column+2 {
			t.Errorf("%v of %s stands at %v to %v", c.key, c.system, p.Start, p.Stop)
		}
	}
}

func TestDocuments(t *testing.T) {
	t.Parallel()
	load := func(text string) []*settings.Set {
		return settings.Load(module(t, "settings.yaml", text), settings.Options{}).Sets
	}
	parts := load("database: {pool_size: 4}\n---\nclient: {a: {max_connections: 3}}\n---\nclient: {b: {max_connections: 1}}\n")
	if len(parts) != 1 || parts[0].Sum() != 4 || parts[0].Database.Size() != 4 {
		t.Errorf("documents that complete each other make %d sets", len(parts))
	}
	repeated := load("client: {a: {max_connections: 3}}\n---\nclient: {a: {max_connections: 1}}\n---\nx: 1\n")
	if len(repeated) != 2 || repeated[0].Sum() != 3 || repeated[1].Sum() != 1 || repeated[1].Name != "settings.yaml, document 2" {
		t.Errorf("documents that repeat each other make %d sets", len(repeated))
	}
}

func TestLeftOut(t *testing.T) {
	t.Parallel()
	s := one(t, "settings.yaml", `
database: {driver: sqlite, pool_size: 1}
client:
  redis: {max_concurrent: 100, max_connections: 1}
  ledger: {max_concurrent: 100, max_connections: 1, base_url: "grpc://ledger:50051"}
  feed: {max_concurrent: 100, max_connections: 1, protocol: HTTP/2}
  sber: {max_concurrent: 10, max_connections: 12, base_url: "https://redis.example"}
`)
	if found := settings.Sizes(s, settings.Options{}); len(found) > 0 || s.Sum() != 12 {
		t.Errorf("%d violations, sum %d", len(found), s.Sum())
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	dir := module(t, "deploy/app.yaml", `
db: {limits: {max: 10}}
clients:
  http:
    sber: {concurrency: 10, pool: {max: 6}, read_timeout: 1s}
`, "settings.yaml", "client: {a: {max_connections: 3}}")
	o := settings.Options{
		Paths: []string{"deploy/*.yaml"}, Roots: []string{"clients.http"}, Database: "db.limits.max",
		Keys: map[string][]string{"max_concurrent": {"concurrency"}, "max_connections": {"pool.max"}},
	}
	m := settings.Load(dir, o)
	if len(m.Errors) > 0 || len(m.Sets) != 1 {
		t.Fatalf("%v, %d sets", m.Errors, len(m.Sets))
	}
	var got []string
	for _, v := range settings.Sizes(m.Sets[0], o) {
		got = append(got, fmt.Sprintf("%d: %s", v.At.Line(), v.Message))
	}
	want := []string{
		"5: sber allows 10 concurrent calls over 6 connections",
		"2: 1 system may open 6 connections, and half of the database pool of 10 is 5 (sber 6)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	for _, bad := range []settings.Options{
		{Keys: map[string][]string{"max": nil}}, {Keys: map[string][]string{"pool_size": nil}}, {Replicas: -1},
		{Profiles: []settings.Profile{{Name: "x"}}}, {Profiles: []settings.Profile{{Files: []string{"a"}}}},
		{Profiles: []settings.Profile{{Name: "x", Files: []string{"a"}}, {Name: "x", Files: []string{"a"}}}},
	} {
		if bad.Validate() == nil {
			t.Errorf("%+v is valid", bad)
		}
	}
	if err := o.Validate(); err != nil {
		t.Error(err)
	}
}

func TestCandidates(t *testing.T) {
	t.Parallel()
	text := "client: {a: {max_connections: 3}}\n"
	outside := module(t, "settings.yaml", text)
	dir := module(t,
		"settings.yaml", text, "config/a.yml", text, "configs/b.yaml", text, "conf/c.yaml", text, ".env", "CLIENT__A__MAX_CONNECTIONS=1",
		"deploy/d.yaml", text, ".hidden.yaml", text, "config/x.json", "{}", "config/deep/e.yaml", text,
		"docker-compose.yaml", "a: 1\na: 2\n", "config/huge.yaml", strings.Repeat("# x\n", 1<<19), "api.yaml", "openapi: [\n")
	for link, target := range map[string]string{
		"config/inside.yaml": filepath.Join(dir, "deploy/d.yaml"), "config/outside.yaml": filepath.Join(outside, "settings.yaml"),
		"config/nowhere.yaml": filepath.Join(dir, "missing"),
	} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Skip("no symbolic links:", err)
		}
	}
	names := func(m *settings.Module) (out []string) {
		for _, f := range m.Files {
			out = append(out, f.Name)
		}
		return out
	}
	m := settings.Load(dir, settings.Options{})
	want := []string{".env", "conf/c.yaml", "config/a.yml", "config/inside.yaml", "configs/b.yaml", "settings.yaml"}
	if got := names(m); !slices.Equal(got, want) || len(m.Errors) > 0 {
		t.Errorf("found %q, %v", got, m.Errors)
	}
	m = settings.Load(dir, settings.Options{Paths: []string{
		"deploy/*.yaml", "config/outside.yaml", "../x.yaml", "none.yaml", "none/*.yaml", "docker-compose.yaml", "[",
	}})
	var got []string
	for _, e := range m.Errors {
		got = append(got, e.Error())
	}
	wantErrs := []string{
		"../x.yaml:1: the file is outside the module", "[:1: the pattern is malformed",
		"config/outside.yaml:1: the file is a link out of the module",
		"docker-compose.yaml:2: the key \"a\" is in line 1 already", "none.yaml:1: no such file or directory",
		"none/*.yaml:1: no file matches the pattern",
	}
	if files := names(m); !slices.Equal(files, []string{"deploy/d.yaml"}) || !slices.Equal(got, wantErrs) {
		t.Errorf("found %q and errors\n%s", files, strings.Join(got, "\n"))
	}
}

// A file that cannot be parsed is an error if it can be a settings file, by its name or by what it says.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	big := strings.Repeat("# x\n", 1<<19)
	for _, c := range []struct {
		name, text string
		err        bool
	}{
		{"config/settings.yaml", "a: [", true},
		{"config.prod.yaml", "a: [", true},
		{"config/settings.yaml", big, true},
		{"values.yaml", "client:\n sber:\n  maxConnections: 1\n ]", true},
		{"values.yaml", "client:\n sber:\n  maxConnections: 1\n" + big, true},
		{"values.yaml", "server: [", false},
		{"values.yaml", "client: [", false},
		{"config/values.yaml", big, false},
		{".env", "A=\"x", true},
		{".env", "CLIENT__A__MAX_CONNECTIONS=1\nA B\n", true},
	} {
		m := settings.Load(module(t, c.name, c.text), settings.Options{})
		if (len(m.Errors) > 0) != c.err {
			t.Errorf("%s with %.40q: %v", c.name, c.text, m.Errors)
		}
		for _, e := range m.Errors {
			var fileErr *yamlfile.Error
			if !errors.As(e, &fileErr) || fileErr.Line < 1 || fileErr.File != c.name {
				t.Errorf("%s: %v", c.name, e)
			}
		}
	}
}

func TestProfiles(t *testing.T) {
	t.Parallel()
	dir := module(t, "settings.yaml", `
database: {pool_size: 60}
client:
  sber: {max_concurrent: 10, max_connections: 10}
  receipt: {max_concurrent: 10, max_connections: 12}
  tax: {max_concurrent: 5, max_connections: 5}
`, "settings.prod.yaml", "client: {receipt: {max-connections: 8}, tax: {max_concurrent: 4}}\n", "settings.dev.yaml", "database: {pool_size: 40}\n",
		"other.yaml", "client: {x: {max_concurrent: 4, max_connections: 1}}\n")
	o := settings.Options{
		Paths: []string{"other.yaml"},
		Profiles: []settings.Profile{
			{Name: "prod", Files: []string{"settings.yaml", "./settings.prod.yaml"}},
			{Name: "dev", Files: []string{"settings.yaml", "settings.dev.yaml"}},
		},
	}
	m := settings.Load(dir, o)
	if len(m.Errors) > 0 {
		t.Fatal(m.Errors[0])
	}
	var got []string
	for _, j := range settings.Join(m.Sets, func(s *settings.Set) []settings.Violation { return settings.Sizes(s, o) }) {
		fix := ""
		if j.Fix != nil {
			fix = ", fixable"
		}
		got = append(got, fmt.Sprintf("%s:%d: %s%s", j.At.File, j.At.Line(), j.Text(), fix))
	}
	want := []string{
		"settings.yaml:4: sber has 10 connections for 10 concurrent calls, and 12 to 15 fit in profiles prod and dev, fixable",
		"settings.prod.yaml:1: receipt allows 10 concurrent calls over 8 connections in profile prod, fixable",
		// A fix would change the other profile too.
		"settings.yaml:6: tax has 5 connections for 5 concurrent calls, and 6 to 8 fit in profile dev",
		"settings.dev.yaml:1: 3 systems may open 27 connections, and half of the database pool of 40 is 20 (sber 10, receipt 12, tax 5) in profile dev",
		"other.yaml:1: x allows 4 concurrent calls over 1 connection, fixable",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	dir = module(t, "a.yaml", "client: {x: {max_concurrent: 4}}\n", "b.yaml", "client: [", "c.yaml", "client: {x: {max_connections: 4}}")
	o = settings.Options{Profiles: []settings.Profile{{Name: "p", Files: []string{"a.yaml", "b.yaml", "c.yaml"}}}}
	if m := settings.Load(dir, o); len(m.Errors) != 1 || m.Errors[0].File != "b.yaml" || len(m.Sets) != 0 {
		t.Errorf("a profile with a broken file: %v, %d sets", m.Errors, len(m.Sets))
	}
}

func TestDrift(t *testing.T) {
	t.Parallel()
	defaults := one(t, "settings.yaml", "database: {pool_size: 10}\nclient:\n  sber: {max_concurrent: 10, max_connections: 12}\n  tax: {max_connections: 2}\n")
	file := one(t, "config/settings.yaml", "client: {Sber: {max_connections: 8, read_timeout: 2s}}\n")
	if !settings.Meet(defaults, file) || settings.Meet(defaults, &settings.Set{}) {
		t.Error("sets with a common system meet, others do not")
	}
	merged := settings.Over(defaults, file)
	var got []string
	for _, v := range settings.Sizes(merged, settings.Options{}) {
		got = append(got, v.At.File+": "+v.Message)
	}
	want := []string{
		"config/settings.yaml: Sber allows 10 concurrent calls over 8 connections; max_connections in config/settings.yaml overrides the default of 12 in settings.yaml",
		"settings.yaml: 2 systems may open 10 connections, and half of the database pool of 10 is 5 (Sber 8, tax 2); max_connections in config/settings.yaml overrides the default of 12 in settings.yaml",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	if file.Sections[0].Get(settings.MaxConnections).Overrides != nil || defaults.Section("sber").Get(settings.MaxConnections).Size() != 12 {
		t.Error("Over changed what it was given")
	}
}

func TestTimeouts(t *testing.T) {
	t.Parallel()
	s := one(t, "settings.yaml", `client:
  fine: {connect_timeout: 2s, read_timeout: 60, total_timeout: 60s}
  slow: {read_timeout: 61}
  short: {read_timeout: 10s, total_timeout: 8}
  grpc: {connect_timeout: 12s, read_timeout: 10s, total_timeout: 30s}
  both: {connect_timeout: 12s, read_timeout: 10s, total_timeout: 9s}
  open: {connect_timeout: 12s, total_timeout: 9s, read_timeout: "${READ}"}
`)
	var got []string
	for _, v := range settings.Timeouts(s) {
		got = append(got, fmt.Sprintf("%d:%v: %s", v.At.Line(), v.At.Key, v.Message))
	}
	want := []string{
		"3:read_timeout: slow has a read timeout of 1m1s, over 1m",
		"4:total_timeout: short has a read timeout of 10s above its total timeout of 8s",
		"5:connect_timeout: grpc has a connect timeout of 12s above its read timeout of 10s",
		"6:total_timeout: both has a read timeout of 10s above its total timeout of 9s",
		"6:connect_timeout: both has a connect timeout of 12s above its read timeout of 10s",
		"7:connect_timeout: open has a connect timeout of 12s above its total timeout of 9s",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func TestReplicas(t *testing.T) {
	t.Parallel()
	s := one(t, "settings.yaml", "database: {pool_size: 100}\nclient: {a: {max_connections: 19}}\n")
	if found := settings.Sizes(s, settings.Options{}); len(found) > 0 {
		t.Errorf("one process: %s", found[0].Message)
	}
	found := settings.Sizes(s, settings.Options{Replicas: 3})
	want := "1 system may open 19 connections in each of 3 replicas, 57 in all, and half of the database pool of 100 is 50 (a 19)"
	if len(found) != 1 || found[0].Message != want {
		t.Errorf("three processes: %+v", found)
	}
}

// An edit changes the bytes of the value and no others.
func TestFixes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, before, after string }{
		{"plain", "client:\n  a: # why\n    max_concurrent: 10\n    max_connections:   8   # eight\n\n# end",
			"client:\n  a: # why\n    max_concurrent: 10\n    max_connections:   12   # eight\n\n# end"},
		{"quoted", "client: {a: {max_concurrent: 10, max_connections: \"8\"}}\r\n", "client: {a: {max_concurrent: 10, max_connections: \"12\"}}\r\n"},
		{"after other scripts", "# ёж\nclient: {ёж: {max_concurrent: 10, max_connections: '8'}}", "# ёж\nclient: {ёж: {max_concurrent: 10, max_connections: '12'}}"},
		{"byte order mark", "\uFEFFclient: {a: {max_concurrent: 10, max_connections: 8}}", "\uFEFFclient: {a: {max_concurrent: 10, max_connections: 12}}"},
		{"hexadecimal", "client: {a: {max_concurrent: 10, max_connections: 0x8}}", "client: {a: {max_concurrent: 10, max_connections: 12}}"},
		{"alias", "n: &n 8\nclient: {a: {max_concurrent: 10, max_connections: *n}}", ""},
		{"anchor", "client: {a: {max_concurrent: 10, max_connections: &n 8}}\nx: *n", ""},
		{"merged", "d: &d {max_connections: 8}\nclient: {a: {max_concurrent: 10, <<: *d}}", ""},
		{"anchored section", "client:\n  a: &a {max_concurrent: 10, max_connections: 8}\n  b: {<<: *a, max_concurrent: 6}", ""},
		{"anchored root", "client: &c {a: {max_concurrent: 10, max_connections: 8}}\nx: *c", ""},
		{"too many", "client: {a: {max_concurrent: 10, max_connections: 80}}", ""},
		{"placeholder", "client: {a: {max_concurrent: 10, max_connections: \"\\x38\"}}", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := one(t, "settings.yaml", c.before)
			found := settings.Join([]*settings.Set{s}, func(s *settings.Set) []settings.Violation { return settings.Sizes(s, settings.Options{}) })
			if len(found) == 0 {
				t.Fatal("no violation")
			}
			e := found[0].Fix
			if c.after == "" {
				if e != nil {
					t.Errorf("a fix: %+v", e)
				}
				return
			}
			if e == nil {
				t.Fatal("no fix")
			}
			if got := c.before[:e.Start] + e.New + c.before[e.End:]; got != c.after {
				t.Errorf("got %q", got)
			}
			if again := settings.Sizes(one(t, "settings.yaml", c.after), settings.Options{}); len(again) > 0 {
				t.Errorf("after the fix: %s", again[0].Message)
			}
		})
	}
}
