// Package naming has what the fixtures of the analyzer build their units from.
package naming

import (
	"net"
	"net/http"
	"time"

	"github.com/sony/gobreaker/v2"
)

// Breaker guards calls that answer with bytes.
type Breaker = gobreaker.CircuitBreaker[[]byte]

// Client builds a client with every limit.
func Client() *http.Client {
	return &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{
		DialContext:           (&net.Dialer{Timeout: time.Second}).DialContext,
		TLSHandshakeTimeout:   time.Second,
		ResponseHeaderTimeout: 5 * time.Second,
		MaxConnsPerHost:       10,
		MaxIdleConnsPerHost:   8,
		IdleConnTimeout:       time.Minute,
	}}
}

// Unnamed builds a breaker without one.
func Unnamed() *Breaker { return gobreaker.NewCircuitBreaker[[]byte](gobreaker.Settings{}) }

// Named builds a breaker with a name.
func Named(name string) *Breaker {
	return gobreaker.NewCircuitBreaker[[]byte](gobreaker.Settings{Name: name})
}
