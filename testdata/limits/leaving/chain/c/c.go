// Package c uses what comes from package a through package b.
package c

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/leaving/chain/a"
	"example.com/fixtures/limits/leaving/chain/b"
)

// Every one of these was built, and is reported if need be, in package a.
func use(url string) {
	b.Wrap().Get(url)
	b.Timed().Get(url)
	b.API().HTTP.Get(url)
	b.Field.Get(url)
	b.Full().Get(url)
	a.Shared.Get(url)
	a.Settings{Timeout: time.Second}.Client().Get(url)
}

// The transport of package a has its finding there; the client is built here.
func own() *http.Client {
	return &http.Client{Transport: a.Transport()} // want: no-timeout
}

func timed() *http.Client {
	return &http.Client{Transport: a.Transport(), Timeout: time.Second} // the transport's limits are package a's matter
}
