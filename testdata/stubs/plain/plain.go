// Package plain has the shape of an SDK whose calls take no contexts.
package plain

import (
	"context"
	"net/http"
)

type Client struct{ HTTP *http.Client }

type Option func(*Client)

func WithClient(hc *http.Client) Option { return func(c *Client) { c.HTTP = hc } }

func NewClient(hc *http.Client) *Client { return &Client{hc} }

func (c *Client) Get(id string) error { return nil }

// SetContext is for all requests to come.
func (c *Client) SetContext(ctx context.Context) {}
