// Package copies copies clients, which carry their fields along.
package copies

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

func ofDefault() *http.Client {
	c := *http.DefaultClient // want: no-timeout, shared-default-transport
	return &c
}

// The copy has a timeout, its connections are still those of the default.
func ofDefaultTimed() *http.Client {
	c := *http.DefaultClient // want: shared-default-transport
	c.Timeout = time.Second
	return &c
}

// The original is used too, and the copy's timeout is not its own.
func both(url string) {
	a := http.Client{Transport: pool.New()} // want: no-timeout
	b := a
	b.Timeout = time.Second
	a.Get(url)
	b.Get(url)
}

// The copy loses the timeout again.
func reset(c *http.Client) {}

func unset() http.Client {
	a := http.Client{Transport: pool.New(), Timeout: time.Second} // want: no-timeout
	b := a
	b.Timeout = 0
	return b
}

// Only the copy is used, and it is complete.
func onlyCopy(url string) {
	a := http.Client{Transport: pool.New()}
	b := a
	b.Timeout = time.Second
	b.Get(url)
}

// A copy of what a pointer leads to.
func onlyCopyOfPointer() *http.Client {
	a := &http.Client{Timeout: time.Second}
	b := *a
	b.Transport = pool.New()
	return &b
}

// Everything of the copy is replaced.
func ofDefaultReplaced() *http.Client {
	c := *http.DefaultClient
	c.Timeout = time.Second
	c.Transport = pool.New()
	return &c
}
