// Package lasting changes clients that others use.
package lasting

import (
	"net/http"
	"time"

	"example.com/fixtures/isoclient/kit"
)

type Adapter struct {
	client *http.Client
	url    string
}

func New() *Adapter {
	a := &Adapter{client: kit.Client()}
	a.client.Timeout = 3 * time.Second
	return a
}

// The timeout of one call is the timeout of all others.
func (a *Adapter) Slow() {
	a.client.Timeout = time.Minute // want: mutated-default
	_, _ = a.client.Get(a.url)
}

func (a *Adapter) Fast(w http.ResponseWriter, r *http.Request) {
	c := a.client
	c.Timeout = time.Second // want: mutated-default
	_, _ = c.Get(a.url)
}

func (a *Adapter) Traced() {
	a.client.Transport = wrap(a.client.Transport) // want: mutated-default
	_, _ = a.client.Get(a.url)
}

func wrap(t http.RoundTripper) http.RoundTripper { return t }

// A setter changes the adapter before it is used.
func (a *Adapter) SetTimeout(d time.Duration) { a.client.Timeout = d }

func WithTimeout(d time.Duration) func(*Adapter) {
	return func(a *Adapter) { a.client.Timeout = d }
}

// A copy of the client is this call's own.
func (a *Adapter) Copied() {
	c := *a.client
	c.Timeout = time.Minute
	_, _ = c.Get(a.url)
}

var client = kit.Client()

func init() { client.Timeout = time.Second }

func Handle(w http.ResponseWriter, r *http.Request) {
	client.Timeout = 5 * time.Second // want: mutated-default
	_, _ = client.Get("https://api.vendor.com")
}

// The client was built for this call.
func Own(w http.ResponseWriter, r *http.Request) {
	c := &http.Client{Transport: client.Transport}
	c.Timeout = time.Second
	_, _ = c.Get("https://api.vendor.com")
}
