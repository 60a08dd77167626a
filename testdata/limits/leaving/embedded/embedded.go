// Package embedded lets clients out through embedded fields, interfaces, channels and function values.
package embedded

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

// API promotes every method of the client, its fields too.
type API struct{ *http.Client }

func New() *API {
	return &API{&http.Client{Transport: pool.New()}} // want: no-timeout
}

func Provider() func() *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	return func() *http.Client { return c }
}

func Clients() []*http.Client {
	return []*http.Client{{Transport: pool.New()}} // want: no-timeout
}

func Any() any { return &http.Client{Transport: pool.New()} } // want: no-timeout

func Channel() <-chan *http.Client {
	ch := make(chan *http.Client, 1)
	ch <- &http.Client{Transport: pool.New()} // want: no-timeout
	return ch
}

// Complete when it leaves.
func Full() *API {
	a := &API{&http.Client{Transport: pool.New()}}
	a.Timeout = time.Second
	return a
}

func FullProvider(d time.Duration) func() *http.Client {
	return func() *http.Client {
		c := &http.Client{Transport: pool.New()}
		c.Timeout = d
		return c
	}
}
