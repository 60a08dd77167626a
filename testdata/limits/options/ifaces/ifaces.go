// Package ifaces sets fields through options that are interfaces.
package ifaces

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

type Option interface{ apply(*http.Client) }

type timeout time.Duration

func (t timeout) apply(c *http.Client) { c.Timeout = time.Duration(t) }

type optionFunc func(*http.Client)

func (f optionFunc) apply(c *http.Client) { f(c) }

func WithTimeout(d time.Duration) Option { return timeout(d) }

func WithPool() Option { return optionFunc(func(c *http.Client) { c.Transport = pool.New() }) }

func New(opts ...Option) *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	for _, o := range opts {
		o.apply(c)
	}
	return c
}

func forgetful(opts ...Option) *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	for _, o := range opts {
		o.apply(c)
	}
	return c
}

var (
	v1 = forgetful(WithTimeout(time.Second))
	v2 = forgetful(WithPool())
)

// All callers in the package give both.
func build(opts ...Option) *http.Client {
	c := &http.Client{}
	for _, o := range opts {
		o.apply(c)
	}
	return c
}

var v3 = build(WithTimeout(time.Second), WithPool())

// The default comes first, and options replace it.
func Safe(opts ...Option) *http.Client {
	c := &http.Client{Transport: pool.New(), Timeout: time.Second}
	for _, o := range opts {
		o.apply(c)
	}
	return c
}

// One option that is no struct, without a list.
func single() *http.Client {
	var o Option = timeout(time.Second)
	c := &http.Client{Transport: pool.New()}
	o.apply(c)
	return c
}
