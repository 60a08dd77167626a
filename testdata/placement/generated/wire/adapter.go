// Package wire is wired by a generated file.
package wire

import (
	"net/http"

	"github.com/sony/gobreaker/v2"
)

type adapter struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func newAdapter(c *http.Client, b *gobreaker.CircuitBreaker[*http.Response]) *adapter {
	return &adapter{c, b}
}

// no finding: it is written by hand
func (a *adapter) Get() (*http.Response, error) {
	return a.breaker.Execute(func() (*http.Response, error) { return a.client.Get("https://sber.example") })
}
