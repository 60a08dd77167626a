// Package across has adapters over clients, guards and interfaces of other packages.
package across

import (
	"context"
	"net/http"

	"github.com/sony/gobreaker/v2"

	"example.com/fixtures/placement/bypass/across/guard"
	"example.com/fixtures/placement/bypass/across/ports"
	"example.com/fixtures/placement/bypass/across/rates"
	"example.com/fixtures/placement/bypass/across/sberapi"
	"example.com/fixtures/placement/bypass/across/store"
)

// Sber is over a client of another package.
type Sber struct {
	api     *sberapi.Client
	breaker *gobreaker.CircuitBreaker[any]
	store   *store.Store
	http    *http.Client
}

func (s *Sber) Register(context.Context) error {
	_, err := s.breaker.Execute(func() (any, error) { return nil, s.api.Register() })
	return err
}

func (s *Sber) Refund(context.Context) error { return s.api.Refund() } // want: bypassed-wrapper

func (s *Sber) Ping() error { return sberapi.Ping(s.http) } // want: bypassed-wrapper

// no finding: URL of the other package makes no call
func (s *Sber) URL() string { return s.api.URL() }

// no finding: the other package is memory
func (s *Sber) Cached(key string) string { return s.store.Get(key) }

// no finding: a function of another package enters the breaker that it is given
func (s *Sber) Guarded() error { return guard.Run(s.breaker, s.api.Refund) }

// Receipt holds a wrapper type of another package.
type Receipt struct {
	api   *sberapi.Client
	guard *guard.Guard
}

// no finding: Run of the wrapper enters
func (r *Receipt) Issue() error { return r.guard.Run(func() error { return r.api.Register() }) }

func (r *Receipt) Void() error { return r.api.Refund() } // want: bypassed-wrapper

// Ported is over an interface whose implementation stands in this package.
type Ported struct {
	payments ports.Payments
	breaker  *gobreaker.CircuitBreaker[any]
}

func (p *Ported) Register() error {
	_, err := p.breaker.Execute(func() (any, error) { return nil, p.payments.Register() })
	return err
}

func (p *Ported) Refund() error { return p.payments.Refund() } // want: bypassed-wrapper

// remote has two implementations that call and one that does not.
type remote interface{ Load() error }

type near struct{}

func (near) Load() error { return nil }

type far struct{ client *http.Client }

func (f far) Load() error {
	_, err := f.client.Get("https://far.example")
	return err
}

// Unknown is over it.
type Unknown struct {
	remote  remote
	breaker *gobreaker.CircuitBreaker[any]
}

func (u *Unknown) Load() error {
	_, err := u.breaker.Execute(func() (any, error) { return nil, u.remote.Load() })
	return err
}

// no finding: which of the implementations it is is not known
func (u *Unknown) Again() error { return u.remote.Load() }

// own has one implementation, which calls.
type own interface{ Fetch() error }

type fetcher struct{ client *http.Client }

func (f *fetcher) Fetch() error {
	_, err := f.client.Get("https://own.example")
	return err
}

// Owned is over it.
type Owned struct {
	own     own
	breaker *gobreaker.CircuitBreaker[any]
}

func (o *Owned) Load() error {
	_, err := o.breaker.Execute(func() (any, error) { return nil, o.own.Fetch() })
	return err
}

func (o *Owned) Raw() error { return o.own.Fetch() } // want: bypassed-wrapper

// External is over an interface without implementation.
type External struct {
	api     interface{ Call() error }
	breaker *gobreaker.CircuitBreaker[any]
}

func (e *External) Load() error {
	_, err := e.breaker.Execute(func() (any, error) { return nil, e.api.Call() })
	return err
}

// no finding: nothing is known of what the interface does
func (e *External) Raw() error { return e.api.Call() }

// Crypto uses an adapter of another package and has no breaker.
type Crypto struct {
	client *http.Client
	rates  *rates.Rates
}

// no finding: the breaker belongs to the rates, and this system has none
func (c *Crypto) Pay() (*http.Response, error) {
	if _, err := c.rates.Rate(); err != nil {
		return nil, err
	}
	return c.client.Get("https://crypto.example")
}
