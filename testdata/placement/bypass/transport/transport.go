// Package transport has breakers that the round tripper enters.
package transport

import (
	"net/http"

	"github.com/sony/gobreaker/v2"
)

type tripper struct {
	base    http.RoundTripper
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func (t *tripper) RoundTrip(r *http.Request) (*http.Response, error) {
	return t.breaker.Execute(func() (*http.Response, error) { return t.base.RoundTrip(r) })
}

// Sber calls through a client whose transport enters the breaker.
type Sber struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func NewSber(base http.RoundTripper) *Sber {
	b := gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{Name: "sber"})
	return &Sber{client: &http.Client{Transport: &tripper{base, b}}, breaker: b}
}

// no finding: the transport of the client enters the breaker
func (s *Sber) Register() (*http.Response, error) { return s.client.Get("https://sber.example") }

// no finding: the adapter holds the breaker to say how it is
func (s *Sber) Healthy() bool { return s.breaker.State() != gobreaker.StateOpen }

// Bank has both a client over such a transport and a plain one.
type Bank struct {
	guarded *http.Client
	plain   *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func NewBank(base http.RoundTripper) *Bank {
	b := gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{Name: "bank"})
	return &Bank{guarded: &http.Client{Transport: &tripper{base, b}}, plain: &http.Client{Transport: base}, breaker: b}
}

// no finding: the transport of the client enters the breaker
func (b *Bank) Pay() (*http.Response, error) { return b.guarded.Get("https://bank.example") }

// no finding: that this client is over a transport without the breaker is not known here
func (b *Bank) Raw() (*http.Response, error) {
	return b.plain.Get("https://bank.example")
}

// Trip is itself the round tripper.
type Trip struct {
	base    http.RoundTripper
	breaker *gobreaker.CircuitBreaker[*http.Response]
	skip    string
}

func (t *Trip) RoundTrip(r *http.Request) (*http.Response, error) { // want: bypassed-wrapper
	if r.URL.Path == t.skip {
		return t.base.RoundTrip(r)
	}
	return t.breaker.Execute(func() (*http.Response, error) { return t.base.RoundTrip(r) })
}
