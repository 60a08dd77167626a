// Package pool gives the other fixtures a transport with every limit, so that they show one thing each.
package pool

import (
	"net"
	"net/http"
	"time"
)

// New returns a transport of its own that is bounded in every respect.
func New() *http.Transport {
	return &http.Transport{
		DialContext:           (&net.Dialer{Timeout: time.Second / 2}).DialContext,
		TLSHandshakeTimeout:   time.Second,
		ResponseHeaderTimeout: time.Second,
		MaxConnsPerHost:       10,
		MaxIdleConnsPerHost:   8,
		IdleConnTimeout:       time.Minute,
	}
}
