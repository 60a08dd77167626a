// Package client asks for events.
package client

import (
	"net/http"
	"time"

	"example.com/fixtures/lifecycle/unreached/server"
)

// Client asks for events.
type Client struct{ http *http.Client }

// New makes a client.
func New() *Client { return &Client{http: &http.Client{Timeout: time.Second}} }

// Next asks for the next one.
func (c *Client) Next() (server.Event, error) {
	resp, err := c.http.Get("https://events.example/")
	if err != nil {
		return server.Event{}, err
	}
	return server.Event{Name: resp.Status}, resp.Body.Close()
}
