package settings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/settings"
)

func TestEnvFile(t *testing.T) {
	t.Parallel()
	s := one(t, ".env", "\uFEFF# the payment provider\n"+
		"export CLIENT__SBER__MAX_CONCURRENT=16\r\n"+
		"CLIENT__SBER__MAX_CONNECTIONS = \"20\" # 16 × 1.25\n"+
		"CLIENT__SBER__READ_TIMEOUT='10s' \n"+
		"\n"+
		"RECEIPT_MAX_CONCURRENT=08 # no root, and only a unit has it\n"+
		"RECEIPT_MAX_CONNECTIONS=10\t#\n"+
		"INSURANCE_CLIENT_MAX_CONNECTIONS=$OTHER\n"+
		"KEY=\"-----BEGIN\nCLIENT__NO__MAX_CONNECTIONS=1\n-----END\"\n"+
		"SERVER_READ_TIMEOUT=soon\nDB_MAX_CONNECTIONS=many\nDB_MAX_CONCURRENT=3\n"+
		"BARE\nEMPTY=\nURL=https://example.com/#top\n"+
		"DATABASE__POOL_SIZE=60")
	var got []string
	for _, sec := range s.Sections {
		for _, v := range sec.Values {
			if v != nil {
				got = append(got, fmt.Sprintf("%d:%d-%d %s %v=%q %v", v.Line(), v.Place.Start.Column, v.Place.Stop.Column, sec.System, v.Key, v.Text, v.Known))
			}
		}
	}
	want := []string{
		`2:37-39 sber max_concurrent="16" true`,
		`3:34-36 sber max_connections="20" true`,
		`4:29-32 sber read_timeout="10s" true`,
		`6:24-26 receipt max_concurrent="08" true`,
		`7:25-27 receipt max_connections="10" true`,
		`8:34-40 insurance max_connections="$OTHER" false`,
	}
	if s.Database.Size() != 60 || s.Database.Line() != 18 {
		t.Errorf("the database pool is %+v", s.Database)
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func TestEnvErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"zero", "A=1\nCLIENT__A__MAX_CONNECTIONS=0\n", ".env:2: CLIENT__A__MAX_CONNECTIONS is 0, and not a positive whole number"},
		{"empty", "CLIENT__A__MAX_CONNECTIONS=\n", ".env:1: CLIENT__A__MAX_CONNECTIONS is empty"},
		{"pool", "CLIENT__A__MAX_CONNECTIONS=1\nDATABASE_POOL_SIZE=x", ".env:2: DATABASE_POOL_SIZE is x"},
		{"twice", "CLIENT__A__MAX_CONNECTIONS=1\n\nCLIENT_A_MAX_CONNECTIONS=1\n", ".env:3: CLIENT_A_MAX_CONNECTIONS is set in line 1 already"},
		{"no name", "A=1\n=2\n", `.env:2: "" is no name of a variable`},
		{"a sentence", "A=1\nnot a setting\n", `.env:2: "not a setting" is no name of a variable`},
		{"open quote", "A=1\nB='x\nC=2\n", ".env:2: the quote ' is not closed"},
		{"not UTF-8", "A=1\nB=\xff\n", ".env:2: byte 0xff is no text"},
		{"not UTF-8 in quotes", "A=1\nB='\n\xff'\n", ".env:2: byte 0xff is no text"},
		{"NUL", "A=1\nB=\x00\n", ".env:2: byte 0x00 is no text"},
		{"huge", strings.Repeat("A=1\n", 1<<19), ".env:1: the file is larger than 1024 KiB"},
	} {
		m := settings.Load(module(t, ".env", c.text), settings.Options{})
		if len(m.Errors) != 1 || !strings.HasPrefix(m.Errors[0].Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, m.Errors, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	names := settings.Options{Roots: []string{"client", "http.clients"}}.Names()
	for name, want := range map[string]string{
		"CLIENT__SBER__MAX_CONCURRENT":          "sber max_concurrent rooted",
		"APP__CLIENT__SBER__MAX_CONCURRENT":     "sber max_concurrent rooted",
		"CLIENT__SBER_PAY__MAX_CONCURRENT":      "sber_pay max_concurrent rooted",
		"CLIENT_SBER_MAX_KEEPALIVE_CONNECTIONS": "sber max_keepalive_connections rooted",
		"APP_CLIENT_SBER_MAX_CONNECTIONS":       "sber max_connections rooted",
		"SBER_CLIENT_MAX_CONNECTIONS":           "sber max_connections rooted",
		"SBER_CLIENT__MAX_CONNECTIONS":          "sber max_connections rooted",
		"SBER__CLIENT__MAX_CONNECTIONS":         "sber max_connections rooted",
		"HTTP_CLIENTS__SBER__MAX_CONNECTIONS":   "sber max_connections rooted",
		"INSURANCE_MAX_CONCURRENT":              "insurance max_concurrent",
		"INSURANCE__MAX_CONCURRENT":             "insurance max_concurrent",
		"INSURANCE_MAXCONCURRENT":               "insurance max_concurrent",
		"client.sber.max_connections":           "sber max_connections rooted",
		"client.sber.maxConnections":            "sber max_connections rooted",
		"client.sber-pay.read-timeout":          "sber_pay read_timeout rooted",
		"MAX_CONNECTIONS":                       " max_connections",
		"CLIENT_MAX_CONNECTIONS":                " max_connections rooted",
		"DATABASE__POOL_SIZE":                   " pool_size",
		"APP_DATABASE_POOL_SIZE":                " pool_size",
		"database.poolSize":                     " pool_size",
		"POOL_SIZE":                             "-",
		"CLIENT__SBER__BASE_URL":                "-",
		"":                                      "-",
		"____":                                  "-",
	} {
		ref, ok := names.Ref(name)
		got := ref.System + " " + ref.Key.String()
		if ref.Rooted {
			got += " rooted"
		}
		if !ok {
			got = "-"
		}
		if got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"maxConnections": {"max", "connections"}, "MAX_CONNS": {"max", "conns"}, "max-conns": {"max", "conns"},
		"SberHTTPClient": {"sber", "http", "client"}, "HTTPClient": {"http", "client"}, "OAuth2Client": {"o", "auth2", "client"},
		"СберКлиент": {"сбер", "клиент"}, "": nil, "__": nil, "A": {"a"},
	} {
		if got := settings.Words(name); !slices.Equal(got, want) {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// A short name for a key does not turn other settings into systems.
func TestShortNames(t *testing.T) {
	t.Parallel()
	n := settings.Options{Keys: map[string][]string{"total_timeout": {"timeout"}}}.Names()
	for name, want := range map[string]string{
		"SERPER_TIMEOUT": "serper total_timeout", "SERPER_READ_TIMEOUT": "serper read_timeout", "TIMEOUT": " total_timeout",
		"SERPER_IDLE_CONN_TIMEOUT": "", "SERPER_SHUTDOWN_TIMEOUT": "", "SERPER_TLS_HANDSHAKE_TIMEOUT": "",
		"SERPER_POOL_MAX_CONNECTIONS": "serper_pool max_connections",
	} {
		got := ""
		if r, ok := n.Ref(name); ok {
			got = fmt.Sprintf("%s %v", r.System, r.Key)
		}
		if got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
