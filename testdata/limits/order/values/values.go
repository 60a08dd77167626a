// Package values has timeouts that contradict connect < read < total.
package values

import (
	"net"
	"net/http"
	"time"

	"example.com/fixtures/limits/order/values/config"
)

func transport(connect, read time.Duration) *http.Transport {
	return &http.Transport{
		DialContext:           (&net.Dialer{Timeout: connect}).DialContext,
		TLSHandshakeTimeout:   time.Second,
		ResponseHeaderTimeout: read,
		MaxConnsPerHost:       10,
		MaxIdleConnsPerHost:   8,
		IdleConnTimeout:       time.Minute,
	}
}

const total = 2 * time.Second

var (
	limit = 5 * time.Second
	other = 5 * time.Second
)

func init() { other = config.Read() }

var (
	readAboveTotal   = &http.Client{Timeout: 3 * time.Second, Transport: transport(time.Second, 10*time.Second)} // want: timeout-order:error "10s" "3s"
	connectAboveRead = &http.Client{Timeout: time.Minute, Transport: transport(20*time.Second, 10*time.Second)}  // want: timeout-order:error "20s" "10s"
	byConstant       = &http.Client{Timeout: total, Transport: transport(time.Second, total+time.Second)}        // want: timeout-order
	byVariable       = &http.Client{Timeout: limit, Transport: transport(time.Second, limit+1)}                  // want: timeout-order
	byOtherPackage   = &http.Client{Timeout: config.Total, Transport: transport(time.Second, 10*config.Total)}   // want: timeout-order
)

// Connecting alone takes longer than the total.
var connectAboveTotal = &http.Client{ // want: timeout-order "10s" "5s"
	Timeout: 5 * time.Second,
	Transport: &http.Transport{ // want: missing-limits
		DialContext: (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
	},
}

func later() *http.Client {
	t := transport(time.Second, 10*time.Second)
	c := &http.Client{Transport: t} // want: timeout-order
	c.Timeout = 2 * time.Second
	return c
}

func reset() *http.Client {
	t := transport(time.Second, time.Second)
	t.ResponseHeaderTimeout = time.Minute
	return &http.Client{Timeout: 10 * time.Second, Transport: t} // want: timeout-order
}

// Equal values are in order.
var equal = &http.Client{Timeout: 5 * time.Second, Transport: transport(5*time.Second, 5*time.Second)}

// So is one variable used twice, known or not.
var same = &http.Client{Timeout: limit, Transport: transport(limit, limit)}

func sameGiven(d time.Duration) *http.Client {
	return &http.Client{Timeout: d, Transport: transport(d, d)}
}

// Unknown values contradict nothing.
func unknown(d time.Duration) *http.Client {
	return &http.Client{Timeout: d, Transport: transport(time.Second, time.Minute)}
}

func assigned() *http.Client {
	return &http.Client{Timeout: other, Transport: transport(time.Second, 10*time.Second)}
}

// The last value counts.
func corrected() *http.Client {
	t := transport(time.Second, 10*time.Second)
	c := &http.Client{Timeout: time.Second, Transport: t}
	c.Timeout = 20 * time.Second
	return c
}

// The values are in order.
var ordered = &http.Client{Timeout: 3 * time.Second, Transport: transport(time.Second, 2*time.Second)}
