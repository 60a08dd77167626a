// Package defaulted ends at the process-wide transport in each way.
package defaulted

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

var (
	named    = &http.Client{Timeout: time.Second, Transport: http.DefaultTransport} // want: shared-default-transport:warning
	explicit = &http.Client{Timeout: time.Second, Transport: nil}                   // want: shared-default-transport
	rt       = http.DefaultTransport
	byName   = &http.Client{Timeout: time.Second, Transport: rt} // want: shared-default-transport
)

func sometimes(own bool) *http.Client {
	c := &http.Client{Timeout: time.Second} // want: shared-default-transport
	if own {
		c.Transport = pool.New()
	}
	return c
}

func nilInterface() *http.Client {
	var t http.RoundTripper
	return &http.Client{Timeout: time.Second, Transport: t} // want: shared-default-transport
}

func taken(other *http.Client) *http.Client {
	return &http.Client{Timeout: time.Second, Transport: http.DefaultClient.Transport} // want: shared-default-transport
}

func reset() *http.Client {
	c := &http.Client{Timeout: time.Second, Transport: pool.New()} // want: shared-default-transport
	c.Transport = nil
	return c
}

// Given from outside: what it is cannot be seen.
func given(rt http.RoundTripper) *http.Client {
	return &http.Client{Timeout: time.Second, Transport: rt}
}

// Another client's transport.
func borrowed(other *http.Client) *http.Client {
	return &http.Client{Timeout: time.Second, Transport: other.Transport}
}

// Set on both paths.
func always(own bool) *http.Client {
	c := &http.Client{Timeout: time.Second}
	if own {
		c.Transport = pool.New()
	} else {
		c.Transport = pool.New().Clone()
	}
	return c
}

// nil gets a pool.
func orPool(rt http.RoundTripper) *http.Client {
	if rt == nil {
		rt = pool.New()
	}
	return &http.Client{Timeout: time.Second, Transport: rt}
}
