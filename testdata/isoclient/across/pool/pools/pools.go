// Package pools owns a transport and builds clients over it.
package pools

import (
	"net/http"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"

	"example.com/fixtures/isoclient/kit"
)

var transport = kit.Transport()

// Client returns a new client over the one pool.
func Client(timeout time.Duration) *http.Client {
	return &http.Client{Timeout: timeout, Transport: otelhttp.NewTransport(transport)}
}
