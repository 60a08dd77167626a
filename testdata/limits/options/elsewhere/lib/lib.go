// Package lib leaves the timeout to options.
package lib

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

type Option func(*http.Client)

func WithTimeout(d time.Duration) Option { return func(c *http.Client) { c.Timeout = d } }

func New(opts ...Option) *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	Apply(c, opts...)
	return c
}

func Apply(c *http.Client, opts ...Option) {
	for _, o := range opts {
		o(c)
	}
}
