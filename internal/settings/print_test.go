package settings_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/settings"
)

const printed = `
database: {pool_size: 40}
client:
  sber: {max_concurrent: 16, max_connections: 20, max_keepalive_connections: 0, read_timeout: 10, total_timeout: 1m}
  receipt:
    max_connections: 4
    pool_timeout: soon
  redis: {max_connections: 100}
`

func TestWriteText(t *testing.T) {
	t.Parallel()
	s := one(t, "config/settings.yaml", printed)
	var b strings.Builder
	if err := settings.WriteText(&b, []*settings.Set{s}, settings.Options{}); err != nil {
		t.Fatal(err)
	}
	want := `config/settings.yaml
  system   concurrent  connections  keepalive  connect  read  write  pool   total  from
  sber     16          20           0          -        10s   -      -      1m     config/settings.yaml:4
  receipt  -           4            -          -        -     -      ?soon  -      config/settings.yaml:6
  redis    -           100          -          -        -     -      -      -      config/settings.yaml:8, multiplexed: not in the sum
  connections in all: 24; database pool: 40 (config/settings.yaml:2), half of it: 20, over by 4
`
	if b.String() != want {
		t.Errorf("got\n%s", b.String())
	}
	for text, want := range map[string]string{
		"client: {a: {max_connections: 2}}":                                   "  connections in all: 2; no database pool known\n",
		"client: {a: {max_connections: 2}}\ndatabase: {pool_size: '${P}'}":    "  connections in all: 2; database pool: ?${P} (settings.yaml:2)\n",
		"client: {a: {max_connections: 2}}\ndatabase: {pool_size: 12}":        "  connections in all: 2, in 3 replicas: 6; database pool: 12 (settings.yaml:2), half of it: 6\n",
		"client: {a: {read_timeout: 1h}}\ndatabase: {pool_size: 12} # no sum": "  connections in all: unknown; database pool: 12",
	} {
		b.Reset()
		o := settings.Options{}
		if strings.Contains(want, "replicas") {
			o.Replicas = 3
		}
		if err := settings.WriteText(&b, []*settings.Set{one(t, "settings.yaml", text)}, o); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%s is printed as\n%s", text, b.String())
		}
	}
	for want, o := range map[string]settings.Options{
		"no settings found: the YAML files of the module root, config, configs and conf, .env and the code have no section of a system below client\n": {},
		"no settings found: the files that settings names and the code have no section of a system below a or b\\u202e\n": {
			Paths: []string{"deploy/*.yaml"}, Roots: []string{"a", "b\u202e"}},
	} {
		b.Reset()
		if err := settings.WriteText(&b, nil, o); err != nil || !strings.HasPrefix(b.String(), want) || strings.Count(b.String(), "\n") != 2 {
			t.Errorf("nothing is printed as %q, want %q", b.String(), want)
		}
	}
}

func TestWriteJSON(t *testing.T) {
	t.Parallel()
	dir := module(t, "config/settings.yaml", printed)
	var b strings.Builder
	if err := settings.WriteJSON(&b, settings.Load(dir, settings.Options{}).Sets, settings.Options{}, dir); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Sets []struct {
			Name        string
			Connections int
			Budget      int
			Over        bool `json:"over_budget"`
			Systems     []struct {
				System      string
				Multiplexed bool
				Values      map[string]struct {
					Value        *float64
					Text, File   string
					Line, Column int
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	set := got.Sets[0]
	read, soon := set.Systems[0].Values["read_timeout"], set.Systems[1].Values["pool_timeout"]
	if set.Name != "config/settings.yaml" || set.Connections != 24 || set.Budget != 20 || !set.Over || !set.Systems[2].Multiplexed ||
		*read.Value != 10 || read.File != "config/settings.yaml" || read.Line != 4 || read.Column != 95 || soon.Value != nil || soon.Text != "soon" {
		t.Errorf("got %s", b.String())
	}
	b.Reset()
	if err := settings.WriteJSON(&b, nil, settings.Options{}, dir); err != nil || strings.TrimSpace(b.String()) != "{\n  \"sets\": []\n}" {
		t.Errorf("nothing is printed as %s", b.String())
	}
}

// Text of the program cannot reach the terminal, or break the table.
func TestWriteTextEscapes(t *testing.T) {
	t.Parallel()
	const evil = "a\x1b[2J\t\u202eb"
	sec := &settings.Section{System: evil}
	sec.Values[settings.MaxConnections] = &settings.Value{Key: settings.MaxConnections, Text: evil + strings.Repeat("x", 99), File: evil}
	sec.Values[settings.ReadTimeout] = &settings.Value{Key: settings.ReadTimeout, File: evil}
	unnamed := &settings.Section{}
	set := &settings.Set{Name: evil, Sections: []*settings.Section{sec, unnamed}, Database: &settings.Value{Text: evil, File: evil}}
	var b strings.Builder
	if err := settings.WriteText(&b, []*settings.Set{set}, settings.Options{}); err != nil {
		t.Fatal(err)
	}
	set.Database.Known, set.Database.Count = true, 3
	if err := settings.WriteText(&b, []*settings.Set{set}, settings.Options{}); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(b.String(), "\x1b\t\u202e") || strings.Count(b.String(), "\n") != 10 {
		t.Errorf("got %q", b.String())
	}
	for _, want := range []string{"a\\u001b[2J\\u0009\\u202eb  ", " ?a\\u001b", "…", "  -  ", "  ?  "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}
