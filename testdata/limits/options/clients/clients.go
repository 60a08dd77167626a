// Package clients has options of an API client, which holds the HTTP client.
package clients

import (
	"errors"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

type Client struct {
	http *http.Client
	base string
}

type Option func(*Client) error

func WithHTTPClient(h *http.Client) Option {
	return func(c *Client) error {
		if h == nil {
			return errors.New("no client")
		}
		c.http = h
		return nil
	}
}

func WithTimeout(d time.Duration) Option {
	return func(c *Client) error {
		c.http.Timeout = d
		return nil
	}
}

func New(opts ...Option) (*Client, error) {
	c := &Client{http: &http.Client{Transport: pool.New()}} // want: no-timeout
	for _, o := range opts {
		if err := o(c); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func NewLazy(opts ...Option) (*Client, error) {
	c := &Client{}
	for _, o := range opts {
		if err := o(c); err != nil {
			return nil, err
		}
	}
	if c.http == nil {
		c.http = http.DefaultClient // want: no-timeout, shared-default-transport
	}
	return c, nil
}

// The default is complete; what an option puts in its place is its caller's.
func NewSafe(opts ...Option) (*Client, error) {
	c := &Client{}
	for _, o := range opts {
		if err := o(c); err != nil {
			return nil, err
		}
	}
	if c.http == nil {
		c.http = &http.Client{Timeout: time.Second, Transport: pool.New()}
	}
	if c.http.Timeout == 0 {
		c.http.Timeout = time.Second
	}
	return c, nil
}

func newClient(opts ...Option) (*Client, error) {
	c := &Client{http: &http.Client{Transport: pool.New()}}
	for _, o := range opts {
		if err := o(c); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// The one caller gives the timeout; an option that fails leaves no client.
func Standard() (*Client, error) { return newClient(WithTimeout(time.Second)) }

// Given from outside, whatever it is.
func Given(h *http.Client) *Client { return &Client{http: h} }

func (c *Client) Get(path string) (*http.Response, error) { return c.http.Get(c.base + path) }

// A setter replaces the client by its caller's.
func (c *Client) SetHTTPClient(h *http.Client) { c.http = h }
