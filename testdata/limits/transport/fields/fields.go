// Package fields leaves one limit of a transport out at a time.
package fields

import (
	"net"
	"net/http"
	"time"
)

var zero = &http.Client{
	Timeout:   time.Second,
	Transport: &http.Transport{}, // want: missing-limits:warning "MaxConnsPerHost" "MaxIdleConnsPerHost" "IdleConnTimeout" "TLSHandshakeTimeout" "ResponseHeaderTimeout" "dial"
}

var made = &http.Client{Timeout: time.Second, Transport: new(http.Transport)} // want: missing-limits

var noConns = &http.Client{
	Timeout: time.Second,
	Transport: &http.Transport{ // want: missing-limits:warning "MaxConnsPerHost"
		MaxIdleConnsPerHost:   8,
		IdleConnTimeout:       time.Minute,
		TLSHandshakeTimeout:   time.Second,
		ResponseHeaderTimeout: time.Second,
		DialContext:           (&net.Dialer{Timeout: time.Second}).DialContext,
	},
}

var noIdleConns = &http.Client{
	Timeout: time.Second,
	Transport: &http.Transport{ // want: missing-limits:warning "MaxIdleConnsPerHost"
		MaxConnsPerHost:       8,
		IdleConnTimeout:       time.Minute,
		TLSHandshakeTimeout:   time.Second,
		ResponseHeaderTimeout: time.Second,
		DialContext:           (&net.Dialer{Timeout: time.Second}).DialContext,
	},
}

var noIdleTimeout = &http.Client{
	Timeout: time.Second,
	Transport: &http.Transport{ // want: missing-limits:warning "IdleConnTimeout"
		MaxConnsPerHost:       8,
		MaxIdleConnsPerHost:   8,
		TLSHandshakeTimeout:   time.Second,
		ResponseHeaderTimeout: time.Second,
		DialContext:           (&net.Dialer{Timeout: time.Second}).DialContext,
	},
}

var noHandshake = &http.Client{
	Timeout: time.Second,
	Transport: &http.Transport{ // want: missing-limits:warning "TLSHandshakeTimeout"
		MaxConnsPerHost:       8,
		MaxIdleConnsPerHost:   8,
		IdleConnTimeout:       time.Minute,
		ResponseHeaderTimeout: time.Second,
		DialContext:           (&net.Dialer{Timeout: time.Second}).DialContext,
	},
}

var noHeader = &http.Client{
	Timeout: time.Second,
	Transport: &http.Transport{ // want: missing-limits:warning "ResponseHeaderTimeout"
		MaxConnsPerHost:     8,
		MaxIdleConnsPerHost: 8,
		IdleConnTimeout:     time.Minute,
		TLSHandshakeTimeout: time.Second,
		DialContext:         (&net.Dialer{Timeout: time.Second}).DialContext,
	},
}

var noDial = &http.Client{
	Timeout: time.Second,
	Transport: &http.Transport{ // want: missing-limits:warning "dial"
		MaxConnsPerHost:       8,
		MaxIdleConnsPerHost:   8,
		IdleConnTimeout:       time.Minute,
		TLSHandshakeTimeout:   time.Second,
		ResponseHeaderTimeout: time.Second,
	},
}

// Zero in so many words is a decision.
var decided = &http.Client{
	Timeout: time.Second,
	Transport: &http.Transport{ // want: missing-limits:note "MaxConnsPerHost"
		MaxConnsPerHost:       0,
		MaxIdleConnsPerHost:   8,
		IdleConnTimeout:       time.Minute,
		TLSHandshakeTimeout:   time.Second,
		ResponseHeaderTimeout: time.Second,
		DialContext:           (&net.Dialer{Timeout: time.Second}).DialContext,
	},
}

const unlimited = 0

var decidedByName = &http.Client{
	Timeout: time.Second,
	Transport: &http.Transport{ // want: missing-limits:note "MaxConnsPerHost"
		MaxConnsPerHost:       unlimited,
		MaxIdleConnsPerHost:   8,
		IdleConnTimeout:       time.Minute,
		TLSHandshakeTimeout:   time.Second,
		ResponseHeaderTimeout: time.Second,
		DialContext:           (&net.Dialer{Timeout: time.Second}).DialContext,
	},
}

// The decision about connections decides nothing about the rest.
var decidedNoHeader = &http.Client{
	Timeout: time.Second,
	Transport: &http.Transport{ // want: missing-limits:warning "ResponseHeaderTimeout"
		MaxConnsPerHost:     0,
		MaxIdleConnsPerHost: 8,
		IdleConnTimeout:     time.Minute,
		TLSHandshakeTimeout: time.Second,
		DialContext:         (&net.Dialer{Timeout: time.Second}).DialContext,
	},
}

func some(big bool) *http.Transport {
	t := &http.Transport{ // want: missing-limits:warning "MaxConnsPerHost"
		MaxIdleConnsPerHost:   8,
		IdleConnTimeout:       time.Minute,
		TLSHandshakeTimeout:   time.Second,
		ResponseHeaderTimeout: time.Second,
		DialContext:           (&net.Dialer{Timeout: time.Second}).DialContext,
	}
	if big {
		t.MaxConnsPerHost = 10
	}
	return t
}

func someClient(big bool) *http.Client {
	return &http.Client{Timeout: time.Second, Transport: some(big)}
}

// The one caller says which.
var bigClient = &http.Client{Timeout: time.Second, Transport: always(true)}

func always(big bool) *http.Transport {
	t := &http.Transport{
		MaxIdleConnsPerHost:   8,
		IdleConnTimeout:       time.Minute,
		TLSHandshakeTimeout:   time.Second,
		ResponseHeaderTimeout: time.Second,
		DialContext:           (&net.Dialer{Timeout: time.Second}).DialContext,
	}
	if big {
		t.MaxConnsPerHost = 10
	}
	return t
}

// Nothing is missing.
var full = &http.Client{
	Timeout: time.Second,
	Transport: &http.Transport{
		MaxConnsPerHost:       8,
		MaxIdleConnsPerHost:   8,
		IdleConnTimeout:       time.Minute,
		TLSHandshakeTimeout:   time.Second,
		ResponseHeaderTimeout: time.Second,
		DialContext:           (&net.Dialer{Timeout: time.Second}).DialContext,
	},
}

// A transport that keeps nothing alive has no use for idle limits.
var unpooled = &http.Client{
	Timeout: time.Second,
	Transport: &http.Transport{
		DisableKeepAlives:     true,
		MaxConnsPerHost:       8,
		TLSHandshakeTimeout:   time.Second,
		ResponseHeaderTimeout: time.Second,
		DialContext:           (&net.Dialer{Timeout: time.Second}).DialContext,
	},
}

// What is set may come from settings.
func settings(conns int, d time.Duration) *http.Client {
	t := &http.Transport{}
	t.MaxConnsPerHost = conns
	t.MaxIdleConnsPerHost = conns
	t.IdleConnTimeout = d
	t.TLSHandshakeTimeout = d
	t.ResponseHeaderTimeout = d
	t.DialContext = (&net.Dialer{Timeout: d}).DialContext
	return &http.Client{Timeout: d, Transport: t}
}
