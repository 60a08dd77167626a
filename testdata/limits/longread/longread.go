// Package longread waits long for the first byte.
package longread

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

const read = 2 * time.Minute

var wait = 61 * time.Second

func constant() *http.Client {
	t := pool.New()
	t.ResponseHeaderTimeout = read // want: long-read-timeout:note "2m0s"
	return &http.Client{Timeout: 5 * time.Minute, Transport: t}
}

func variable() *http.Client {
	t := pool.New()
	t.ResponseHeaderTimeout = wait // want: long-read-timeout:note "1m1s"
	return &http.Client{Timeout: 5 * time.Minute, Transport: t}
}

var literal = &http.Client{
	Timeout: 5 * time.Minute,
	Transport: &http.Transport{ // want: missing-limits
		ResponseHeaderTimeout: 90 * time.Second, // want: long-read-timeout:note "1m30s"
	},
}

// Sixty seconds are not over sixty seconds.
func limit() *http.Client {
	t := pool.New()
	t.ResponseHeaderTimeout = time.Minute
	return &http.Client{Timeout: 5 * time.Minute, Transport: t}
}

// Unknown values are not known to be long.
func unknown(d time.Duration) *http.Client {
	t := pool.New()
	t.ResponseHeaderTimeout = d
	return &http.Client{Timeout: 5 * time.Minute, Transport: t}
}

// A total is not a read timeout, nor is an idle one.
func total() *http.Client {
	t := pool.New()
	t.IdleConnTimeout = 10 * time.Minute
	return &http.Client{Timeout: 10 * time.Minute, Transport: t}
}
