// Package b passes on what package a builds; it builds nothing itself.
package b

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/leaving/chain/a"
)

func Wrap() *http.Client { return a.New() }

func Timed() *http.Client {
	c := a.New()
	c.Timeout = time.Second
	return c
}

func API() *a.API { return a.NewAPI() }

var Field = a.NewAPI().HTTP

func Full() *http.Client { return a.Full() }

func Stripped() *http.Client {
	c := a.Full()
	return &http.Client{Transport: c.Transport} // want: no-timeout
}
