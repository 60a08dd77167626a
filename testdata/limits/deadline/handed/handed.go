// Package handed relies on the contexts of its callers.
package handed

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

type API struct{ client *http.Client }

func NewAPI() *API {
	return &API{client: &http.Client{Transport: pool.New()}} // want: no-timeout:warning "caller"
}

func (a *API) Get(ctx context.Context, url string) error {
	return a.send(ctx, url)
}

func (a *API) Head(ctx context.Context, url string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return a.send(ctx, url)
}

func (a *API) send(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = a.client.Do(req)
	return err
}

// Mixed makes a deadline for one request and is handed the context of the other: still the callers' good will.
type Mixed struct{ client *http.Client }

func NewMixed() *Mixed {
	return &Mixed{client: &http.Client{Transport: pool.New()}} // want: no-timeout:warning "caller"
}

func (m *Mixed) Get(ctx context.Context, url string) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	send(ctx, m.client, url)
}

func (m *Mixed) Head(ctx context.Context, url string) { send(ctx, m.client, url) }

func send(ctx context.Context, c *http.Client, url string) {
	if req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil); err == nil {
		c.Do(req)
	}
}

// Worse has one request without any context.
type Worse struct{ client *http.Client }

func NewWorse() *Worse {
	return &Worse{client: &http.Client{Transport: pool.New()}} // want: no-timeout:error
}

func (w *Worse) Get(ctx context.Context, url string) { send(ctx, w.client, url) }

func (w *Worse) Ping(url string) { send(context.Background(), w.client, url) }

// Requests is handed whole requests.
type Requests struct{ client *http.Client }

func NewRequests() *Requests {
	return &Requests{client: &http.Client{Transport: pool.New()}} // want: no-timeout:warning "caller"
}

func (r *Requests) Do(req *http.Request) (*http.Response, error) { return r.client.Do(req) }

// Careful makes a deadline for whatever context it is handed.
type Careful struct{ client *http.Client }

func NewCareful() *Careful { return &Careful{client: &http.Client{Transport: pool.New()}} }

func (c *Careful) Do(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	defer cancel()
	return c.client.Do(req.WithContext(ctx))
}
