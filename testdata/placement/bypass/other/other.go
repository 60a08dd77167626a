// Package other has adapters next to breakers of other systems.
package other

import (
	"net/http"

	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"
)

var receiptBreaker = gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{Name: "receipt"})

type Sber struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func (s *Sber) Register() (*http.Response, error) {
	return s.breaker.Execute(func() (*http.Response, error) { return s.client.Get("https://sber.example") })
}

// Wrong enters the breaker of another system.
func (s *Sber) Wrong() (*http.Response, error) { // want: bypassed-wrapper
	return receiptBreaker.Execute(func() (*http.Response, error) { return s.client.Get("https://sber.example") })
}

// Peer enters the breaker of another adapter.
func (s *Sber) Peer(r *Receipt) (*http.Response, error) { // want: bypassed-wrapper
	return r.breaker.Execute(func() (*http.Response, error) { return s.client.Get("https://sber.example") })
}

// no finding: the other adapter is called, inside its breaker
func (s *Sber) Forward(r *Receipt) (*http.Response, error) { return r.Issue() }

type Receipt struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
	sem     *semaphore.Weighted
}

func (r *Receipt) Issue() (*http.Response, error) {
	if !r.sem.TryAcquire(1) {
		return nil, gobreaker.ErrTooManyRequests
	}
	defer r.sem.Release(1)
	return r.breaker.Execute(func() (*http.Response, error) { return r.client.Get("https://receipt.example") })
}

// NoPermit enters the breaker and goes around the bulkhead.
func (r *Receipt) NoPermit() (*http.Response, error) { // want: bypassed-wrapper
	return r.breaker.Execute(func() (*http.Response, error) { return r.client.Get("https://receipt.example") })
}

// NoBreaker gets a permit and goes around the breaker.
func (r *Receipt) NoBreaker() (*http.Response, error) { // want: bypassed-wrapper
	if !r.sem.TryAcquire(1) {
		return nil, gobreaker.ErrTooManyRequests
	}
	defer r.sem.Release(1)
	return r.client.Get("https://receipt.example")
}

// Global uses a package variable as its own.
type Global struct{ client *http.Client }

// no finding: the type holds no breaker, and what it enters is the package's
func (g *Global) Get() (*http.Response, error) {
	return receiptBreaker.Execute(func() (*http.Response, error) { return g.client.Get("https://receipt.example") })
}

// Uploads has a bulkhead that only one method is meant to use.
type Uploads struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
	uploads *semaphore.Weighted
}

func (u *Uploads) Upload() (*http.Response, error) {
	if !u.uploads.TryAcquire(1) {
		return nil, gobreaker.ErrTooManyRequests
	}
	defer u.uploads.Release(1)
	return u.breaker.Execute(func() (*http.Response, error) { return u.client.Get("https://files.example/upload") })
}

// Get goes through the breaker and around the bulkhead.
func (u *Uploads) Get() (*http.Response, error) { // want: bypassed-wrapper
	return u.breaker.Execute(func() (*http.Response, error) { return u.client.Get("https://files.example") })
}

// Two has a unit for each of two systems.
type Two struct {
	sber           *http.Client
	sberBreaker    *gobreaker.CircuitBreaker[*http.Response]
	receipt        *http.Client
	receiptBreaker *gobreaker.CircuitBreaker[*http.Response]
}

// no finding: the system's own breaker is entered; the other one is another system's
func (t *Two) Pay() (*http.Response, error) {
	return t.sberBreaker.Execute(func() (*http.Response, error) { return t.sber.Get("https://sber.example") })
}

// no finding: the same
func (t *Two) Issue() (*http.Response, error) {
	return t.receiptBreaker.Execute(func() (*http.Response, error) { return t.receipt.Get("https://receipt.example") })
}

func (t *Two) Raw() (*http.Response, error) { // want: bypassed-wrapper
	return t.receipt.Get("https://receipt.example/raw")
}

// ReadWrite has one breaker for reads and one for writes.
type ReadWrite struct {
	client *http.Client
	reads  *gobreaker.CircuitBreaker[*http.Response]
	writes *gobreaker.CircuitBreaker[*http.Response]
}

// no finding: one of the breakers is entered
func (r *ReadWrite) Read() (*http.Response, error) {
	return r.reads.Execute(func() (*http.Response, error) { return r.client.Get("https://rw.example") })
}

// no finding: one of the breakers is entered
func (r *ReadWrite) Write() (*http.Response, error) {
	return r.writes.Execute(func() (*http.Response, error) { return r.client.Post("https://rw.example", "", nil) })
}

// Rates is an adapter with a breaker of its own.
type Rates struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func (r *Rates) Rate() (*http.Response, error) {
	return r.breaker.Execute(func() (*http.Response, error) { return r.client.Get("https://rates.example") })
}

// Crypto uses another adapter and has no breaker.
type Crypto struct {
	client *http.Client
	rates  *Rates
}

// no finding: the breaker belongs to the rates, and this system has none
func (c *Crypto) Pay() (*http.Response, error) {
	if _, err := c.rates.Rate(); err != nil {
		return nil, err
	}
	return c.client.Get("https://crypto.example")
}

// Peek calls the rates around their breaker.
func (c *Crypto) Peek() (*http.Response, error) { // want: bypassed-wrapper
	return c.rates.client.Get("https://rates.example/peek")
}

// Client is an adapter with a bulkhead.
type Client struct {
	client *http.Client
	sem    *semaphore.Weighted
}

func (c *Client) List() (*http.Response, error) {
	if !c.sem.TryAcquire(1) {
		return nil, gobreaker.ErrTooManyRequests
	}
	defer c.sem.Release(1)
	return c.client.Get("https://list.example")
}

func (c *Client) Raw() (*http.Response, error) { // want: bypassed-wrapper
	return c.client.Get("https://list.example/raw")
}

func (c *Client) raw() (*http.Response, error) { return c.client.Get("https://list.example/raw") }

// Outer is over it, with a breaker.
type Outer struct {
	inner   *Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

// no finding: that the inner one goes around its bulkhead is reported there
func (o *Outer) Raw() (*http.Response, error) { return o.breaker.Execute(o.inner.Raw) }

// Hidden uses what nobody outside can.
func (o *Outer) Hidden() (*http.Response, error) { // want: bypassed-wrapper "around the bulkhead of"
	return o.breaker.Execute(o.inner.raw)
}

func (o *Outer) List() (*http.Response, error) { // want: bypassed-wrapper "around the circuit breaker of"
	return o.inner.List()
}
