package funcs

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

type setting func(*http.Client)

func timeout(d time.Duration) setting { return func(c *http.Client) { c.Timeout = d } }

func transport(rt http.RoundTripper) setting { return func(c *http.Client) { c.Transport = rt } }

// What applies to every client, before what callers want.
var always = []setting{timeout(9 * time.Second), transport(pool.New())}

func newWith(more ...setting) *http.Client {
	c := &http.Client{}
	for _, s := range append(always, more...) {
		s(c)
	}
	return c
}

func newInTurn(more ...setting) *http.Client {
	c := &http.Client{}
	for _, s := range always {
		s(c)
	}
	for _, s := range more {
		s(c)
	}
	return c
}

// The timeout is not among them.
var most = []setting{transport(pool.New())}

func newWithMost(more ...setting) *http.Client {
	c := &http.Client{} // want: no-timeout
	for _, s := range append(most, more...) {
		s(c)
	}
	return c
}

// A command may take it away again.
var perhaps = []setting{timeout(9 * time.Second), transport(pool.New())}

func forget() { perhaps = nil }

func newWithPerhaps() *http.Client {
	c := &http.Client{} // want: no-timeout, shared-default-transport
	for _, s := range perhaps {
		s(c)
	}
	return c
}
