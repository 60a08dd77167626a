// Package wrapped has breakers inside wrapper types.
package wrapped

import (
	"context"
	"net/http"

	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"
)

// guard is a wrapper type: bulkhead and breaker behind one method.
type guard struct {
	breaker *gobreaker.CircuitBreaker[any]
	sem     *semaphore.Weighted
}

func (g *guard) run(ctx context.Context, f func() error) error {
	if err := g.sem.Acquire(ctx, 1); err != nil {
		return err
	}
	defer g.sem.Release(1)
	_, err := g.breaker.Execute(func() (any, error) { return nil, f() })
	return err
}

func (g *guard) Name() string { return g.breaker.Name() }

// Sber holds the wrapper.
type Sber struct {
	client *http.Client
	guard  *guard
}

func (s *Sber) Register(ctx context.Context) error {
	return s.guard.run(ctx, func() error {
		_, err := s.client.Get("https://sber.example")
		return err
	})
}

func (s *Sber) Refund(context.Context) error { // want: bypassed-wrapper
	_, err := s.client.Get("https://sber.example/refund")
	return err
}

// Named reads the breaker's name and calls: a method of the wrapper that enters nothing.
func (s *Sber) Named(context.Context) error { // want: bypassed-wrapper
	_, err := s.client.Get("https://sber.example/" + s.guard.Name())
	return err
}

func (s *Sber) post() error {
	_, err := s.client.Post("https://sber.example", "text/plain", nil)
	return err
}

// no finding: a method value is the callback
func (s *Sber) Post(ctx context.Context) error { return s.guard.run(ctx, s.post) }

// client is a wrapper type around the client: its Do enters.
type client struct {
	http    *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func (c *client) Do(req *http.Request) (*http.Response, error) {
	return c.breaker.Execute(func() (*http.Response, error) { return c.http.Do(req) })
}

// Receipt calls through the wrapper type.
type Receipt struct{ client *client }

// no finding: Do of the wrapper enters
func (r *Receipt) Issue(req *http.Request) (*http.Response, error) { return r.client.Do(req) }

func (r *Receipt) Raw(req *http.Request) (*http.Response, error) { // want: bypassed-wrapper
	return r.client.http.Do(req)
}

// named is a type of the package over the library's.
type named gobreaker.CircuitBreaker[*http.Response]

// Insurance holds it.
type Insurance struct {
	client  *http.Client
	breaker *named
}

func (i *Insurance) Buy() (*http.Response, error) {
	return (*gobreaker.CircuitBreaker[*http.Response])(i.breaker).Execute(func() (*http.Response, error) {
		return i.client.Get("https://insurance.example")
	})
}

func (i *Insurance) Cancel() (*http.Response, error) { // want: bypassed-wrapper
	return i.client.Get("https://insurance.example/cancel")
}

// breakers is one breaker for each operation.
type Bank struct {
	client   *http.Client
	breakers map[string]*gobreaker.CircuitBreaker[*http.Response]
}

// no finding: an element of the map is entered
func (b *Bank) Pay() (*http.Response, error) {
	return b.breakers["pay"].Execute(func() (*http.Response, error) { return b.client.Get("https://bank.example") })
}

func (b *Bank) Refund() (*http.Response, error) { // want: bypassed-wrapper
	return b.client.Get("https://bank.example/refund")
}

// Guard is what a port for breakers looks like.
type Guard interface {
	Run(call func() (*http.Response, error)) (*http.Response, error)
}

type breakerGuard struct {
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func (g breakerGuard) Run(call func() (*http.Response, error)) (*http.Response, error) {
	return g.breaker.Execute(call)
}

// Stock holds it behind an interface.
type Stock struct {
	client *http.Client
	guard  Guard
}

// no finding: the only type behind the interface enters its breaker
func (s *Stock) Level() (*http.Response, error) { return s.guard.Run(s.level) }

func (s *Stock) level() (*http.Response, error) { return s.client.Get("https://stock.example") }

func (s *Stock) Move() (*http.Response, error) { // want: bypassed-wrapper
	return s.level()
}

// Made makes breakers as they are needed.
type Made struct {
	client   *http.Client
	breakers map[string]*gobreaker.CircuitBreaker[*http.Response]
}

func (m *Made) breaker(host string) *gobreaker.CircuitBreaker[*http.Response] {
	b, ok := m.breakers[host]
	if !ok {
		b = gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{Name: host})
		m.breakers[host] = b
	}
	return b
}

// no finding: the host's breaker is entered
func (m *Made) Get(host string) (*http.Response, error) {
	return m.breaker(host).Execute(func() (*http.Response, error) { return m.client.Get("https://" + host) })
}

func (m *Made) Raw(host string) (*http.Response, error) { // want: bypassed-wrapper
	return m.client.Get("https://" + host)
}
