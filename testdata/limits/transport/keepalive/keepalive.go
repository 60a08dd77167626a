// Package keepalive turns keep-alives off by halves.
package keepalive

import (
	"net"
	"net/http"
	"time"
)

func build(off bool) (_, _ *http.Client) {
	never := &http.Transport{ // want: missing-limits "MaxIdleConnsPerHost" "IdleConnTimeout"
		DisableKeepAlives:     false,
		MaxConnsPerHost:       8,
		TLSHandshakeTimeout:   time.Second,
		ResponseHeaderTimeout: time.Second,
		DialContext:           (&net.Dialer{Timeout: time.Second}).DialContext,
	}
	conns := &http.Transport{ // want: missing-limits "MaxConnsPerHost"
		DisableKeepAlives:     true,
		TLSHandshakeTimeout:   time.Second,
		ResponseHeaderTimeout: time.Second,
		DialContext:           (&net.Dialer{Timeout: time.Second}).DialContext,
	}
	return &http.Client{Timeout: time.Second, Transport: never}, &http.Client{Timeout: time.Second, Transport: conns}
}

// Turned off a line later.
func later() *http.Client {
	t := &http.Transport{
		MaxConnsPerHost:       8,
		TLSHandshakeTimeout:   time.Second,
		ResponseHeaderTimeout: time.Second,
		DialContext:           (&net.Dialer{Timeout: time.Second}).DialContext,
	}
	t.DisableKeepAlives = true
	return &http.Client{Timeout: time.Second, Transport: t}
}
