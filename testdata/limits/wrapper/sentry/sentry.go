// Package sentry traces transports with Sentry.
package sentry

import (
	"net/http"
	"time"

	sentryhttpclient "github.com/getsentry/sentry-go/httpclient"

	"example.com/fixtures/limits/pool"
)

var (
	nilBase = &http.Client{Timeout: time.Second, Transport: sentryhttpclient.NewSentryRoundTripper(nil)}                   // want: shared-default-transport
	around  = &http.Client{Timeout: time.Second, Transport: sentryhttpclient.NewSentryRoundTripper(http.DefaultTransport)} // want: shared-default-transport
	untimed = &http.Client{Transport: sentryhttpclient.NewSentryRoundTripper(pool.New())}                                  // want: no-timeout
	bare    = &http.Client{Timeout: time.Second, Transport: sentryhttpclient.NewSentryRoundTripper(&http.Transport{})}     // want: missing-limits
)

// The pool below is the client's own.
var _ = &http.Client{Timeout: time.Second, Transport: sentryhttpclient.NewSentryRoundTripper(pool.New())}

// Options say nothing about the transport.
func options(hosts []string) *http.Client {
	rt := sentryhttpclient.NewSentryRoundTripper(pool.New(), sentryhttpclient.WithTracePropagationTargets(hosts))
	return &http.Client{Timeout: time.Second, Transport: rt}
}
