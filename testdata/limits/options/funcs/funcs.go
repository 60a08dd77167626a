// Package funcs sets fields through options that are functions.
package funcs

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

type Option func(*http.Client)

func WithTimeout(d time.Duration) Option { return func(c *http.Client) { c.Timeout = d } }

func WithTransport(rt http.RoundTripper) Option { return func(c *http.Client) { c.Transport = rt } }

func Bare(opts ...Option) *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	for _, o := range opts {
		o(c)
	}
	return c
}

func forgetful(opts ...Option) *http.Client {
	c := &http.Client{} // want: no-timeout, shared-default-transport
	for _, o := range opts {
		o(c)
	}
	return c
}

// Both options, then only one of them, and none at all.
var (
	v1 = forgetful(WithTimeout(time.Second), WithTransport(pool.New()))
	v2 = forgetful(WithTimeout(time.Second))
	v3 = forgetful()
)

func wrongOption(opts ...Option) *http.Client {
	c := &http.Client{} // want: no-timeout
	for _, o := range opts {
		o(c)
	}
	return c
}

var v4 = wrongOption(WithTransport(pool.New()))

// The default comes before the options.
func Safe(opts ...Option) *http.Client {
	c := &http.Client{Transport: pool.New(), Timeout: time.Second}
	for _, o := range opts {
		o(c)
	}
	return c
}

// The default comes after the options.
func SafeAfter(opts ...Option) *http.Client {
	c := &http.Client{Transport: pool.New()}
	for i := range opts {
		opts[i](c)
	}
	if c.Timeout == 0 {
		c.Timeout = time.Second
	}
	return c
}

// The default options come first.
func SafeList(opts ...Option) *http.Client {
	c := &http.Client{}
	all := append([]Option{WithTimeout(time.Second), WithTransport(pool.New())}, opts...)
	for _, o := range all {
		o(c)
	}
	return c
}

func build(opts ...Option) *http.Client {
	c := &http.Client{}
	for _, o := range opts {
		o(c)
	}
	return c
}

// All callers in the package give both.
var (
	v5 = build(WithTimeout(time.Second), WithTransport(pool.New()))
	v6 = build(WithTransport(pool.New()), WithTimeout(2*time.Second))
)
