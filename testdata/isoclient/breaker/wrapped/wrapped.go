// Package wrapped hides breakers in types, middleware and round trippers.
package wrapped

import (
	"errors"
	"net/http"
	"time"

	"github.com/sony/gobreaker/v2"

	"example.com/fixtures/isoclient/kit"
)

// guard is a breaker type of the program's own.
type guard struct {
	cb *gobreaker.CircuitBreaker[any]
}

func newGuard() *guard {
	return &guard{cb: gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: "guard"})}
}

func (g *guard) do(f func() error) error {
	_, err := g.cb.Execute(func() (any, error) { return nil, f() })
	return err
}

type SberAdapter struct {
	g *guard
	c *http.Client
}

func (a *SberAdapter) Pay(r *http.Request) error {
	return a.g.do(func() error { _, err := a.c.Do(r); return err })
}

type ReceiptAdapter struct {
	*guard
	c *http.Client
}

func (a *ReceiptAdapter) Print(r *http.Request) error {
	return a.do(func() error { _, err := a.c.Do(r); return err })
}

func wire() (*SberAdapter, *ReceiptAdapter) {
	g := newGuard() // want: shared-breaker
	return &SberAdapter{g, kit.Client()}, &ReceiptAdapter{guard: g, c: kit.Client()}
}

// A breaker each, from the same constructor.
func apart() (*SberAdapter, *ReceiptAdapter) {
	return &SberAdapter{newGuard(), kit.Client()}, &ReceiptAdapter{guard: newGuard(), c: kit.Client()}
}

// tripper is a round tripper with state.
type tripper struct {
	next http.RoundTripper
	cb   *gobreaker.CircuitBreaker[*http.Response]
}

func (t *tripper) RoundTrip(r *http.Request) (*http.Response, error) {
	return t.cb.Execute(func() (*http.Response, error) { return t.next.RoundTrip(r) })
}

// Each client has a pool of its own, and the breaker is one.
func trippers() {
	cb := gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{Name: "out"}) // want: shared-breaker
	a := &http.Client{Timeout: time.Second, Transport: &tripper{kit.Transport(), cb}}
	b := &http.Client{Timeout: time.Second, Transport: &tripper{kit.Transport(), cb}}
	_, _ = a.Get("https://hooks.slack.com")
	_, _ = b.Get("https://events.pagerduty.com")
}

// A breaker each.
func trippersApart() {
	wrap := func(name string) http.RoundTripper {
		return &tripper{kit.Transport(), gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{Name: name})}
	}
	a := &http.Client{Timeout: time.Second, Transport: wrap("slack")}
	b := &http.Client{Timeout: time.Second, Transport: wrap("pager")}
	_, _ = a.Get("https://hooks.slack.com")
	_, _ = b.Get("https://events.pagerduty.com")
}

type send func(*http.Request) (*http.Response, error)

// middleware has one breaker for all that it wraps.
func middleware() func(send) send {
	cb := gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{Name: "mw"})
	return func(next send) send {
		return func(r *http.Request) (*http.Response, error) {
			return cb.Execute(func() (*http.Response, error) { return next(r) })
		}
	}
}

type SlackProvider struct{ send send }

func (p SlackProvider) Send(r *http.Request) { _, _ = p.send(r) }

type PagerProvider struct{ send send }

func (p PagerProvider) Send(r *http.Request) { _, _ = p.send(r) }

func providers() (SlackProvider, PagerProvider) {
	mw := middleware() // want: shared-breaker
	return SlackProvider{mw(kit.Client().Do)}, PagerProvider{mw(kit.Client().Do)}
}

// wrapping makes a breaker for each that it wraps.
func wrapping(next send) send {
	cb := gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{Name: "mw"})
	return func(r *http.Request) (*http.Response, error) {
		return cb.Execute(func() (*http.Response, error) { return next(r) })
	}
}

// A breaker each.
func providersApart() (SlackProvider, PagerProvider) {
	return SlackProvider{wrapping(kit.Client().Do)}, PagerProvider{wrapping(kit.Client().Do)}
}

var _, _, _, _, _ = wire, apart, providers, providersApart, errors.New
