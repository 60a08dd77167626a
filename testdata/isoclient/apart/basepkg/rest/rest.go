// Package rest is a helper that each adapter has its own of.
package rest

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type Client struct {
	HTTP *http.Client
	base string
}

func New(base string) *Client { return &Client{HTTP: kit.Client(), base: base} }

func (c *Client) Get(path string) { _, _ = c.HTTP.Get(c.base + path) }
