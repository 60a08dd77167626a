// Package otel observes transports.
package otel

import (
	"net/http"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"

	"example.com/fixtures/isoclient/kit"
)

// Two clients, two wrappers, one pool.
func onePool() {
	t := kit.Transport() // want: shared-client:warning
	a := &http.Client{Timeout: time.Second, Transport: otelhttp.NewTransport(t)}
	b := &http.Client{Timeout: time.Second, Transport: otelhttp.NewTransport(t)}
	_, _ = a.Get("https://hooks.slack.com")
	_, _ = b.Get("https://events.pagerduty.com")
}

func oneClient() {
	c := &http.Client{Timeout: time.Second, Transport: otelhttp.NewTransport(kit.Transport())} // want: shared-client
	_, _ = c.Get("https://hooks.slack.com")
	_, _ = c.Get("https://events.pagerduty.com")
}

// The wrapper is put around the transport of a client that two use.
func around() {
	c := kit.Client() // want: shared-client
	c.Transport = otelhttp.NewTransport(c.Transport)
	_, _ = c.Get("https://hooks.slack.com")
	_, _ = c.Get("https://events.pagerduty.com")
}

// A pool each below the wrappers.
func apart() {
	a := &http.Client{Timeout: time.Second, Transport: otelhttp.NewTransport(kit.Transport())}
	b := &http.Client{Timeout: time.Second, Transport: otelhttp.NewTransport(kit.Transport())}
	_, _ = a.Get("https://hooks.slack.com")
	_, _ = b.Get("https://events.pagerduty.com")
}
