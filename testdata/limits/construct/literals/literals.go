// Package literals builds clients in each form that Go has.
package literals

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

var (
	pointer = &http.Client{}                                    // want: no-timeout, shared-default-transport
	value   = http.Client{}                                     // want: no-timeout, shared-default-transport
	made    = new(http.Client)                                  // want: no-timeout, shared-default-transport
	zero    http.Client                                         // want: no-timeout, shared-default-transport
	parens  = (&(http.Client{}))                                // want: no-timeout, shared-default-transport
	pooled  = http.Client{Transport: pool.New()}                // want: no-timeout
	timed   = http.Client{Timeout: time.Second}                 // want: shared-default-transport
	nothing = http.Client{Transport: nil, Timeout: time.Second} // want: shared-default-transport
	ordered = http.Client{pool.New(), nil, nil, 0}              // want: no-timeout
)

func local(url string) {
	var c http.Client // want: no-timeout, shared-default-transport
	c.Get(url)
}

func immediate(url string) {
	(&http.Client{}).Get(url) // want: no-timeout, shared-default-transport
}

func named() (c http.Client) { // want: no-timeout, shared-default-transport
	return
}

// Both fields are there, in each form.
var (
	full        = &http.Client{Timeout: time.Second, Transport: pool.New()}
	fullOrdered = http.Client{pool.New(), nil, nil, time.Second}
)

// A nil pointer is no client.
var none *http.Client

// The zero value is replaced before anything is sent.
func replaced(url string) {
	var c http.Client
	c = http.Client{Timeout: time.Second, Transport: pool.New()}
	c.Get(url)
}

// The zero value is filled before it leaves.
func filled() (c http.Client) {
	c.Timeout = time.Second
	c.Transport = pool.New()
	return
}
