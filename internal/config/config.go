// Package config reads .reslint.yaml.
//
// One table (table.go) says which keys there are, what each takes, what it is for and what is valid. Reading, the JSON
// schema, the listing of what is in force and the commented template all come from it, so that they cannot diverge.
package config

import (
	"maps"
	"slices"
	"time"

	"github.com/reslint/reslint/internal/poolsize"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/settings"
)

// A Level says what becomes of the findings of a check.
type Level string

// The levels. On and Off turn a check on or off; the others turn it on and give its findings that severity.
const (
	Off     Level = "off"
	On      Level = "on"
	Note    Level = "note"
	Warning Level = "warning"
	Error   Level = "error"
)

// A Config is the content of a .reslint.yaml, with defaults where it says nothing.
type Config struct {
	File string // where it was read, as it was named; "" for defaults
	Dir  string // the folder of the file, absolute; "" for defaults
	// Checks has the checks that the file mentions, by name.
	Checks map[string]Level
	// Exclude has patterns of files without findings: slash-separated, relative to the file's folder, see Matcher.
	Exclude []string
	// Tests asks for findings in test files and test-support packages.
	Tests bool
	// TestSupport has the path elements of test-support packages.
	TestSupport []string
	// AdapterRoots has the folders below which each package is an adapter of one system: the end of an import path.
	AdapterRoots []string
	// Suffixes has the words that names of adapter types end in.
	Suffixes []string
	// Systems says what belongs to which external system, by the system's name.
	Systems  map[string]System
	Catalog  Catalog
	Fix      Fix
	Settings settings.Options

	// Origins has the place of every value that the file gives, by its path such as "fix.timeout",
	// "systems.sber.hosts" or "catalog.types[0].kind". All others are defaults.
	Origins map[string]Origin
}

// An Origin is where a value was written.
type Origin struct {
	File string
	Line int // from 1
}

// A System is the evidence that something belongs to one external system.
type System struct {
	Aliases  []string // other names for it
	Hosts    []string // host names, without scheme; "*.example.com" is every host below example.com
	Packages []string // import paths; "/..." at the end takes in what is below
	Types    []string // import path, dot, name
}

// A Catalog is what the project adds to the libraries that reslint knows.
type Catalog struct {
	Constructors []Constructor
	Types        []Type
}

// A Kind is what a function of the project builds, or what a type of it is.
type Kind string

// The kinds.
const (
	Client       Kind = "client"        // an HTTP client, or a type that wraps one
	Transport    Kind = "transport"     // a pool of connections
	RoundTripper Kind = "round-tripper" // something around a transport
	GRPC         Kind = "grpc"          // a gRPC connection
	Breaker      Kind = "breaker"       // a circuit breaker
	Semaphore    Kind = "semaphore"     // a bulkhead
	Database     Kind = "database"      // a pool of connections to the program's own database
)

// A Constructor is a function of the project that builds something.
type Constructor struct {
	Func   string // as types.Func.FullName has it: "example.com/a.New", "(*example.com/a.Factory).Client"
	Kind   Kind
	Wraps  int     // the parameter, from 1, that holds the client or transport inside; 0 for none
	Name   Carrier // of the system or breaker; zero for none
	Limits map[Limit]Carrier
}

// A Limit is one of the bounds that a constructor sets.
type Limit string

// A limitInfo is what is known of a limit.
type limitInfo struct {
	name     Limit
	field    string // in Go
	duration bool   // else a count
	kinds    []Kind
}

var (
	clientKinds    = []Kind{Client}
	transportKinds = []Kind{Client, Transport, RoundTripper}
	limits         = []limitInfo{
		{"timeout", "Timeout", true, clientKinds},
		{"dial-timeout", "DialContext", true, transportKinds},
		{"tls-handshake-timeout", "TLSHandshakeTimeout", true, transportKinds},
		{"response-header-timeout", "ResponseHeaderTimeout", true, transportKinds},
		{"idle-conn-timeout", "IdleConnTimeout", true, transportKinds},
		{"max-conns-per-host", "MaxConnsPerHost", false, transportKinds},
		{"max-idle-conns-per-host", "MaxIdleConnsPerHost", false, transportKinds},
		{"max-idle-conns", "MaxIdleConns", false, transportKinds},
		{"size", "", false, []Kind{Semaphore, Database}},
	}
)

// Field is the field of http.Client or http.Transport that holds the limit (for "dial-timeout" the dialer's), or ""
// for "size", which is the number of permits of a semaphore or of connections to a database.
func (l Limit) Field() string {
	for _, info := range limits {
		if info.name == l {
			return info.field
		}
	}
	return ""
}

// A Carrier says where a limit or name comes from: exactly one of Param, Option and Value is set.
type Carrier struct {
	Param  int    // the parameter, from 1; a method's receiver does not count
	Field  string // with Param: the field of that parameter; "" is the parameter itself
	Option string // the function that makes the option, named as Constructor.Func; its first parameter is the value
	Value  string // what the constructor always sets: a duration or a count as text
}

// A Type is a type of the project.
type Type struct {
	Name    string // import path, dot, name
	Kind    Kind
	Wraps   string   // the field that holds the client or transport inside; "" for none
	Execute []string // methods of a breaker or semaphore that run a function within it
	Acquire []string // methods that take a permit, or ask for leave
	Release []string // methods that give it back, or record the outcome
}

// Fix has the values that fixes write. All are positive.
type Fix struct {
	Timeout               time.Duration // http.Client.Timeout
	DialTimeout           time.Duration // of the dialer
	TLSHandshakeTimeout   time.Duration
	ResponseHeaderTimeout time.Duration
	IdleConnTimeout       time.Duration
	MaxConnsPerHost       int
	MaxIdleConnsPerHost   int
	AcquireTimeout        time.Duration // of the wait for a permit of a semaphore
}

// Default returns what is in force without a file. Each call returns its own.
func Default() *Config {
	return &Config{
		TestSupport: rule.DefaultSupport(),
		AdapterRoots: []string{
			"adapters/out", "adapter/out", "connectors", "providers", "provider", "integrations", "notify", "clients", "forge",
		},
		Suffixes: []string{"Adapter", "Client", "Gateway", "Provider", "Connector", "Integration"},
		Fix: Fix{
			Timeout: 30 * time.Second, DialTimeout: 5 * time.Second, TLSHandshakeTimeout: 5 * time.Second,
			ResponseHeaderTimeout: 15 * time.Second, IdleConnTimeout: 90 * time.Second,
			MaxConnsPerHost: 100, MaxIdleConnsPerHost: 20, AcquireTimeout: time.Second,
		},
		Settings: settings.Options{
			Roots: []string{settings.DefaultRoot}, Database: settings.DefaultDatabase,
			Factors: poolsize.DefaultFactors(), Replicas: 1,
		},
	}
}

// Policy is the part of the configuration that decides which findings are shown.
func (c *Config) Policy() rule.Policy {
	p := rule.Policy{Tests: c.Tests, Support: slices.Clone(c.TestSupport)}
	for name, level := range maps.All(c.Checks) {
		switch level {
		case Off:
			set(&p.Disabled, name, true)
		case On:
			set(&p.Enabled, name, true)
		default:
			severity, err := rule.ParseSeverity(string(level))
			if err != nil {
				continue // Load accepts levels only
			}
			set(&p.Enabled, name, true)
			set(&p.Severity, name, severity)
		}
	}
	if matcher, err := NewMatcher(c.Exclude); err == nil && len(c.Exclude) > 0 && c.Dir != "" { // Load accepts no others
		p.Excluded = matcher.below(c.Dir)
	}
	return p
}

func set[V any](m *map[string]V, key string, value V) {
	if *m == nil {
		*m = make(map[string]V)
	}
	(*m)[key] = value
}
