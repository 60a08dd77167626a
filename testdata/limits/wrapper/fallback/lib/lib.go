// Package lib wraps the transports of clients, and makes a client where it is handed none.
package lib

import "net/http"

// Agent names the program.
type Agent struct{ base http.RoundTripper }

// RoundTrip adds the name.
func (a *Agent) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("User-Agent", "fixtures")
	return a.base.RoundTrip(r)
}

// NewAgent falls back to the default transport.
func NewAgent(base http.RoundTripper) *Agent {
	if base == nil {
		base = http.DefaultTransport
	}
	return &Agent{base: base}
}

// Wrap puts the agent into a client.
func Wrap(c *http.Client) *http.Client {
	if c == nil {
		c = &http.Client{} // want: no-timeout, shared-default-transport
	}
	c.Transport = NewAgent(c.Transport)
	return c
}
