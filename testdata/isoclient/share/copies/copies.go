// Package copies copies structs that hold a pointer.
package copies

import (
	"net/http"
	"time"

	"example.com/fixtures/isoclient/kit"
)

type base struct {
	client *http.Client
	url    string
}

func (b base) ping() { _, _ = b.client.Get(b.url) }

// A copy of the struct copies the pointer.
func structs() {
	a := base{client: kit.Client()} // want: shared-client
	b := a
	a.url = "https://hooks.slack.com"
	b.url = "https://events.pagerduty.com"
	a.ping()
	b.ping()
}

// A copy of a client copies the pointer to the transport: two clients over one pool.
func clients() {
	c := &http.Client{Timeout: time.Second, Transport: kit.Transport()} // want: shared-client:warning
	d := *c
	d.Timeout = time.Minute
	_, _ = c.Get("https://hooks.slack.com")
	_, _ = d.Get("https://events.pagerduty.com")
}

// The copy gets a pool of its own.
func ownPool() {
	c := &http.Client{Timeout: time.Second, Transport: kit.Transport()}
	d := *c
	d.Transport = kit.Transport()
	_, _ = c.Get("https://hooks.slack.com")
	_, _ = d.Get("https://events.pagerduty.com")
}

// Clone makes a pool of its own.
func cloned() {
	t := kit.Transport()
	c := &http.Client{Timeout: time.Second, Transport: t}
	d := &http.Client{Timeout: time.Second, Transport: t.Clone()}
	_, _ = c.Get("https://hooks.slack.com")
	_, _ = d.Get("https://events.pagerduty.com")
}
