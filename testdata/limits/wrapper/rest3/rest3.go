// Package rest3 has clients of resty v3.
package rest3

import (
	"context"
	"net/http"
	"time"

	"resty.dev/v3"

	"example.com/fixtures/limits/pool"
)

var (
	bare      = resty.New()                                             // want: no-timeout, missing-limits
	timed     = resty.New().SetTimeout(time.Second)                     // want: missing-limits
	pooled    = resty.New().SetTransport(pool.New())                    // want: no-timeout
	over      = resty.NewWithClient(&http.Client{})                     // want: no-timeout, shared-default-transport
	overTimed = resty.NewWithClient(&http.Client{Timeout: time.Second}) // want: shared-default-transport
)

func get(url string) {
	bare.R().Get(url)
}

// Set in the chain.
var full = resty.New().SetBaseURL("https://example.com").SetTimeout(time.Second).SetTransport(pool.New())

// Set on the variable.
func later() *resty.Client {
	c := resty.New()
	c.SetTimeout(time.Second)
	c.SetTransport(pool.New())
	return c
}

// The client below has everything.
var overFull = resty.NewWithClient(&http.Client{Timeout: time.Second, Transport: pool.New()})

type api struct{ client *resty.Client }

// Each request has a deadline.
func newAPI() *api { return &api{client: resty.New().SetTransport(pool.New())} }

func (a *api) get(ctx context.Context, url string) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	a.client.R().SetContext(ctx).Get(url)
}

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
