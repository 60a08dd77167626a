// Package embedded has adapters that get breakers and clients from embedded structs.
package embedded

import (
	"net/http"

	"github.com/sony/gobreaker/v2"
)

type unit struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

// Sber holds the breaker through an embedded struct.
type Sber struct {
	unit
	url string
}

func (s *Sber) Register() (*http.Response, error) {
	return s.breaker.Execute(func() (*http.Response, error) { return s.client.Get(s.url) })
}

func (s *Sber) Refund() (*http.Response, error) { // want: bypassed-wrapper
	return s.client.Get(s.url + "/refund")
}

// Receipt embeds a pointer to the struct.
type Receipt struct{ *unit }

func (r *Receipt) Issue() (*http.Response, error) { // want: bypassed-wrapper
	return r.unit.client.Get("https://receipt.example")
}

// no finding: the full path to the embedded breaker is the same breaker
func (r *Receipt) Void() (*http.Response, error) {
	return r.unit.breaker.Execute(func() (*http.Response, error) { return r.unit.client.Get("https://receipt.example/void") })
}

// Insurance embeds the breaker itself and overrides nothing.
type Insurance struct {
	*gobreaker.CircuitBreaker[*http.Response]
	client *http.Client
}

func (i *Insurance) Buy() (*http.Response, error) {
	return i.Execute(func() (*http.Response, error) { return i.client.Get("https://insurance.example") })
}

func (i *Insurance) Cancel() (*http.Response, error) { // want: bypassed-wrapper
	return i.client.Get("https://insurance.example/cancel")
}

// base has methods that enter; those who embed it get them.
type base struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func (b *base) get(url string) (*http.Response, error) {
	return b.breaker.Execute(func() (*http.Response, error) { return b.client.Get(url) })
}

// Bank uses the method of the embedded struct.
type Bank struct {
	base
	name string
}

// no finding: get enters
func (b *Bank) Pay() (*http.Response, error) { return b.get("https://bank.example") }

func (b *Bank) Raw() (*http.Response, error) { // want: bypassed-wrapper
	return b.base.client.Get("https://bank.example")
}
