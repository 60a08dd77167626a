// Package promoted has types that override methods of an embedded client and forget some.
package promoted

import (
	"net/http"

	"github.com/sony/gobreaker/v2"
)

// Guarded overrides Do only; Get, Head, Post and PostForm go around.
type Guarded struct { // want: bypassed-wrapper
	*http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func (g *Guarded) Do(req *http.Request) (*http.Response, error) {
	return g.breaker.Execute(func() (*http.Response, error) { return g.Client.Do(req) })
}

// Full overrides every method that sends.
type Full struct { // no finding: nothing that sends is promoted
	*http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func (f *Full) Do(req *http.Request) (*http.Response, error) {
	return f.breaker.Execute(func() (*http.Response, error) { return f.Client.Do(req) })
}

func (f *Full) run(call func() (*http.Response, error)) (*http.Response, error) {
	return f.breaker.Execute(call)
}

func (f *Full) Get(url string) (*http.Response, error) {
	return f.run(func() (*http.Response, error) { return f.Client.Get(url) })
}

func (f *Full) Head(url string) (*http.Response, error) {
	return f.run(func() (*http.Response, error) { return f.Client.Head(url) })
}

func (f *Full) Post(url, contentType string, body interface{ Read([]byte) (int, error) }) (*http.Response, error) {
	return f.run(func() (*http.Response, error) { return f.Client.Post(url, contentType, body) })
}

func (f *Full) PostForm(url string, data map[string][]string) (*http.Response, error) {
	return f.run(func() (*http.Response, error) { return f.Client.PostForm(url, data) })
}

// api is a client of the package with two calls.
type api struct{ client *http.Client }

func (a *api) Register() (*http.Response, error) {
	return a.client.Get("https://sber.example/register")
}
func (a *api) Refund() (*http.Response, error) { return a.client.Get("https://sber.example/refund") }
func (a *api) Name() string                    { return "sber" }

// Half overrides one of the two.
type Half struct { // want: bypassed-wrapper "Refund"
	*api
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func (h *Half) Register() (*http.Response, error) {
	return h.breaker.Execute(func() (*http.Response, error) { return h.api.Register() })
}

// Both overrides both.
type Both struct { // no finding: only Name is promoted, and it makes no call
	*api
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func (b *Both) Register() (*http.Response, error) { return b.breaker.Execute(b.api.Register) }
func (b *Both) Refund() (*http.Response, error)   { return b.breaker.Execute(b.api.Refund) }

// Bare embeds the client, holds a breaker, and overrides nothing of it.
type Bare struct { // want: bypassed-wrapper
	*api
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

// guarded enters by itself.
type guarded struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func (g *guarded) Register() (*http.Response, error) {
	return g.breaker.Execute(func() (*http.Response, error) { return g.client.Get("https://sber.example") })
}

// Outer gets methods that enter.
type Outer struct { // no finding: what is promoted enters the breaker that is promoted too
	*guarded
	url string
}
