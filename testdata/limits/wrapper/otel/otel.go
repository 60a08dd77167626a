// Package otel observes transports with OpenTelemetry and Prometheus.
package otel

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"

	"example.com/fixtures/limits/pool"
)

var (
	gauge   = prometheus.NewGauge(prometheus.GaugeOpts{Name: "in_flight"})
	counter = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "requests"}, nil)
)

var (
	observed = &http.Client{Timeout: time.Second, Transport: otelhttp.NewTransport(http.DefaultTransport)}                                                 // want: shared-default-transport
	nilBase  = &http.Client{Timeout: time.Second, Transport: otelhttp.NewTransport(nil)}                                                                   // want: shared-default-transport
	counted  = &http.Client{Timeout: time.Second, Transport: promhttp.InstrumentRoundTripperCounter(counter, http.DefaultTransport)}                       // want: shared-default-transport
	both     = &http.Client{Timeout: time.Second, Transport: promhttp.InstrumentRoundTripperInFlight(gauge, otelhttp.NewTransport(http.DefaultTransport))} // want: shared-default-transport
	untimed  = &http.Client{Transport: otelhttp.NewTransport(pool.New())}                                                                                  // want: no-timeout
	bare     = &http.Client{Timeout: time.Second, Transport: otelhttp.NewTransport(&http.Transport{})}                                                     // want: missing-limits
)

// The pool below is the client's own.
var (
	_ = &http.Client{Timeout: time.Second, Transport: otelhttp.NewTransport(pool.New())}
	_ = &http.Client{Timeout: time.Second, Transport: promhttp.InstrumentRoundTripperCounter(counter, pool.New())}
	_ = &http.Client{Timeout: time.Second, Transport: promhttp.InstrumentRoundTripperInFlight(gauge, otelhttp.NewTransport(pool.New()))}
)

// The wrapper goes around the transport of a complete client.
func around() *http.Client {
	c := &http.Client{Timeout: time.Second, Transport: pool.New()}
	c.Transport = otelhttp.NewTransport(c.Transport)
	return c
}

func aroundBare() *http.Client {
	c := &http.Client{Timeout: time.Second} // want: shared-default-transport
	c.Transport = otelhttp.NewTransport(c.Transport)
	return c
}
