// Package shared has deadlines around clients of which some have known timeouts.
package shared

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"example.com/fixtures/limits/pool"
)

type api struct {
	slow *http.Client
	fast *http.Client
}

func newAPI() *api {
	return &api{
		slow: &http.Client{Timeout: 30 * time.Second, Transport: pool.New()},
		fast: &http.Client{Timeout: 2 * time.Second, Transport: pool.New()},
	}
}

func send(ctx context.Context, c *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = c.Do(req)
	return err
}

func (a *api) tight(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second) // want: deadline-below-timeout:note "10s" "30s"
	defer cancel()
	return send(ctx, a.slow, url)
}

func (a *api) group(ctx context.Context, urls []string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second) // want: deadline-below-timeout:note "10s" "30s"
	defer cancel()
	g, ctx := errgroup.WithContext(ctx)
	for _, u := range urls {
		g.Go(func() error { return send(ctx, a.slow, u) })
	}
	return g.Wait()
}

// The client under this deadline is the fast one.
func (a *api) wide(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return send(ctx, a.fast, url)
}

// Three at once in a group: they do not wait for each other.
func (a *api) three(ctx context.Context, urls [3]string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	g, ctx := errgroup.WithContext(ctx)
	for i := range 3 {
		g.Go(func() error { return send(ctx, a.fast, urls[i]) })
	}
	return g.Wait()
}

// Each round has its own deadline, and the waits are between them.
func (a *api) rounds(ctx context.Context, url string) {
	for range 5 {
		rctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		for range 2 {
			if send(rctx, a.fast, url) == nil {
				break
			}
		}
		cancel()
		time.Sleep(10 * time.Second)
	}
}
