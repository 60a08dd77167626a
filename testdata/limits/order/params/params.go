// Package params hands contradictory values to a factory.
package params

import (
	"net"
	"net/http"
	"time"
)

func build(connect, read, total time.Duration) *http.Client {
	return &http.Client{ // want: timeout-order "10s" "3s"
		Timeout: total,
		Transport: &http.Transport{
			DialContext:           (&net.Dialer{Timeout: connect}).DialContext,
			TLSHandshakeTimeout:   connect,
			ResponseHeaderTimeout: read,
			MaxConnsPerHost:       10,
			MaxIdleConnsPerHost:   8,
			IdleConnTimeout:       time.Minute,
		},
	}
}

var (
	wrong = build(time.Second, 10*time.Second, 3*time.Second)
	right = build(time.Second, 2*time.Second, 3*time.Second)
)

// All callers of this one are right, each with other values: no mix of them is looked at.
func careful(connect, read, total time.Duration) *http.Client {
	return &http.Client{
		Timeout: total,
		Transport: &http.Transport{
			DialContext:           (&net.Dialer{Timeout: connect}).DialContext,
			TLSHandshakeTimeout:   connect,
			ResponseHeaderTimeout: read,
			MaxConnsPerHost:       10,
			MaxIdleConnsPerHost:   8,
			IdleConnTimeout:       time.Minute,
		},
	}
}

var (
	short = careful(time.Second, 2*time.Second, 3*time.Second)
	long  = careful(10*time.Second, 20*time.Second, 30*time.Second)
)
