// Package elsewhere uses a constructor and options of another package.
package elsewhere

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/options/elsewhere/lib"
	"example.com/fixtures/limits/pool"
)

// The constructor's own package has the finding, whatever this one does.
var (
	v1 = lib.New()
	v2 = lib.New(lib.WithTimeout(time.Second))
)

func build(opts ...lib.Option) *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	for _, o := range opts {
		o(c)
	}
	return c
}

var v3 = build()

// All callers give the other package's option.
func always(opts ...lib.Option) *http.Client {
	c := &http.Client{Transport: pool.New()}
	for _, o := range opts {
		o(c)
	}
	return c
}

var v4 = always(lib.WithTimeout(time.Second))

// The other package applies the options to a client of ours.
func applied() *http.Client {
	c := &http.Client{Transport: pool.New()}
	lib.Apply(c, lib.WithTimeout(time.Second))
	return c
}
