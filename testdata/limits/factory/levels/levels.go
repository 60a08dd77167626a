// Package levels builds clients several calls deep.
package levels

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

func bare() *http.Client { return &http.Client{Transport: pool.New()} } // want: no-timeout

func middle() *http.Client { return bare() }

func top() *http.Client { return middle() }

func careful() *http.Client {
	c := top()
	c.Timeout = time.Second
	return c
}

func careless() *http.Client { return top() }

var _, _ = careful(), careless()

func alone() *http.Client { return &http.Client{Transport: pool.New()} } // want: no-timeout

func parts() (http.RoundTripper, time.Duration) { return pool.New(), 0 }

func fromParts() *http.Client {
	rt, d := parts()
	return &http.Client{Transport: rt, Timeout: d} // want: no-timeout
}

var variable = func() *http.Client {
	return &http.Client{Transport: pool.New()} // want: no-timeout
}

var v1 = variable()

type factory struct{ timeout time.Duration }

func (f *factory) bare() *http.Client { return &http.Client{Transport: pool.New()} } // want: no-timeout

func (f *factory) full() *http.Client { return &http.Client{Transport: pool.New(), Timeout: f.timeout} }

func recursive(n int) *http.Client {
	if n == 0 {
		return &http.Client{Transport: pool.New()} // want: no-timeout
	}
	return recursive(n - 1)
}

func value() http.Client { return http.Client{Transport: pool.New()} } // want: no-timeout

var v2 = value()

// All callers set it, one call up.
func base() *http.Client { return &http.Client{Transport: pool.New()} }

func first() *http.Client {
	c := base()
	c.Timeout = time.Second
	return c
}

func second() *http.Client {
	c := base()
	c.Timeout = 2 * time.Second
	return c
}

// All callers set it, two calls up.
func deepBase() *http.Client { return &http.Client{Transport: pool.New()} }

func deepMiddle() (*http.Client, error) { return deepBase(), nil }

func deepTop() (*http.Client, error) {
	c, err := deepMiddle()
	if err != nil {
		return nil, err
	}
	c.Timeout = time.Second
	return c, nil
}

// All callers give a timeout.
func given(d time.Duration) *http.Client { return &http.Client{Transport: pool.New(), Timeout: d} }

func givers() (_, _ *http.Client) { return given(time.Second), given(2 * time.Second) }

// The callers of a factory that returns by value set it in their copies.
func valueBase() http.Client { return http.Client{Transport: pool.New()} }

func valueTop() *http.Client {
	c := valueBase()
	c.Timeout = time.Second
	return &c
}

// The transport comes from a function that returns an interface.
func roundTripper() http.RoundTripper { return pool.New() }

var v4 = &http.Client{Transport: roundTripper(), Timeout: time.Second}
