// Package interfaces hides clients behind interfaces of its own.
package interfaces

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

type doer interface {
	Do(*http.Request) (*http.Response, error)
}

type getter interface {
	Get(url string) (*http.Response, error)
}

type service struct {
	doer
	get getter
}

func careless() *service {
	return &service{doer: &http.Client{Transport: pool.New()}} // want: no-timeout
}

func carelessGetter() getter {
	return &http.Client{Transport: pool.New()} // want: no-timeout
}

func asserted(v any) *http.Client {
	if c, ok := v.(*http.Client); ok {
		return c
	}
	return &http.Client{Transport: pool.New()} // want: no-timeout
}

type logging struct{ next doer }

func (l logging) Do(r *http.Request) (*http.Response, error) { return l.next.Do(r) }

func logged() doer {
	return logging{next: &http.Client{Transport: pool.New()}} // want: no-timeout:warning "callers"
}

// Complete before it goes behind the interface.
func complete() *service {
	c := &http.Client{Transport: pool.New()}
	c.Timeout = time.Second
	return &service{doer: c, get: c}
}

// Set behind the interface, after an assertion.
func later() doer {
	var d doer = &http.Client{Transport: pool.New()}
	if c, ok := d.(*http.Client); ok {
		c.Timeout = time.Second
	}
	return d
}

// A wrapper around a complete one.
func loggedFull() doer {
	return logging{next: &http.Client{Transport: pool.New(), Timeout: time.Second}}
}

type builder interface{ build() *http.Client }

type full struct{ d time.Duration }

func (f full) build() *http.Client { return &http.Client{Transport: pool.New(), Timeout: f.d} }

// The one builder that there is builds complete ones.
func viaInterface(b builder) *http.Client { return b.build() }

var built = viaInterface(full{time.Second})
