// Package rest3 has clients of resty v3: what both versions have in its simplest form, and what v2 has not.
package rest3

import (
	"net/http"
	"time"

	"resty.dev/v3"

	"example.com/fixtures/limits/pool"
)

var (
	bare = resty.New()                                                                                    // want: no-timeout, missing-limits
	over = resty.NewWithClient(&http.Client{})                                                            // want: no-timeout, shared-default-transport
	full = resty.New().SetBaseURL("https://example.com").SetTimeout(time.Second).SetTransport(pool.New()) // bounded in the chain
)

// Each request has a time.
type brief struct{ client *resty.Client }

func newBrief() *brief { return &brief{client: resty.New().SetTransport(pool.New())} }

func (b *brief) get(url string) { b.client.R().SetTimeout(time.Second).Get(url) }

// The settings of its transport bound it.
var bounded = resty.NewWithTransportSettings(&resty.TransportSettings{
	MaxConnsPerHost: 20, ResponseHeaderTimeout: time.Second,
}).SetTimeout(2 * time.Second)

// These bound nothing.
var unbounded = resty.NewWithTransportSettings(&resty.TransportSettings{IdleConnTimeout: time.Second}) // want: no-timeout, missing-limits
