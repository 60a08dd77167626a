package config_test

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/config"
)

// What Show prints loads as the same configuration.
func TestShowRoundTrip(t *testing.T) {
	t.Parallel()
	odd := "exclude: ['# x', 'a: b', '- y', \"true\", 'null', '{x}', \"tab\\tx\", 'é\"', '~', '*', '1e3', 'no']\n" +
		"systems: {'true': {hosts: [1.2.3.4], aliases: ['1', 'y']}}\nchecks: {}\n"
	for _, src := range []string{"", full, odd, "test-support: []\nfix: {idle-conn-timeout: 2h}\n", "catalog: {types: []}\n"} {
		c, err := config.Parse("c.yaml", []byte(src), checks)
		if err != nil {
			t.Fatal(err)
		}
		text := config.Show(c, checks)
		again, err := config.Parse("c.yaml", text, checks)
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			continue
		}
		got, want := origin.ReplaceAllString(string(config.Show(again, checks)), ""), origin.ReplaceAllString(string(text), "")
		if got != want || !reflect.DeepEqual(again.Fix, c.Fix) {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

var origin = regexp.MustCompile(`(?m)  # (default|c\.yaml:\d+)$`)

func TestShow(t *testing.T) {
	t.Parallel()
	c, err := config.Parse("x/c.yaml", []byte(full), checks)
	if err != nil {
		t.Fatal(err)
	}
	text := string(config.Show(c, checks))
	for _, want := range []string{
		"  no-timeout: off  # x/c.yaml:3\n",
		"exclude:  # x/c.yaml:6\n  - \"legacy/**\"\n",
		"    hosts:  # x/c.yaml:15\n      - api.sber.example\n",
		"    - func: example.com/shop/httpx.New  # x/c.yaml:20\n      kind: client  # x/c.yaml:21\n",
		"        dial-timeout:\n          value: 5s  # x/c.yaml:26\n",
		"  timeout: 1m30s  # x/c.yaml:39\n  dial-timeout: 5s  # default\n",
		"  acquire-timeout: 1s  # default\n",
		"  factors:\n    min: 1.1  # x/c.yaml:47\n    max: 1.5  # default\n",
		"    prod:  # x/c.yaml:49\n      - settings.yaml\n",
		"  replicas: 3  # x/c.yaml:51\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	text = string(config.Show(config.Default(), checks))
	for _, want := range []string{
		"# no configuration file: all values are defaults\n", "  no-timeout: on  # default\n", "  strict-names: off  # default\n",
		"exclude: []  # default\n", "systems: {}  # default\n", "catalog: {}  # default\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	c.Origins["tests"] = config.Origin{File: "a\nb: c", Line: 1}
	if text = string(config.Show(c, checks)); !strings.Contains(text, "tests: true  # a?b: c:1\n") {
		t.Errorf("a file name breaks the line:\n%s", text)
	}
}

func TestTemplate(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]config.Facts{
		"nothing": {},
		"all": {
			AdapterRoots: []string{"internal/adapters/out", "internal/adapters/out"},
			Systems: []config.SystemFact{
				{Name: "slack", Hosts: []string{"hooks.slack.com"}, Packages: []string{"example.com/shop/slack"}},
				{Name: "pagerduty", Packages: []string{"example.com/shop/pagerduty"}},
			},
			Settings: []string{"config/settings.yaml", ".env"},
		},
		"what no file can hold": {
			AdapterRoots: []string{"/", "a\nb", ""},
			Systems: []config.SystemFact{
				{Name: "a: b\n# x", Hosts: []string{"h"}}, {Name: "true", Hosts: []string{"h.example", "https://x", "h.example"}},
				{Name: "same", Hosts: []string{"H.example"}}, {Name: "twice", Hosts: []string{"t.example"}}, {Name: "twice", Hosts: []string{"u.example"}},
				{Name: "empty"},
			},
			Settings: []string{"../x.yaml", "a\\b", strings.Repeat("x", 2000)},
		},
		"one name in two styles": {Systems: []config.SystemFact{{Name: "a-b", Hosts: []string{"a.example"}}, {Name: "a_b", Hosts: []string{"b.example"}}}},
	} {
		text := config.Template(f, checks)
		if _, err := config.Parse(".reslint.yaml", text, checks); err != nil {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
		for line := range strings.Lines(string(text)) {
			if len(line) > 120 {
				t.Errorf("%s: a line of %d bytes: %s", name, len(line), line)
			}
		}
		if name == "all" && (!strings.Contains(string(text), "\nadapter-roots:\n  - internal/adapters/out\n\n") ||
			!strings.Contains(string(text), "\nsystems:\n  slack:\n    hosts:\n      - hooks.slack.com\n    packages:\n      - example.com/shop/slack\n  pagerduty:\n") ||
			!strings.Contains(string(text), "\nsettings:\n  paths:\n    - config/settings.yaml\n    - .env\n")) {
			t.Errorf("got\n%s", text)
		}
	}
}

// The examples of the template are valid as well.
func TestTemplateExamples(t *testing.T) {
	t.Parallel()
	known := append(checks[:len(checks):len(checks)], checks[0])
	check := *checks[0]
	check.Name = "long-read-timeout"
	known[len(known)-1] = &check
	text := regexp.MustCompile(`(?m)^#([a-z ].*)$`).ReplaceAllStringFunc(string(config.Template(config.Facts{}, known)), func(line string) string {
		if strings.HasPrefix(line, "# ") && !strings.HasPrefix(line, "#  ") {
			return line // prose
		}
		return line[1:]
	})
	c, err := config.Parse("c.yaml", []byte(text), known)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, path := range []string{"checks", "exclude", "tests", "test-support", "adapter-roots", "suffixes", "systems.insurance",
		"catalog.types", "fix.timeout", "settings.paths"} {
		if c.Origins[path].Line == 0 {
			t.Errorf("%s is not in the examples:\n%s", path, text)
		}
	}
}
