// Package unseen has round trippers that cannot be seen through: reslint never guesses.
package unseen

import (
	"net/http"
	"time"

	"golang.org/x/net/http2"
)

type factory interface{ Transport() http.RoundTripper }

// From an interface's method.
func fromInterface(f factory) *http.Client {
	return &http.Client{Timeout: time.Second, Transport: f.Transport()}
}

// From a function that is given.
func fromFunc(f func() http.RoundTripper) *http.Client {
	return &http.Client{Timeout: time.Second, Transport: f()}
}

// From a library that the catalogue does not know as net/http's.
var _ = &http.Client{Timeout: time.Second, Transport: &http2.Transport{}}

// From a map of round trippers.
func fromMap(m map[string]http.RoundTripper) *http.Client {
	return &http.Client{Timeout: time.Second, Transport: m["x"]}
}
