// Package client has what closes idle connections, for programs that come to it and for those that do not.
package client

import (
	"net/http"
	"time"
)

// Client asks sber.
type Client struct{ http *http.Client }

// New makes a client.
func New() *Client { return &Client{http: &http.Client{Timeout: time.Second}} }

// Ask asks.
func (c *Client) Ask(w http.ResponseWriter, r *http.Request) {
	if resp, err := c.http.Get("https://sber.example/"); err == nil {
		resp.Body.Close()
	}
}

// Close closes idle connections.
func (c *Client) Close() error { return c.close() }

func (c *Client) close() error {
	c.http.CloseIdleConnections()
	return nil
}

// CloseAll closes those of several.
func CloseAll(cs ...*Client) {
	for _, c := range cs {
		c.Close()
	}
}

// Transport hands the question on. Only who asks a client for it comes to it.
type Transport struct{ Base http.RoundTripper }

// RoundTrip sends.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) { return t.Base.RoundTrip(r) }

// CloseIdleConnections is what http.Client asks for.
func (t *Transport) CloseIdleConnections() {
	if b, ok := t.Base.(interface{ CloseIdleConnections() }); ok {
		b.CloseIdleConnections()
	}
}
