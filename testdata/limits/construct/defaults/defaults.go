// Package defaults uses the client that every package of the process shares.
package defaults

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

func forms(u string) {
	http.Get(u)                     // want: no-timeout, shared-default-transport
	http.Head(u)                    // want: no-timeout, shared-default-transport
	http.Post(u, "text/plain", nil) // want: no-timeout, shared-default-transport
	http.PostForm(u, url.Values{})  // want: no-timeout, shared-default-transport
}

func do(req *http.Request) (*http.Response, error) {
	return http.DefaultClient.Do(req) // want: no-timeout:warning "caller", shared-default-transport
}

func aliased(u string) {
	c := http.DefaultClient // want: no-timeout, shared-default-transport
	c.Get(u)
}

func fallback(c *http.Client, u string) {
	if c == nil {
		c = http.DefaultClient // want: no-timeout, shared-default-transport
	}
	c.Get(u)
}

type api struct{ client *http.Client }

func newAPI(c *http.Client) *api {
	a := &api{client: http.DefaultClient} // want: no-timeout, shared-default-transport
	if c != nil {
		a.client = c
	}
	return a
}

func (a *api) get(u string) { a.client.Get(u) }

// The one request carries a deadline; the connections stay shared.
func withDeadline(u string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req) // want: shared-default-transport
}

// A comparison sends nothing.
func isDefault(c *http.Client) bool { return c == http.DefaultClient }

// These names of net/http open no connection.
var (
	_ = http.DefaultServeMux
	_ = http.DefaultMaxHeaderBytes
)
