// Package direct has adapters that hold their breakers and bulkheads in fields.
package direct

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"
)

var errBusy = errors.New("busy")

func get(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

// Sber calls in a method without the breaker that its other method enters.
type Sber struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
	url     string
	last    string
}

func NewSber(c *http.Client, b *gobreaker.CircuitBreaker[*http.Response]) *Sber {
	// no finding: a constructor is no method; what it asks once is before any call
	if resp, err := c.Get("https://sber.example/version"); err == nil {
		_ = resp.Body.Close()
	}
	return &Sber{client: c, breaker: b, url: "https://sber.example"}
}

func (a *Sber) Register(ctx context.Context) (*http.Response, error) {
	return a.breaker.Execute(func() (*http.Response, error) { return get(ctx, a.client, a.url) })
}

func (a *Sber) Refund(ctx context.Context) (*http.Response, error) { // want: bypassed-wrapper "Refund"
	return get(ctx, a.client, a.url)
}

// Twice is entered once and then calls again.
func (a *Sber) Twice(ctx context.Context) (*http.Response, error) { // want: bypassed-wrapper
	if resp, err := a.Register(ctx); err == nil {
		return resp, nil
	}
	return a.client.Get(a.url)
}

// no finding: an unexported method is judged where exported ones call it, and none does around the breaker
func (a *Sber) fetch(ctx context.Context) (*http.Response, error) { return get(ctx, a.client, a.url) }

// no finding: fetch runs inside the breaker
func (a *Sber) Status(ctx context.Context) (*http.Response, error) {
	return a.breaker.Execute(func() (*http.Response, error) { return a.fetch(ctx) })
}

// no finding: Register enters
func (a *Sber) Again(ctx context.Context) error {
	for range 3 {
		if _, err := a.Register(ctx); err == nil {
			return nil
		}
	}
	return errBusy
}

// no finding: nothing is called
func (a *Sber) Last() string { return strings.ToUpper(a.last) }

// no finding: it builds a request and sends none
func (a *Sber) Request(ctx context.Context) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, http.MethodGet, a.url, nil)
}

// no finding: closing idle connections is no call
func (a *Sber) Close() error {
	a.client.CloseIdleConnections()
	return nil
}

// Receipt holds a bulkhead only; one method forgets it.
type Receipt struct {
	client *http.Client
	sem    *semaphore.Weighted
}

func (a *Receipt) Issue(ctx context.Context) error {
	if err := a.sem.Acquire(ctx, 1); err != nil {
		return errBusy
	}
	defer a.sem.Release(1)
	_, err := get(ctx, a.client, "https://receipt.example")
	return err
}

func (a *Receipt) Void(ctx context.Context) error {
	if !a.sem.TryAcquire(1) {
		return errBusy
	}
	defer a.sem.Release(1)
	_, err := get(ctx, a.client, "https://receipt.example")
	return err
}

func (a *Receipt) Ping(ctx context.Context) error { // want: bypassed-wrapper
	_, err := get(ctx, a.client, "https://receipt.example/ping")
	return err
}

// After gives the permit back and then calls.
func (a *Receipt) After(ctx context.Context) error { // want: bypassed-wrapper
	if err := a.sem.Acquire(ctx, 1); err != nil {
		return errBusy
	}
	a.sem.Release(1)
	_, err := get(ctx, a.client, "https://receipt.example")
	return err
}

// Anyway calls although it got no permit.
func (a *Receipt) Anyway(ctx context.Context) error { // want: bypassed-wrapper
	if a.sem.TryAcquire(1) {
		defer a.sem.Release(1)
		_, err := get(ctx, a.client, "https://receipt.example")
		return err
	}
	_, err := get(ctx, a.client, "https://receipt.example/overflow")
	return err
}

// Value holds its breaker behind an interface of its own, which its methods enter.
type Insurance struct {
	client  *http.Client
	breaker interface {
		Execute(func() (any, error)) (any, error)
	}
}

// no finding: what the interface enters is not known
func (a *Insurance) Buy(ctx context.Context) error {
	_, err := a.breaker.Execute(func() (any, error) { return get(ctx, a.client, "https://insurance.example") })
	return err
}

// Plain holds nothing.
type Plain struct{ client *http.Client }

// no finding: the type holds neither breaker nor bulkhead
func (p *Plain) Get(ctx context.Context) (*http.Response, error) {
	return get(ctx, p.client, "https://plain.example")
}

// Dead holds a breaker that nobody enters.
type Dead struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[any]
}

func (d *Dead) Get(ctx context.Context) (*http.Response, error) { // want: bypassed-wrapper
	return get(ctx, d.client, "https://dead.example")
}

// private is an unexported type with an interface's exported methods.
type private struct {
	client  http.Client
	breaker gobreaker.CircuitBreaker[*http.Response]
}

func (p *private) Get() (*http.Response, error) {
	return p.breaker.Execute(func() (*http.Response, error) { return p.client.Get("https://private.example") })
}

func (p *private) Head() (*http.Response, error) { // want: bypassed-wrapper
	return p.client.Head("https://private.example")
}

func New() interface {
	Get() (*http.Response, error)
	Head() (*http.Response, error)
} {
	return &private{}
}

// Resizer limits work of its own with a semaphore.
type Resizer struct {
	client *http.Client
	cpu    *semaphore.Weighted
}

// no finding: no call is made under the permit
func (r *Resizer) Resize(ctx context.Context, data []byte) ([]byte, error) {
	if err := r.cpu.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer r.cpu.Release(1)
	out := make([]byte, len(data))
	copy(out, data)
	return out, nil
}

// no finding: the semaphore is for work, and no method enters it for calls
func (r *Resizer) Fetch(ctx context.Context) (*http.Response, error) {
	return get(ctx, r.client, "https://images.example")
}
