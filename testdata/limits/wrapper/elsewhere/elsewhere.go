// Package elsewhere wraps transports in types of another package.
package elsewhere

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
	"example.com/fixtures/limits/wrapper/elsewhere/lib"
)

var (
	byType   = &http.Client{Timeout: time.Second, Transport: &lib.Auth{Base: http.DefaultTransport}} // want: shared-default-transport
	byFunc   = &http.Client{Timeout: time.Second, Transport: lib.NewAuth(nil)}                       // want: shared-default-transport
	noBase   = &http.Client{Timeout: time.Second, Transport: &lib.Auth{}}                            // want: shared-default-transport
	bare     = lib.Wrap(&http.Client{Transport: pool.New()})                                         // want: no-timeout
	fallback = lib.Wrap(&http.Client{Timeout: time.Second})                                          // want: shared-default-transport
)

// The other package wraps a pool of ours.
var (
	_ = &http.Client{Timeout: time.Second, Transport: &lib.Auth{Base: pool.New()}}
	_ = &http.Client{Timeout: time.Second, Transport: lib.NewAuth(pool.New())}
	_ = lib.Wrap(&http.Client{Timeout: time.Second, Transport: pool.New()})
)
