package settings

import (
	"errors"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/yamlfile"
)

var yamlSeeds = []string{
	"", "client:\n  sber:\n    max_concurrent: 16\n    max_connections: 20\ndatabase: {pool_size: 40}\n",
	"d: &d {max-concurrent: 1, maxConnections: \"2\"}\nclient: {a: *d, b: {<<: *d, max_connections: 3}}\n",
	"client: {a: {max_connections: 0}}\n", "client: {a: {max_connections: 1, max-connections: 2}}\n", "client: {a: {read_timeout: 1e300}}\n",
	"client: {a: {max_connections: 1}}\n---\nclient: {a: {max_connections: 2}}\n---\ndatabase: {pool_size: 1}\n",
	"client: {a: {max_connections: {{ .x }}}}\n", "client:\n\ta: 1\n", "\uFEFFclient:\r\n  a:\r\n    max_connections: '5'\r\n",
	"client: &c {a: *c}\n", "client: {a: {max_connections: 1}}\nclient: 2\n", "client: {\xff: 1}", "client: {a: [[[[[[[[[[",
	"client: {redis: {max_connections: 1, protocol: grpc}}\ndatabase: {url: 'sqlite://x', pool_size: 1}\n",
	"client: {a: {max_keepalive_connections: -1}}", "client: {a: {total_timeout: !x 1, connect_timeout: 1h, read_timeout: .nan}}\n",
}

// FuzzYAML checks what must hold for any YAML file: no panic, a place for every error and every value, and edits of
// values that stay values.
func FuzzYAML(f *testing.F) {
	for _, seed := range yamlSeeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := parseYAML("/m/settings.yaml", "settings.yaml", []byte(text), Options{}.Names(), false)
		check(t, file, err, text, func(edited string) (*File, error) {
			return parseYAML("/m/settings.yaml", "settings.yaml", []byte(edited), Options{}.Names(), false)
		})
	})
}

// FuzzEnv is FuzzYAML for .env files.
func FuzzEnv(f *testing.F) {
	for _, seed := range []string{
		"", "# c\nexport CLIENT__SBER__MAX_CONCURRENT=16\nCLIENT__SBER__MAX_CONNECTIONS=\"20\" # c\nDATABASE__POOL_SIZE=40\n",
		"A='x\ny'\r\nB=\"\\\"\"\n", "A=\"", "CLIENT__A__MAX_CONNECTIONS=0", "CLIENT__A__MAX_CONNECTIONS=${X}\n", "\uFEFFA=1\r\nB",
		"CLIENT_A_MAX_CONNECTIONS=1\nCLIENT__A__MAX_CONNECTIONS=2\n", "A=\xff", "=", "a b=1", "SBER_MAX_CONCURRENT=1 #\nSBER_READ_TIMEOUT=2s",
		"export\tX=1\nexport=2\nexportX=3\n", "A= # b\n", "A=#b\nCLIENT____MAX_CONNECTIONS=4\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := parseEnv("/m/.env", ".env", []byte(text), Options{}.Names(), true)
		check(t, file, err, text, func(edited string) (*File, error) {
			return parseEnv("/m/.env", ".env", []byte(edited), Options{}.Names(), true)
		})
	})
}

func check(t *testing.T, file *File, err error, text string, again func(string) (*File, error)) {
	t.Helper()
	lines := 1 + strings.Count(text, "\n") + strings.Count(text, "\r")
	if err != nil {
		var e *yamlfile.Error
		if !errors.As(err, &e) || e.Line < 1 || e.Line > lines {
			t.Fatalf("error without a place: %v", err)
		}
		return
	}
	for _, set := range file.Sets {
		for _, v := range append(Sizes(set, Options{}), Timeouts(set)...) {
			at := v.At.Place.Start
			if at.Line < 1 || at.Line > lines || at.Column < 1 || at.Offset > len(text) || v.Message == "" {
				t.Fatalf("%+v stands at %v", v, at)
			}
			if v.Fix != nil {
				checkFix(t, text, v, again)
			}
		}
	}
}

// checkFix applies a fix and sees whether its value, and nothing else, is what it says.
func checkFix(t *testing.T, text string, v Violation, again func(string) (*File, error)) {
	t.Helper()
	edited := text[:v.Fix.Start] + v.Fix.New + text[v.Fix.End:]
	file, err := again(edited)
	if err != nil {
		t.Fatalf("after %+v: %v", v.Fix, err)
	}
	for _, set := range file.Sets {
		for _, w := range Sizes(set, Options{}) {
			if w.Kind == v.Kind && w.System == v.System && w.At.Place.Start == v.At.Place.Start {
				t.Fatalf("%q is still there after %+v:\n%s", w.Message, v.Fix, edited)
			}
		}
	}
}
