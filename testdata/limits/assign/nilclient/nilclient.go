// Package nilclient sets up clients that it is handed, or one of its own where it is handed none.
package nilclient

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

// What is set after the check is set on the client that was handed in, too.
func harden(c *http.Client) *http.Client {
	if c == nil {
		c = &http.Client{Transport: pool.New()}
	}
	c.Timeout = 5 * time.Second
	return c
}

// Hardened is bounded.
func Hardened() *http.Client { return harden(&http.Client{Transport: pool.New()}) }

// Own is the client that harden makes.
func Own() *http.Client { return harden(nil) }

// A timeout where there is none yet.
func ensure(c *http.Client) *http.Client {
	if c == nil {
		c = &http.Client{Transport: pool.New()}
	}
	if c.Timeout == 0 {
		c.Timeout = time.Second
	}
	return c
}

// Ensured has none of its own.
func Ensured() *http.Client { return ensure(&http.Client{Transport: pool.New()}) }

// Longer has one.
func Longer() *http.Client { return ensure(&http.Client{Timeout: time.Minute, Transport: pool.New()}) }

// Only the client of its own gets a timeout.
func half(c *http.Client) *http.Client {
	if c == nil {
		c = &http.Client{Transport: pool.New()}
		c.Timeout = time.Second
	}
	return c
}

// Half is handed back as it was.
func Half() *http.Client {
	return half(&http.Client{Transport: pool.New()}) // want: no-timeout "has no timeout"
}

// Set on some paths through a function that may replace the client.
func maybe(c *http.Client, slow bool) *http.Client {
	if c == nil {
		c = &http.Client{Transport: pool.New()} // want: no-timeout "no timeout on some paths"
	}
	if !slow {
		c.Timeout = time.Second
	}
	return c
}

// Maybe is not bounded where slow.
func Maybe(slow bool) (_, _ *http.Client) {
	own := maybe(nil, slow)
	handed := maybe(&http.Client{Transport: pool.New()}, slow) // want: no-timeout "no timeout on some paths"
	return own, handed
}
