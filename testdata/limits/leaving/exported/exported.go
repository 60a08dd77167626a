// Package exported lets clients out: nothing binds those who take them.
package exported

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

// Client is used with a deadline here; who knows how elsewhere.
var Client = &http.Client{Transport: pool.New()} // want: no-timeout

// API has a field that anyone may use.
type API struct {
	Client *http.Client
	hidden *http.Client
}

func NewAPI() *API {
	return &API{
		Client: &http.Client{Transport: pool.New()}, // want: no-timeout
		hidden: &http.Client{Transport: pool.New()}, // each request below has a deadline, and nothing else can use it
	}
}

func (a *API) Get(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return get(ctx, a.hidden, url)
}

func (a *API) Other(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return get(ctx, a.Client, url)
}

func Use(url string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return get(ctx, Client, url)
}

func get(ctx context.Context, c *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// New is judged as it leaves, although the one caller here sets the timeout.
func New() *http.Client { return &http.Client{Transport: pool.New()} } // want: no-timeout

func careful() *http.Client {
	c := New()
	c.Timeout = time.Second
	return c
}

// HTTPClient hands out a client that requests with a deadline share.
func (a *API) HTTPClient() *http.Client { return inner.client }

var inner = struct{ client *http.Client }{&http.Client{Transport: pool.New()}} // want: no-timeout

// Set in init, before anyone can take it.
var Early = &http.Client{Transport: pool.New()}

func init() { Early.Timeout = time.Second }

// What leaves is a client that is complete by then.
func Complete() *http.Client {
	c := newClient()
	c.Timeout = time.Second
	return c
}

func newClient() *http.Client { return &http.Client{Transport: pool.New()} }
