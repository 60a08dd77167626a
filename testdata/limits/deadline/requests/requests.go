// Package requests builds requests in one function and sends them in another.
package requests

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

type Bare struct{ http *http.Client }

func NewBare() *Bare {
	return &Bare{http: &http.Client{Transport: pool.New()}} // want: no-timeout:error
}

func (b *Bare) newRequest(method, url string) (*http.Request, error) {
	return http.NewRequest(method, url, nil)
}

func (b *Bare) Get(url string) error {
	req, err := b.newRequest(http.MethodGet, url)
	if err != nil {
		return err
	}
	return do(b.http, req)
}

func do(c *http.Client, req *http.Request) error {
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type Handed struct{ http *http.Client }

func NewHanded() *Handed {
	return &Handed{http: &http.Client{Transport: pool.New()}} // want: no-timeout:warning
}

func (h *Handed) newRequest(ctx context.Context, method, url string, body any) (*http.Request, error) {
	var buf bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&buf).Encode(body); err != nil {
			return nil, err
		}
	}
	req, err := http.NewRequest(method, url, &buf)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	return req.WithContext(ctx), nil
}

func (h *Handed) Get(ctx context.Context, url string) error {
	req, err := h.newRequest(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	return do(h.http, req)
}

type Careful struct {
	http    *http.Client
	timeout time.Duration
}

// The one function that sends makes the deadline.
func NewCareful(d time.Duration) *Careful {
	return &Careful{http: &http.Client{Transport: pool.New()}, timeout: d}
}

func (c *Careful) newRequest(ctx context.Context, method, url string) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, method, url, nil)
}

func (c *Careful) do(req *http.Request) error {
	ctx, cancel := context.WithTimeout(req.Context(), c.timeout)
	defer cancel()
	return do(c.http, req.WithContext(ctx))
}

func (c *Careful) Get(ctx context.Context, url string) error {
	req, err := c.newRequest(ctx, http.MethodGet, url)
	if err != nil {
		return err
	}
	return c.do(req)
}

func (c *Careful) Ping(url string) error {
	req, err := http.NewRequest(http.MethodHead, url, nil)
	if err != nil {
		return err
	}
	return c.do(req)
}

type Generic struct{ http *http.Client }

// A generic function sends, under a deadline that its callers here make.
func NewGeneric() *Generic { return &Generic{http: &http.Client{Transport: pool.New()}} }

func fetch[T any](ctx context.Context, g *Generic, url string) (out T, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return out, err
	}
	resp, err := g.http.Do(req)
	if err != nil {
		return out, err
	}
	defer resp.Body.Close()
	return out, json.NewDecoder(resp.Body).Decode(&out)
}

func (g *Generic) Names(ctx context.Context, url string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return fetch[[]string](ctx, g, url)
}

// Conditional only makes a deadline where there is none: each request has one.
type Conditional struct{ http *http.Client }

func NewConditional() *Conditional { return &Conditional{http: &http.Client{Transport: pool.New()}} }

func (c *Conditional) Get(ctx context.Context, url string) error {
	tctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for range 3 {
		req, err := http.NewRequestWithContext(tctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		if err := do(c.http, req); err == nil {
			return nil
		}
	}
	return tctx.Err()
}
