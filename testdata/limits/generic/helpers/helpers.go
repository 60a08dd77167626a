// Package helpers passes clients through generic functions.
package helpers

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

func ptr[T any](v T) *T { return &v }

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func apply[T any](v *T, fs ...func(*T)) *T {
	for _, f := range fs {
		f(v)
	}
	return v
}

func or[T comparable](a, b T) T {
	var zero T
	if a == zero {
		return b
	}
	return a
}

func build() (*http.Client, error) {
	return &http.Client{Transport: pool.New()}, nil // want: no-timeout
}

func timeout(d time.Duration) func(*http.Client) { return func(c *http.Client) { c.Timeout = d } }

var (
	pointer  = ptr(http.Client{Transport: pool.New()}) // want: no-timeout
	made     = must(build())
	bare     = apply(&http.Client{Transport: pool.New()})             // want: no-timeout
	fallback = or(nil, &http.Client{})                                // want: no-timeout, shared-default-transport
	zeroed   = apply(&http.Client{Transport: pool.New()}, timeout(0)) // want: no-timeout
)

// The helper hands back what it is given, which is complete.
var (
	fullPointer = ptr(http.Client{Transport: pool.New(), Timeout: time.Second})
	fullMade    = must(full())
	fullApplied = apply(&http.Client{Transport: pool.New()}, timeout(time.Second))
)

func full() (*http.Client, error) {
	return &http.Client{Transport: pool.New(), Timeout: time.Second}, nil
}

// A generic default for the timeout.
func withDefault(d time.Duration) *http.Client {
	return &http.Client{Transport: pool.New(), Timeout: or(d, time.Second)}
}

// The pointer is set after the helper made it.
func later() *http.Client {
	c := ptr(http.Client{Transport: pool.New()})
	c.Timeout = time.Second
	return c
}
