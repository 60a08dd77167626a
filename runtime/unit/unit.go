// Package unit is the isolation unit: what serves one external system and no other. A [Unit] has an HTTP client over a
// connection pool of its own, a bulkhead, a circuit breaker and one section of settings, all under one name.
//
// Every call passes the bulkhead (a permit, or ErrBusy within 100 ms), then the breaker (or ErrOpen), and then runs
// under the smaller of the total timeout and what the caller's deadline leaves after [Reserve]. A panic and a
// runtime.Goexit give the permit back and count as failures. What the breaker counts is in [Outcome].
//
// There are three ways in:
//
//   - [Unit.Do] makes one HTTP request; permit and timeout last until the body is closed.
//   - [Unit.Call] runs a function, for generated clients and for more than one request; permit and timeout last until
//     it returns.
//   - [Unit.Stream] makes a request whose answer may go on for ever: no total timeout, but a longest silence.
//
// The breaker is github.com/sony/gobreaker/v2 with a window of this package in front; failsafe-go was weighed and has no
// window over calls with a minimum number of calls (its failure rate is by time only), and it counts the result of a
// call that began before the last change of state.
package unit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/reslint/reslint/runtime/settings"
)

// Reserve is what a call leaves of its caller's deadline, so that the caller has time left to answer: R-RES-TO-3, an
// inner timeout acts before the outer one.
const Reserve = 100 * time.Millisecond

// Options are what a unit needs besides its settings. The zero value is ready to use.
type Options struct {
	// Observers are told of calls and transitions, in this order.
	Observers []Observer
	// Tracer makes a span around every call. Nil makes none, at no cost.
	Tracer Tracer
	// Transport may set what the settings do not cover: TLS, proxy, the dial function. It is called once, by New, with a
	// transport that no other unit has; every limit and timeout is set afterwards. Nil leaves HTTP/2 on and takes the
	// proxy from the environment.
	Transport func(*http.Transport)
}

// A Unit serves one external system. Its methods are safe for concurrent use.
type Unit struct {
	name      string
	settings  settings.System
	base      string
	transport *http.Transport
	client    *http.Client
	bulkhead  *bulkhead
	breaker   *breaker
	observers []Observer
	tracer    Tracer
}

// New returns the unit of the system called name. It does not connect. The error is a *[settings.Error] with all that
// is wrong in the section.
func New(name string, s settings.System, o Options) (*Unit, error) {
	if err := s.Validate(name); err != nil {
		return nil, err
	}
	for _, observer := range o.Observers {
		if observer == nil {
			return nil, fmt.Errorf("%s: an observer is nil", name)
		}
	}
	s = s.WithDefaults()
	transport := newTransport(s, o.Transport)
	return &Unit{
		name:      name,
		settings:  s,
		base:      strings.TrimRight(s.BaseURL, "/"),
		transport: transport,
		client:    &http.Client{Transport: transport, Timeout: s.TotalTimeout, CheckRedirect: sameHost},
		bulkhead:  newBulkhead(s.MaxConcurrent, s.PoolTimeout),
		breaker:   newBreaker(name, s.Breaker),
		observers: o.Observers,
		tracer:    o.Tracer,
	}, nil
}

// Name returns the system's name, which metrics, logs and errors carry.
func (u *Unit) Name() string { return u.name }

// Settings returns the section that the unit runs on, with every default filled in.
func (u *Unit) Settings() settings.System { return u.settings }

// Client returns the unit's client, for generated clients and SDKs that are handed one. It is bounded by the total
// timeout and the pool, but passes neither bulkhead nor breaker: its calls belong in the function of [Unit.Call]. It
// follows redirects on the same host only.
func (u *Unit) Client() *http.Client { return u.client }

// State returns the state of the breaker. An open breaker whose time is over becomes half-open here, as it would with
// the next call, and observers hear of it.
func (u *Unit) State() State {
	s := u.breaker.state()
	u.breaker.changes.deliver(u.observers)
	return s
}

// InFlight returns the number of permits that are taken: calls that run, bodies that are not closed, streams.
func (u *Unit) InFlight() int { return u.bulkhead.inFlight() }

// NewRequest returns a request to a path of the system, which starts with "/" and may have a query. Errors are those
// of http.NewRequestWithContext, and a path that would change the host.
func (u *Unit) NewRequest(ctx context.Context, method, path string, body io.Reader) (*http.Request, error) {
	if !strings.HasPrefix(path, "/") {
		return nil, &Error{System: u.name, Cause: fmt.Errorf("path %q does not start with /", path)}
	}
	req, err := http.NewRequestWithContext(ctx, method, u.base+path, body)
	if err != nil {
		return nil, &Error{System: u.name, Cause: err}
	}
	return req, nil
}

// Close refuses new calls (ErrClosed, also for those that wait for a permit), waits until the calls in flight have
// ended or ctx has, and closes idle connections. It cancels nothing: that is up to those who made the calls. The error
// wraps that of ctx and says how many calls are left; their connections close when they end. Close may be called again,
// to wait again.
func (u *Unit) Close(ctx context.Context) error {
	u.bulkhead.close()
	err := u.bulkhead.drain(ctx)
	u.transport.CloseIdleConnections()
	if err != nil {
		return &Error{System: u.name, Reason: errUnfinished, Cause: err}
	}
	return nil
}

var errUnfinished = errors.New("closed before its calls ended")
