// Package settings collects options in a struct and builds the client from it.
package settings

import (
	"cmp"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

type settings struct {
	timeout   time.Duration
	transport http.RoundTripper
}

type Option func(*settings)

func WithTimeout(d time.Duration) Option { return func(s *settings) { s.timeout = d } }

func New(opts ...Option) *http.Client {
	var s settings
	for _, o := range opts {
		o(&s)
	}
	return &http.Client{Transport: pool.New(), Timeout: s.timeout} // want: no-timeout
}

func build(opts ...Option) *http.Client {
	s := &settings{}
	for _, o := range opts {
		o(s)
	}
	return &http.Client{Transport: pool.New(), Timeout: s.timeout} // want: no-timeout
}

var (
	v1 = build(WithTimeout(time.Second))
	v2 = build()
)

// The struct starts with a default.
func Safe(opts ...Option) *http.Client {
	s := settings{timeout: time.Second}
	for _, o := range opts {
		o(&s)
	}
	return &http.Client{Transport: pool.New(), Timeout: s.timeout}
}

func defaults() settings { return settings{timeout: time.Second, transport: pool.New()} }

// A function gives the defaults.
func SafeFunc(opts ...Option) *http.Client {
	s := defaults()
	for _, o := range opts {
		o(&s)
	}
	return &http.Client{Transport: s.transport, Timeout: s.timeout}
}

// The default takes the place of zero.
func SafeOr(opts ...Option) *http.Client {
	var s settings
	for _, o := range opts {
		o(&s)
	}
	return &http.Client{Transport: pool.New(), Timeout: cmp.Or(s.timeout, time.Minute)}
}
