// Package retry has clients of HashiCorp's libraries.
package retry

import (
	"context"
	"net/http"
	"time"

	"github.com/hashicorp/go-cleanhttp"
	"github.com/hashicorp/go-retryablehttp"

	"example.com/fixtures/limits/pool"
)

func bare() *retryablehttp.Client {
	return retryablehttp.NewClient() // want: no-timeout, missing-limits
}

func standard() *http.Client {
	c := retryablehttp.NewClient() // want: no-timeout, missing-limits
	c.RetryMax = 3
	return c.StandardClient()
}

func timedOnly() *retryablehttp.Client {
	c := retryablehttp.NewClient() // want: missing-limits
	c.HTTPClient.Timeout = time.Second
	return c
}

func clean() (_, _ *http.Client) {
	a := cleanhttp.DefaultClient()       // want: no-timeout, missing-limits
	b := cleanhttp.DefaultPooledClient() // want: no-timeout, missing-limits
	return a, b
}

func cleanTransport() *http.Client {
	return &http.Client{Timeout: time.Second, Transport: cleanhttp.DefaultPooledTransport()} // want: missing-limits "MaxConnsPerHost"
}

// The inner client is replaced by a complete one.
func replaced() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.HTTPClient = &http.Client{Timeout: time.Second, Transport: pool.New()}
	return c
}

// Timeout and transport of the inner client are set.
func set() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.HTTPClient.Timeout = time.Second
	c.HTTPClient.Transport = pool.New()
	return c
}

// Behind the standard interface, too.
func standardSet() *http.Client {
	c := retryablehttp.NewClient()
	c.HTTPClient.Timeout = time.Second
	c.HTTPClient.Transport = pool.New()
	return c.StandardClient()
}

// The clean transport lacks one limit only, which is given.
func cleanSet() *http.Client {
	t := cleanhttp.DefaultPooledTransport()
	t.MaxConnsPerHost = 10
	return &http.Client{Timeout: time.Second, Transport: t}
}

// A literal over a client that is complete.
func literal() *retryablehttp.Client {
	return &retryablehttp.Client{HTTPClient: &http.Client{Timeout: time.Second, Transport: pool.New()}}
}

// The functions of the package go through a client of its own, which has no timeout.
func ofPackage(url string) {
	retryablehttp.Get(url)                           // want: no-timeout "the client has no timeout"
	retryablehttp.Head(url)                          // want: no-timeout
	retryablehttp.Post(url, "application/json", nil) // want: no-timeout
	retryablehttp.PostForm(url, nil)                 // want: no-timeout
}

// Used where it is made, and dropped.
func atHand(url string) {
	retryablehttp.NewClient().Get(url) // want: no-timeout, missing-limits
	c := retryablehttp.NewClient()     // want: missing-limits
	c.HTTPClient.Timeout = time.Second
	c.Get(url)
}

// The client that the library made is not the one that sends.
func atHandReplaced(url string) {
	c := retryablehttp.NewClient()
	c.HTTPClient = &http.Client{Timeout: time.Second, Transport: pool.New()}
	c.Get(url)
}

// A literal without a client gets the library's at the first request.
func literalBare() *retryablehttp.Client {
	return &retryablehttp.Client{RetryMax: 3} // want: no-timeout
}

// It arrives later.
func literalLater() *retryablehttp.Client {
	c := &retryablehttp.Client{RetryMax: 3}
	c.HTTPClient = &http.Client{Timeout: time.Second, Transport: pool.New()}
	return c
}

type holder struct {
	name string
	rc   retryablehttp.Client
}

// By value, and set before it is used.
func held(url string) *holder {
	h := &holder{name: "a"}
	h.rc.HTTPClient = &http.Client{Timeout: time.Second, Transport: pool.New()}
	h.rc.Get(url)
	return h
}

// What the library's client does with the one that it is given is known: it sends through it.
func literalOver() *retryablehttp.Client {
	return &retryablehttp.Client{HTTPClient: &http.Client{Transport: pool.New()}} // want: no-timeout
}

// prudent sends through a client in a field, always under a deadline.
type prudent struct{ again *retryablehttp.Client }

func newPrudent() *prudent {
	c := retryablehttp.NewClient()
	c.HTTPClient = &http.Client{Transport: pool.New()}
	return &prudent{c}
}

func (h *prudent) get(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = h.again.Do(req)
	return err
}

// loose sends without one.
type loose struct{ again *retryablehttp.Client }

func newLoose() *loose {
	c := retryablehttp.NewClient()
	c.HTTPClient = &http.Client{Transport: pool.New()} // want: no-timeout:error
	return &loose{c}
}

func (h *loose) get(url string) error {
	_, err := h.again.Get(url)
	return err
}
