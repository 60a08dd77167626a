// Package settings holds the numbers of every isolation unit of a service: one section `client.<system>` for each
// external system, and `database.pool_size`, which bounds what all of them may have together.
//
// A file looks like this; keys may also be written in kebab-case or camelCase, durations are Go durations or seconds:
//
//	defaults:
//	  connect_timeout: 2s
//	  read_timeout: 10s
//	  total_timeout: 15s
//	database:
//	  pool_size: 40
//	client:
//	  sber:
//	    base_url: https://pay.example.com
//	    max_concurrent: 8
//	    max_connections: 10
//
// A section takes what it does not say from `defaults`, and the environment overrides both: CLIENT__SBER__READ_TIMEOUT,
// CLIENT__SBER__BREAKER__WINDOW, DATABASE__POOL_SIZE. Nothing is guessed: an unknown key, a duplicate key or a value
// of the wrong kind is a fault, and [Load] reports all faults at once, each with its place and guide rule.
package settings

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// What a field means when it is zero.
const (
	// DefaultPoolTimeout is how long a call waits for a permit: R-RES-BH-3 wants a full bulkhead to fail fast.
	DefaultPoolTimeout = 100 * time.Millisecond
	// DefaultWindow is the number of latest calls that a breaker judges.
	DefaultWindow = 50
	// DefaultMinCalls is the number of calls in the window below which a breaker never opens.
	DefaultMinCalls = 10
	// DefaultFailureRate is the percentage of failures in the window at which a breaker opens.
	DefaultFailureRate = 50
	// DefaultOpenTimeout is how long a breaker stays open before it lets trial calls through.
	DefaultOpenTimeout = 30 * time.Second
	// DefaultTrialCalls is the number of calls that must succeed in a row before a breaker closes again.
	DefaultTrialCalls = 3
)

// Settings is the whole of a service's outbound settings.
type Settings struct {
	// Database is the service's own database, which the pools of the systems are measured against.
	Database Database
	// Client has the section of every external system under the system's name. The name is that of the whole unit:
	// client, transport, breaker, bulkhead, metrics and logs (R-RES-ISO-3).
	Client map[string]System
}

// Systems returns the names of the sections, sorted.
func (s *Settings) Systems() []string { return slices.Sorted(maps.Keys(s.Client)) }

// Database is the section `database`.
type Database struct {
	// PoolSize is the largest number of open connections to the database (sql.DB.SetMaxOpenConns). The connections of
	// all systems together may be half of it at most (R-RES-ISO-2). Zero means unknown: nothing is compared. Negative
	// is a fault, and so is a zero that is written in the file.
	PoolSize int
	// Extra has the further keys of the section that Options.Extra allows, as written. Nil when there are none.
	Extra map[string]string
}

// System is the section of one external system.
type System struct {
	// BaseURL is the absolute http or https address of the system, without user and password. Empty is a fault.
	BaseURL string

	// MaxConcurrent is the number of calls in flight that the bulkhead allows, streams and calls whose body is still
	// open included. At the limit a call waits for PoolTimeout and then fails. Zero or less is a fault.
	MaxConcurrent int
	// MaxConnections is http.Transport.MaxConnsPerHost: connections that are dialling, in use or idle. It has to be
	// from ⌈1.2 × MaxConcurrent⌉ to ⌈1.5 × MaxConcurrent⌉ (R-RES-ISO-2), so that a call that has a permit never waits
	// for a connection. Zero, which is "no limit" to net/http, is a fault (R-RES-ISO-X2), and so is less.
	MaxConnections int
	// MaxKeepaliveConnections is http.Transport.MaxIdleConnsPerHost, at most MaxConnections. Zero keeps no connection:
	// every call dials. In a file a missing key means MaxConcurrent. Negative is a
	// fault.
	MaxKeepaliveConnections int

	// ConnectTimeout bounds dialling (net.Dialer.Timeout) and, once more, the TLS handshake
	// (http.Transport.TLSHandshakeTimeout). Zero or less is a fault (R-RES-TO-X1).
	ConnectTimeout time.Duration
	// ReadTimeout is http.Transport.ResponseHeaderTimeout: from the end of the request to the header of the answer. For
	// a stream it is also the longest silence between two reads. Zero or less is a fault (R-RES-TO-X1).
	ReadTimeout time.Duration
	// WriteTimeout bounds every single write to the connection, not the request as a whole. Zero means ReadTimeout;
	// negative is a fault.
	WriteTimeout time.Duration
	// PoolTimeout is how long a call waits for a permit of the bulkhead. Zero means DefaultPoolTimeout; more than that
	// is a fault (R-RES-BH-3), and so is less than zero.
	PoolTimeout time.Duration
	// TotalTimeout bounds a whole call: connection, request, redirects and reading the body, but not the wait for a
	// permit. It does not bound streams. Zero or less is a fault (R-RES-TO-X1); it may not be below ReadTimeout, nor
	// that below ConnectTimeout (R-RES-TO-X2).
	TotalTimeout time.Duration

	// Breaker has the thresholds of the circuit breaker. Its zero value is the guide's.
	Breaker Breaker

	// Extra has the further keys of the section that Options.Extra allows, as written. Nil when there are none.
	Extra map[string]string
}

// Breaker is the part `breaker` of a section. Every field may be zero, which means its default.
type Breaker struct {
	// Window is the number of latest finished calls that are judged. Zero means 50; at most 10,000.
	Window int
	// MinCalls is the number of calls in the window below which the breaker stays closed. Zero means 10; at most
	// Window.
	MinCalls int
	// FailureRate is the percentage of failures in the window at which the breaker opens, from 1 to 100. Zero means 50.
	FailureRate int
	// OpenTimeout is how long an open breaker rejects every call before it lets trial calls through. Zero means 30 s.
	OpenTimeout time.Duration
	// TrialCalls is the number of calls that a half-open breaker lets through, and it closes when all of them succeed;
	// one failure opens it again. Zero means 3.
	TrialCalls int
	// SlowCall is the duration above which a call that succeeded counts as a failure. Zero means half of the read
	// timeout; it may not be above the read timeout.
	SlowCall time.Duration
}

// WithDefaults returns the section with every zero that has a meaning replaced by it.
func (s System) WithDefaults() System {
	orDefault(&s.WriteTimeout, s.ReadTimeout)
	orDefault(&s.PoolTimeout, DefaultPoolTimeout)
	orDefault(&s.Breaker.Window, DefaultWindow)
	orDefault(&s.Breaker.MinCalls, min(DefaultMinCalls, s.Breaker.Window))
	orDefault(&s.Breaker.FailureRate, DefaultFailureRate)
	orDefault(&s.Breaker.OpenTimeout, DefaultOpenTimeout)
	orDefault(&s.Breaker.TrialCalls, DefaultTrialCalls)
	orDefault(&s.Breaker.SlowCall, s.ReadTimeout/2)
	return s
}

func orDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// A Fault is one thing that is wrong with the settings.
type Fault struct {
	// Place is where the value stands: "file:line", the name of an environment variable, or empty for settings that
	// come from neither.
	Place string
	// Key is the path of the value: "client.sber.max_connections".
	Key string
	// Rule is the guide rule that is broken: "R-RES-ISO-2".
	Rule string
	// Message says what is wrong, in one clause, with the values.
	Message string
}

// String returns the fault as one line: place, key, message and rule.
func (f Fault) String() string {
	text := fmt.Sprintf("%s: %s (%s)", f.Key, f.Message, f.Rule)
	if f.Place != "" {
		text = f.Place + ": " + text
	}
	return text
}

// Error is all that is wrong with the settings. Reach it through errors.As.
type Error struct {
	// Faults is never empty.
	Faults []Fault
}

// Error returns one line a fault.
func (e *Error) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// normal makes snake_case, kebab-case and camelCase one spelling.
func normal(key string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(key))
}

// SameName reports whether two names are one system's: separators and case do not count.
func SameName(a, b string) bool { return normal(a) == normal(b) }
