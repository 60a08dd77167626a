package settings_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reslint/reslint/runtime/settings"
)

const worked = `
defaults: &common
  connect_timeout: 2s
  read-timeout: 10        # seconds
  totalTimeout: "15s"
  breaker: {window: 20, minCalls: 5}
database: {pool_size: "40"}
client:
  sber: {base_url: "https://pay.example.com", max_concurrent: 8, max_connections: 10, max_keepalive_connections: 8}
  receipt:
    base_url: https://receipt.example.com
    max-concurrent: 4
    maxConnections: 5
    read_timeout: 3500ms
    breaker:
      window: 30
  insurance:
    base_url: https://insurance.example.com
    max_concurrent: 3
    max_connections: 4
    max_keepalive_connections: 0
`

func noEnv() []string { return nil }

func parse(text string, env ...string) (*settings.Settings, error) {
	return settings.Parse("settings.yaml", []byte(text), settings.Options{Environ: func() []string { return env }})
}

func TestWorkedExample(t *testing.T) {
	t.Parallel()
	s, err := parse(worked)
	if err != nil {
		t.Fatal(err)
	}
	if s.Database.PoolSize != 40 {
		t.Errorf("pool size %d", s.Database.PoolSize)
	}
	sber, receipt, insurance := s.Client["sber"], s.Client["receipt"], s.Client["insurance"]
	if sber.ConnectTimeout != 2*time.Second || sber.ReadTimeout != 10*time.Second || sber.TotalTimeout != 15*time.Second {
		t.Errorf("sber has %v", sber)
	}
	if receipt.ReadTimeout != 3500*time.Millisecond || receipt.MaxConcurrent != 4 || receipt.MaxConnections != 5 {
		t.Errorf("receipt has %v", receipt)
	}
	if receipt.Breaker.Window != 30 || receipt.Breaker.MinCalls != 5 || sber.Breaker.Window != 20 {
		t.Errorf("breakers: sber %+v, receipt %+v", sber.Breaker, receipt.Breaker)
	}
	if sber.MaxKeepaliveConnections != 8 || receipt.MaxKeepaliveConnections != 4 || insurance.MaxKeepaliveConnections != 0 {
		t.Errorf("idle connections: %d, %d, %d",
			sber.MaxKeepaliveConnections, receipt.MaxKeepaliveConnections, insurance.MaxKeepaliveConnections)
	}
}

func TestEnvironmentOverrides(t *testing.T) {
	t.Parallel()
	s, err := parse(worked, "CLIENT__SBER__READ_TIMEOUT=3s", "CLIENT__INSURANCE__BREAKER__OPEN_TIMEOUT=5",
		"DATABASE__POOL_SIZE=80", "CLIENT__RECEIPT__MAX_CONNECTIONS=6", "HOME=/root", "CLIENT=1", "NOVALUE")
	if err != nil {
		t.Fatal(err)
	}
	if s.Client["sber"].ReadTimeout != 3*time.Second || s.Client["insurance"].Breaker.OpenTimeout != 5*time.Second ||
		s.Database.PoolSize != 80 || s.Client["receipt"].MaxConnections != 6 {
		t.Errorf("%+v", s)
	}
}

func TestExtra(t *testing.T) {
	t.Parallel()
	text := strings.Replace(worked, "max_concurrent: 3", "max_concurrent: 3\n    token: secret", 1) + "server: {addr: ':80'}\n"
	s, err := settings.Parse("settings.yaml", []byte(text), settings.Options{
		Environ:  func() []string { return []string{"CLIENT__SBER__TOKEN=other", "DATABASE__DSN=x"} },
		Sections: []string{"server"}, Extra: []string{"token", "dsn"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if s.Client["insurance"].Extra["token"] != "secret" || s.Client["sber"].Extra["token"] != "other" {
		t.Errorf("%+v", s.Client)
	}
	if s.Client["receipt"].Extra != nil || s.Database.Extra["dsn"] != "x" {
		t.Errorf("receipt %v, database %v", s.Client["receipt"].Extra, s.Database.Extra)
	}
	if text := s.Client["insurance"].String(); strings.Contains(text, "secret") || strings.Contains(text, "http") {
		t.Errorf("%q tells too much", text)
	}
}

// Every fault has its place, key and rule.
func TestFaults(t *testing.T) {
	t.Parallel()
	replace := func(from, to string) string {
		if !strings.Contains(worked, from) {
			t.Fatalf("%q is not in the example", from)
		}
		return strings.Replace(worked, from, to, 1)
	}
	for _, c := range []struct{ name, text, want string }{
		{"below concurrency", replace("max_connections: 10", "max_connections: 7"),
			"settings.yaml:9: client.sber.max_connections: 8 concurrent calls over 7 connections (R-RES-ISO-2)"},
		{"headroom", replace("maxConnections: 5", "maxConnections: 9"),
			"settings.yaml:13: client.receipt.max_connections: 9 connections for 4 concurrent calls, 5 to 6 fit (R-RES-ISO-2)"},
		{"idle", replace("max_keepalive_connections: 8", "max_keepalive_connections: 11"),
			"settings.yaml:9: client.sber.max_keepalive_connections: keeps 11 idle connections but may open only 10 (R-RES-ISO-2)"},
		{"total", replace(`"40"`, "37"),
			"settings.yaml:7: database.pool_size: the systems may open 19 connections, more than half of the database pool of 37 (18) (R-RES-ISO-2)"},
		{"pool of zero", replace(`"40"`, "0"), "settings.yaml:7: database.pool_size: 0 is no positive number of connections (R-RES-ISO-2)"},
		{"order", replace(`"15s"`, "9s"),
			"settings.yaml:5: client.sber.total_timeout: the call ends after 9s, before the read timeout of 10s (R-RES-TO-X2)"},
		{"connect", replace("3500ms", "1s"),
			"settings.yaml:3: client.receipt.connect_timeout: connecting may take 2s, longer than the answer (1s) (R-RES-TO-X2)"},
		{"no timeout", replace("  connect_timeout: 2s\n", ""),
			"settings.yaml:8: client.sber.connect_timeout: is missing or zero: nothing bounds the wait (R-RES-TO-X1)"},
		{"typo", replace("max-concurrent", "max_concurent"),
			`settings.yaml:12: client.receipt.max_concurent: unknown key (did you mean "max_concurrent"?) (R-RES-CFG-1)`},
		{"unknown section", worked + "server: {}\n", "settings.yaml:22: server: unknown section (R-RES-CFG-1)"},
		{"not a number", replace("max_concurrent: 3", "max_concurrent: three"),
			`settings.yaml:19: client.insurance.max_concurrent: "three" is no whole number (R-RES-CFG-1)`},
		{"a fraction", replace("max_concurrent: 3", "max_concurrent: 3.5"), `"3.5" is no whole number`},
		{"not a duration", replace("read-timeout: 10 ", "read-timeout: soon "), `settings.yaml:4: defaults.read_timeout: "soon" is neither`},
		{"a list", replace("max_concurrent: 3", "max_concurrent: [3]"), "settings.yaml:19: client.insurance.max_concurrent: must be one value"},
		{"nothing", replace("max_concurrent: 3", "max_concurrent:"), "must be one value"},
		{"two spellings", replace("max-concurrent: 4", "max-concurrent: 4\n    max_concurrent: 4"), "the same key in another spelling"},
		{"one name twice", worked + "  SBER: {base_url: 'https://x.example.com', max_concurrent: 3, max_connections: 4}\n",
			"client.SBER: the same key in another spelling"},
		{"address", replace("https://receipt.example.com", "receipt.example.com"), "client.receipt.base_url: is no absolute http or https address"},
		{"secret in the address", replace("https://receipt", "https://me:pw@receipt"), "holds a user name or password"},
		{"pool timeout", replace("3500ms", "3500ms\n    pool_timeout: 3"),
			"client.receipt.pool_timeout: a full bulkhead fails after 3s, later than 100ms (R-RES-BH-3)"},
		{"window", replace("window: 30", "window: 3"), "client.receipt.breaker.min_calls: 5 is not from 1 to 3"},
		{"negative", replace("max_concurrent: 3", "max_concurrent: -3"), "-3 is no positive number of calls (R-RES-ISO-X2)"},
		{"no limit", replace("max_connections: 4", "max_connections: 0"), "0 is no positive number of connections (R-RES-ISO-X2)"},
		{"syntax", worked + "   x: 1\n", "settings.yaml:22: file: "},
		{"empty", "", "settings.yaml: client: the file is empty"},
		{"no systems", "database: {pool_size: 3}", "settings.yaml: client: no system has a section"},
		{"two documents", worked + "---\n{}\n", "the file has a second document"},
		{"a scalar", "client: 3", "client: must be a mapping, not a scalar"},
		{"name", strings.Replace(worked, "  receipt:", "  re.ceipt:", 1), "is no name of a system"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := parse(c.text)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got\n%v\nwant\n%s", err, c.want)
			}
		})
	}
}

func TestFaultsOfTheEnvironment(t *testing.T) {
	t.Parallel()
	for variable, want := range map[string]string{
		"CLIENT__SBR__READ_TIMEOUT=1s":   "CLIENT__SBR__READ_TIMEOUT: client.sbr: no such system in settings.yaml (R-RES-CFG-1)",
		"CLIENT__SBER__REED_TIMEOUT=1s":  `CLIENT__SBER__REED_TIMEOUT: client.sber.reed_timeout: unknown key (did you mean "read_timeout"?)`,
		"CLIENT__SBER__READ_TIMEOUT=x":   `CLIENT__SBER__READ_TIMEOUT: client.sber.read_timeout: "x" is neither`,
		"CLIENT__SBER__MAX_CONCURRENT=":  `CLIENT__SBER__MAX_CONCURRENT: client.sber.max_concurrent: "" is no whole number`,
		"CLIENT__SBER__READ_TIMEOUT=20s": "settings.yaml:5: client.sber.total_timeout: the call ends after 15s",
		"DATABASE__POOL_SIZE=10":         "DATABASE__POOL_SIZE: database.pool_size: the systems may open 19",
	} {
		if _, err := parse(worked, variable); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got\n%v\nwant\n%s", variable, err, want)
		}
	}
	// A wrong value in the file stays a fault when the environment replaces it, and the replacement is judged as well.
	broken := strings.Replace(worked, "max_connections: 4", "max_connections: four", 1)
	_, err := parse(broken, "CLIENT__INSURANCE__MAX_CONNECTIONS=2")
	if err == nil || !strings.Contains(err.Error(), `"four" is no whole number`) ||
		!strings.Contains(err.Error(), "CLIENT__INSURANCE__MAX_CONNECTIONS: client.insurance.max_connections: 3 concurrent calls over 2") {
		t.Errorf("got %v", err)
	}
	// The order does not depend on that of the environment.
	_, err = parse(worked, "DATABASE__B=1", "CLIENT__SBER__A=1", "DATABASE__A=1")
	_, other := parse(worked, "DATABASE__A=1", "DATABASE__B=1", "CLIENT__SBER__A=1")
	if err == nil || other == nil || err.Error() != other.Error() {
		t.Errorf("got\n%v\nand\n%v", err, other)
	}
}

// All faults come at once, and one mistake is one fault.
func TestAllAtOnce(t *testing.T) {
	t.Parallel()
	text := strings.NewReplacer("max_connections: 10", "max_connections: 7", "maxConnections: 5", "maxConnections: x",
		`"15s"`, "9s", "base_url: https://insurance.example.com", "url: x").Replace(worked)
	_, err := parse(text)
	var e *settings.Error
	if !errors.As(err, &e) {
		t.Fatalf("no *Error: %v", err)
	}
	keys := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		keys[i] = f.Key
	}
	want := "client.receipt.max_connections client.insurance.url client.insurance.base_url client.insurance.total_timeout " +
		"client.sber.max_connections client.sber.max_keepalive_connections client.sber.total_timeout"
	if got := strings.Join(keys, " "); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestCodeHasNoPlaces(t *testing.T) {
	t.Parallel()
	s := &settings.Settings{Client: map[string]settings.System{"sber": {BaseURL: "https://x.example.com"}, "Sber": {}}}
	err := s.Validate()
	if err == nil || !strings.Contains(err.Error(), "client.sber: is the same name as Sber (R-RES-ISO-3)") {
		t.Errorf("%v", err)
	}
	if strings.HasPrefix(err.Error(), ":") {
		t.Errorf("an empty place is shown: %v", err)
	}
}

func TestLoad(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "settings.yaml")
	if _, err := settings.Load(path, settings.Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if err := os.WriteFile(path, []byte(worked), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := settings.Load(path, settings.Options{Environ: noEnv}); err != nil {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(worked, "CLIENT__SBER__READ_TIMEOUT", "3s")
	f.Add("client: &a\n  sber: *a\n", "DATABASE__POOL_SIZE", "-1")
	f.Add("client: {a: {<<: {breaker: {window: 1e9}}}}", "CLIENT____", "")
	f.Fuzz(func(t *testing.T, text, key, value string) {
		s, err := parse(text, key+"="+value)
		if (s == nil) == (err == nil) {
			t.Fatalf("%v, %v", s, err)
		}
		if err == nil && s.Validate() != nil {
			t.Fatalf("Parse accepts what Validate refuses: %v", s.Validate())
		}
	})
}

func ExampleLoad() {
	file := filepath.Join(os.TempDir(), fmt.Sprintf("reslint-example-%d.yaml", os.Getpid()))
	defer os.Remove(file)
	text := "client:\n  sber:\n    base_url: https://pay.example.com\n    max_concurrent: 16\n    max_connections: 12\n" +
		"    connect_timeout: 2s\n    read_timeout: 10s\n    total_timeout: 15s\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		panic(err)
	}
	_, err := settings.Load(file, settings.Options{Environ: func() []string { return nil }})
	var e *settings.Error
	if errors.As(err, &e) {
		for _, f := range e.Faults {
			fmt.Println(f.Key, f.Message, f.Rule)
		}
	}
	// Output: client.sber.max_connections 16 concurrent calls over 12 connections R-RES-ISO-2
}

func ExampleSettings() {
	s := settings.Settings{
		Database: settings.Database{PoolSize: 40},
		Client: map[string]settings.System{
			"sber": {
				BaseURL: "https://pay.example.com", MaxConcurrent: 16, MaxConnections: 20, MaxKeepaliveConnections: 16,
				ConnectTimeout: 2 * time.Second, ReadTimeout: 10 * time.Second, TotalTimeout: 15 * time.Second,
			},
			"receipt": {
				BaseURL: "https://receipt.example.com", MaxConcurrent: 8, MaxConnections: 10, MaxKeepaliveConnections: 8,
				ConnectTimeout: 2 * time.Second, ReadTimeout: 8 * time.Second, TotalTimeout: 12 * time.Second,
			},
		},
	}
	fmt.Println(s.Validate())
	// Output: database.pool_size: the systems may open 30 connections, more than half of the database pool of 40 (20) (R-RES-ISO-2)
}

func ExampleSystem_WithDefaults() {
	s := settings.System{ReadTimeout: 10 * time.Second}.WithDefaults()
	b := s.Breaker
	fmt.Printf("the last %d calls, at least %d, %d%% failures, open for %v, %d trial calls, slow after %v\n",
		b.Window, b.MinCalls, b.FailureRate, b.OpenTimeout, b.TrialCalls, b.SlowCall)
	// Output: the last 50 calls, at least 10, 50% failures, open for 30s, 3 trial calls, slow after 5s
}

func ExampleOptions() {
	text := "client:\n  sber:\n    base_url: https://pay.example.com\n    max_concurrent: 8\n    max_connections: 10\n" +
		"    connect_timeout: 2s\n    read_timeout: 10s\n    total_timeout: 15s\n"
	s, err := settings.Parse("settings.yaml", []byte(text), settings.Options{
		Environ: func() []string { return []string{"CLIENT__SBER__TOKEN=secret", "CLIENT__SBER__READ_TIMEOUT=5s"} },
		Extra:   []string{"token"},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Client["sber"].Extra["token"], s.Client["sber"].ReadTimeout)
	// Output: secret 5s
}

func ExampleError() {
	_, err := settings.Parse("settings.yaml", []byte("client:\n  sber:\n    max_conections: 10\n"), settings.Options{Environ: noEnv})
	var e *settings.Error
	if errors.As(err, &e) {
		fmt.Println(e.Faults[0])
	}
	// Output: settings.yaml:3: client.sber.max_conections: unknown key (did you mean "max_connections"?) (R-RES-CFG-1)
}

func ExampleFault() {
	f := settings.Fault{Place: "settings.yaml:7", Key: "database.pool_size", Rule: "R-RES-ISO-2", Message: "is too small"}
	fmt.Println(f)
	// Output: settings.yaml:7: database.pool_size: is too small (R-RES-ISO-2)
}

func ExampleDatabase() {
	s := settings.Settings{Database: settings.Database{PoolSize: -1}}
	fmt.Println(s.Validate())
	// Output: database.pool_size: -1 is no positive number of connections (R-RES-ISO-2)
}

func ExampleBreaker() {
	s := settings.System{ReadTimeout: 10 * time.Second, Breaker: settings.Breaker{Window: 5, FailureRate: 80}}
	b := s.WithDefaults().Breaker
	fmt.Println(b.Window, b.MinCalls, b.FailureRate, b.SlowCall)
	// Output: 5 5 80 5s
}
