package config_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/yamlfile"
)

// bad has files that Load refuses, with everything that it says about them. Where beyond is set the JSON schema
// cannot say it; for all others it must refuse them too.
var bad = []struct {
	src    string
	beyond bool
	want   []string
}{
	{src: "check: {}\ntest: true\nzzz: 1\n", want: []string{
		`1: unknown key "check": did you mean "checks"?`,
		`2: unknown key "test": did you mean "tests"?`,
		`3: unknown key "zzz": use one of checks, exclude, tests, test-support, adapter-roots, suffixes, systems, catalog, fix, settings`,
	}},
	{src: "settings:\n  replica: 2\nfix:\n  tiemout: 5s\n  dial_timeout: 5s\n", want: []string{
		`2: unknown key "replica" in settings: did you mean "replicas"?`,
		`4: unknown key "tiemout" in fix: did you mean "timeout"?`,
		`5: unknown key "dial_timeout" in fix: did you mean "dial-timeout"?`,
	}},
	{src: "checks:\n  no-timout: off\n  all: off\n  no-timeout: disabled\n  missing-limits: true\n", want: []string{
		`2: unknown check "no-timout" in checks: did you mean "no-timeout"?`,
		`3: unknown check "all" in checks: use one of missing-limits, no-timeout, strict-names`,
		`4: unknown value "disabled" in checks.no-timeout: use one of off, on, note, warning, error`,
		`5: checks.missing-limits takes one of off, on, note, warning, error, not "true": put it in quotes`,
	}},
	{src: "checks: [no-timeout]\n", want: []string{`1: checks takes a mapping, not a list`}},
	{src: "checks: off\n", want: []string{`1: checks takes a mapping, not "off"`}},
	{src: "tests: yes\n", want: []string{`1: tests takes true or false, not "yes"`}},
	{src: "tests:\n", want: []string{`1: tests takes true or false, not nothing`}},
	{src: "tests: [true]\n", want: []string{`1: tests takes true or false, not a list`}},
	{src: "exclude: legacy\n", want: []string{`1: exclude takes a list, not "legacy"`}},
	{src: "exclude:\n- a\\b\n- /tmp\n- 12\n- ''\n", want: []string{
		`2: exclude[0]: "a\\b" has a backslash: write / between names`,
		`3: exclude[1]: "/tmp" is absolute: write the path relative to the file`,
		`4: exclude[2] takes a path such as internal/legacy/** with / between names, not "12": put it in quotes`,
		`5: exclude[3] takes a path such as internal/legacy/** with / between names, not ""`,
	}},
	{src: "exclude: [../a, 'a[', a]\n", beyond: true, want: []string{
		`1: exclude[0]: "../a" leads out of the module`,
		`1: exclude[1]: "a[" is no valid pattern: it has a [ without a ]`,
	}},
	{src: "exclude:\n- a\n- b\n- a\n", want: []string{`4: exclude[2] is in line 2 already`}},
	{src: "exclude: [" + strings.Repeat("a", 1001) + "]\n", want: []string{
		`1: exclude[0] takes a path such as internal/legacy/** with / between names, not "` + strings.Repeat("a", 60) + `…" with 1001 bytes`}},
	{src: "test-support: [a/b]\n", want: []string{`1: test-support[0] takes one element of an import path such as testutil, not "a/b"`}},
	{src: "adapter-roots: [./a, 'a/*']\n", want: []string{
		`1: adapter-roots[0] takes a folder such as internal/adapters/out, without ./ and *, not "./a"`,
		`1: adapter-roots[1] takes a folder such as internal/adapters/out, without ./ and *, not "a/*"`,
	}},
	{src: "suffixes: [adapter]\n", want: []string{`1: suffixes[0] takes a word that starts with a capital letter, such as Adapter, not "adapter"`}},

	{src: "systems:\n  sber:\n  'a b': {aliases: [x]}\n  c: {}\n", want: []string{
		`2: systems.sber says nothing: give it aliases, hosts, packages or types`,
		`3: a key of systems takes a name of letters, digits, - and _, not "a b"`,
		`4: systems.c says nothing: give it aliases, hosts, packages or types`,
	}},
	{src: "systems:\n  a: {aliases: []}\n", want: []string{`2: systems.a.aliases is an empty list: fill it or leave systems.a.aliases out`}},
	{src: "systems:\n  a: {hosts: ['https://x.example/y', 'x.*.example', 'x y']}\n", want: []string{
		`2: systems.a.hosts[0]: "https://x.example/y" is a URL: write the host only, such as hooks.slack.com`,
		`2: systems.a.hosts[1]: "x.*.example" may have a * only at its start, as in *.example.com`,
		`2: systems.a.hosts[2] takes a host name such as hooks.slack.com, not "x y"`,
	}},
	{src: "systems:\n  a: {types: [Client], packages: ['./x y']}\n", want: []string{
		`2: systems.a.types[0] takes a type such as example.com/shop/sber.Client, not "Client"`,
		`2: systems.a.packages[0] takes an import path such as example.com/shop/sber or example.com/shop/sber/..., not "./x y"`,
	}},
	{src: "systems:\n  sber: {aliases: [sbp]}\n  s_ber:\n    aliases: [x]\n  other:\n    aliases: [SBP]\n    hosts: [h.example]\n  third:\n    hosts: [H.example]\n",
		beyond: true, want: []string{
			`3: systems.s_ber: "s_ber" belongs to the system sber already (line 2)`,
			`6: systems.other.aliases: "SBP" belongs to the system sber already (line 2)`,
			`9: systems.third.hosts: "H.example" belongs to the system other already (line 5)`,
		}},

	{src: "catalog:\n  constructors:\n  - func: New\n    kind: pool\n  - kind: client\n  - {}\n", want: []string{
		`3: catalog.constructors[0].func takes a function such as example.com/shop/httpx.New or (*example.com/shop/httpx.Factory).Client, not "New"`,
		`4: unknown value "pool" in catalog.constructors[0].kind: use one of client, transport, round-tripper, grpc, breaker, semaphore, database`,
		`5: catalog.constructors[1] needs a func`,
		`6: catalog.constructors[2] says nothing: give it a func and a kind`,
	}},
	{src: "catalog:\n  constructors:\n  - func: a.b/c.New\n    kind: client\n    limits:\n      timeout: {}\n      timeouts: {param: 1}\n      dial-timeout: {field: X}\n" +
		"      idle-conn-timeout: {param: 1, value: 5s}\n      max-conns-per-host: 1\n", want: []string{
		`6: catalog.constructors[0].limits.timeout says nothing: give it a param, an option or a value`,
		`7: unknown limit "timeouts" in catalog.constructors[0].limits: did you mean "timeout"?`,
		`8: catalog.constructors[0].limits.dial-timeout takes exactly one of param, option and value`,
		`9: catalog.constructors[0].limits.idle-conn-timeout takes exactly one of param, option and value`,
		`10: catalog.constructors[0].limits.max-conns-per-host takes a mapping, not "1"`,
	}},
	{src: "catalog:\n  constructors:\n  - func: a.b/c.New\n    kind: client\n    limits:\n      timeout: {value: 0}\n      dial-timeout: {option: a.b/c.Dial, field: X}\n      size: {value: []}\n", want: []string{
		`6: catalog.constructors[0].limits.timeout.value takes a whole number from 1 to 1000000, not 0`,
		`7: catalog.constructors[0].limits.dial-timeout has a field without the param that has it`,
		`8: catalog.constructors[0].limits.size.value takes a duration such as 10s or a whole number, not a list`,
	}},
	{src: "catalog:\n  constructors:\n  - func: a.b/c.New\n    kind: breaker\n    wraps: 1\n    limits:\n      timeout: {param: 1}\n  - func: a.b/c.New2\n    kind: client\n    limits:\n" +
		"      timeout: {value: 5}\n      max-conns-per-host: {value: 5s}\n      size: {param: 1}\n", beyond: true, want: []string{
		`5: catalog.constructors[0].wraps: a breaker wraps nothing`,
		`7: catalog.constructors[0].limits.timeout: a breaker has no timeout`,
		`11: catalog.constructors[1].limits.timeout is a duration: 5 has no unit`,
		`12: catalog.constructors[1].limits.max-conns-per-host is a whole number, not 5s`,
		`13: catalog.constructors[1].limits.size: a client has no size`,
	}},
	{src: "catalog:\n  types:\n  - {name: a.b/c.func, kind: breaker, execute: [Do]}\n  - {name: a.b/c.B, kind: breaker}\n  - {name: a.b/c.T, kind: client, acquire: [Do]}\n  - {name: a.b/c.S, kind: semaphore, acquire: [A], wraps: base}\n",
		beyond: true, want: []string{
			`3: catalog.types[0].name: "a.b/c.func" has a keyword of Go for a name`,
			`4: catalog.types[1]: a breaker needs the methods that enter it: execute or acquire`,
			`5: catalog.types[2].acquire: only a breaker and a semaphore are entered, not a client`,
			`6: catalog.types[3].wraps: a semaphore wraps nothing`,
		}},

	{src: "fix:\n  timeout: 30\n  dial-timeout: 0s\n  idle-conn-timeout: soon\n  response-header-timeout: -1s\n  max-conns-per-host: 0\n  max-idle-conns-per-host: 1.5\n  acquire-timeout: 0\n", want: []string{
		`2: fix.timeout takes a duration such as 10s or 1m30s: 30 has no unit`,
		`3: fix.dial-timeout must be longer than 0, and is 0s`,
		`4: fix.idle-conn-timeout takes a duration such as 10s or 1m30s, not "soon"`,
		`5: fix.response-header-timeout must be longer than 0, and is -1s`,
		`6: fix.max-conns-per-host takes a whole number from 1 to 100000, not 0`,
		`7: fix.max-idle-conns-per-host takes a whole number from 1 to 100000, not "1.5"`,
		`8: fix.acquire-timeout takes a duration such as 10s or 1m30s: 0 has no unit`,
	}},
	{src: "fix: {timeout: +5s, dial-timeout: .5s}\n", want: []string{
		`1: fix.timeout takes a duration such as 10s or 1m30s, not "+5s"`,
		`1: fix.dial-timeout takes a duration such as 10s or 1m30s, not ".5s"`,
	}},
	{src: "fix:\n  timeout: 2h\n", beyond: true, want: []string{`2: fix.timeout must be at most 1h, and is 2h`}},
	{src: "fix:\n  response-header-timeout: 40s\n  dial-timeout: 50s\n", beyond: true, want: []string{
		`2: fix.response-header-timeout (40s) must be shorter than fix.timeout (30s, the default)`,
		`3: fix.dial-timeout (50s) must be shorter than fix.response-header-timeout (40s)`,
	}},
	{src: "fix:\n  max-idle-conns-per-host: 200\n  max-conns-per-host: 50\n  tls-handshake-timeout: 30s\n", beyond: true, want: []string{
		`3: fix.max-idle-conns-per-host (200) must not exceed fix.max-conns-per-host (50)`,
		`4: fix.tls-handshake-timeout (30s) must be shorter than fix.timeout (30s, the default)`,
	}},

	{src: "settings:\n  paths: []\n  roots: ['a..b']\n  database: ''\n  replicas: 0\n  factors: {min: 0.5, max: .inf}\n", want: []string{
		`2: settings.paths is an empty list: fill it or leave settings.paths out`,
		`3: settings.roots[0] takes a key such as client.pools, with dots for depth, not "a..b"`,
		`4: settings.database takes a key such as client.pools, with dots for depth, not ""`,
		`5: settings.replicas takes a whole number from 1 to 10000, not 0`,
		`6: settings.factors.min takes a number from 1 to 100, not 0.5`,
		`6: settings.factors.max takes a number from 1 to 100, not .inf`,
	}},
	{src: "settings:\n  keys:\n    max-connections: [x]\n    pool_size: [x]\n    read_timeout: x\n  profiles:\n    prod: []\n    dev: [/etc/x]\n", want: []string{
		`3: unknown setting "max-connections" in settings.keys: did you mean "max_connections"?`,
		`4: unknown setting "pool_size" in settings.keys: use one of max_concurrent, max_connections, max_keepalive_connections, ` +
			`connect_timeout, read_timeout, write_timeout, pool_timeout, total_timeout`,
		`5: settings.keys.read_timeout takes a list, not "x"`,
		`7: settings.profiles.prod is an empty list: fill it or leave settings.profiles.prod out`,
		`8: settings.profiles.dev[0]: "/etc/x" is absolute: write the path relative to the file`,
	}},
	{src: "settings:\n  factors: {min: 2}\n", beyond: true, want: []string{`2: settings.factors: max (1.5) must not be below min (2)`}},
	// A value that an anchor brings is reported where the alias stands.
	{src: "settings:\n  database: &a [x]\n  replicas: *a\n", want: []string{
		`2: settings.database takes a key such as client.pools, with dots for depth, not a list`,
		`3: settings.replicas takes a whole number from 1 to 10000, not a list`,
	}},
}

func TestProblems(t *testing.T) {
	t.Parallel()
	for _, tt := range bad {
		c, err := config.Parse("c.yaml", []byte(tt.src), checks)
		var ps config.Problems
		if c != nil || !errors.As(err, &ps) {
			t.Errorf("%s\naccepted: %v", tt.src, err)
			continue
		}
		want := "c.yaml:" + strings.Join(tt.want, "\nc.yaml:")
		if err.Error() != want {
			t.Errorf("%s\n got %s\nwant %s", tt.src, err, want)
		}
	}
}

func TestManyProblems(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&b, "k%d: 1\n", i)
	}
	_, err := config.Parse("c.yaml", []byte(b.String()), checks)
	got := strings.Split(err.Error(), "\n")
	if len(got) != 51 || got[50] != "c.yaml:50: and 950 more problems" {
		t.Errorf("%d lines, the last %q", len(got), got[len(got)-1])
	}
}

// The schema accepts whatever the reader accepts, and refuses what it refuses, but for what a schema cannot say.
func TestSchemaInStep(t *testing.T) {
	t.Parallel()
	schema := compile(t)
	good := []string{full, "", "fix: {timeout: 30m0.5s, dial-timeout: 1µs}\n", "checks:\n", "test-support: []\n", "exclude: ['a b', '**', '.']\n",
		"suffixes: &s [A]\ntest-support: *s\n", "fix: &f {<<: {timeout: 5s}}\n", "settings: {factors: {max: 2}}\n",
		"catalog: {types: [{name: example.com/a.Имя, kind: client}], constructors: []}\n"}
	for _, src := range good {
		if _, err := config.Parse("c.yaml", []byte(src), checks); err != nil {
			t.Errorf("%s\n%v", src, err)
		}
		if err := schema.Validate(instance(t, src)); err != nil {
			t.Errorf("the schema refuses\n%s\n%v", src, err)
		}
	}
	for _, tt := range bad {
		if err := schema.Validate(instance(t, tt.src)); (err == nil) != tt.beyond {
			t.Errorf("schema: %v, want it to be refused: %v\n%s", err, !tt.beyond, tt.src)
		}
	}
	// One mistake at a time: each line of want is a mistake of its own in the files above, so each is tried alone too.
	for _, src := range mutations(full) {
		_, err := config.Parse("c.yaml", []byte(src), checks)
		if invalid := schema.Validate(instance(t, src)); (invalid == nil) != (err == nil) {
			t.Errorf("reader: %v\nschema: %v\n%s", err, invalid, src)
		}
	}
}

// mutations replaces each scalar of the file in turn by values of other kinds.
func mutations(src string) []string {
	var all []string
	lines := strings.Split(src, "\n")
	for i, line := range lines {
		key, value, ok := strings.Cut(line, ": ")
		if !ok || value == "" || strings.Contains(key, "{") {
			continue
		}
		for _, other := range []string{"true", "7", "1.5", "x y", "[]", "{}", "[[1]]", "{a: 1}", "~", "''", "10s", "'../x'"} {
			changed := append([]string{}, lines...)
			changed[i] = key + ": " + other
			all = append(all, strings.Join(changed, "\n"))
		}
		changed := append([]string{}, lines...)
		changed[i] = key + "x: " + value
		all = append(all, strings.Join(changed, "\n"))
	}
	return all
}

func compile(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text := config.Schema(checks)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// instance is the file as JSON would have it.
func instance(t *testing.T, src string) any {
	t.Helper()
	f, err := yamlfile.Parse("c.yaml", []byte(src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	if len(f.Docs) == 0 {
		return nil
	}
	return toJSON(f.Docs[0])
}

func toJSON(n *yamlfile.Node) any {
	switch n = n.Resolve(); n.Kind {
	case yamlfile.Mapping:
		m := map[string]any{}
		for _, p := range n.Pairs() {
			m[p.Key.Resolve().Text] = toJSON(p.Value)
		}
		return m
	case yamlfile.Sequence:
		all := []any{}
		for _, item := range n.Items() {
			all = append(all, toJSON(item))
		}
		return all
	}
	switch n.Tag {
	case "!!null":
		return nil
	case "!!bool":
		return strings.EqualFold(n.Text, "true")
	case "!!int":
		i, _ := strconv.ParseInt(n.Text, 0, 64)
		return i
	case "!!float":
		if f, err := strconv.ParseFloat(n.Text, 64); err == nil {
			return f
		}
		return json.Number("1e999") // infinity, which no maximum lets pass
	}
	return n.Text
}
