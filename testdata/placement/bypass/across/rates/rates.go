// Package rates is an adapter with a breaker of its own.
package rates

import (
	"net/http"

	"github.com/sony/gobreaker/v2"
)

type Rates struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func (r *Rates) Rate() (*http.Response, error) {
	return r.breaker.Execute(func() (*http.Response, error) { return r.client.Get("https://rates.example") })
}
