// Package api has a client with a timeout.
package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

type API struct{ client *http.Client }

func New() *API {
	return &API{client: &http.Client{Timeout: 20 * time.Second, Transport: pool.New()}}
}

func (a *API) Get(ctx context.Context, url string) error { return send(ctx, a.client, url) }

func (a *API) GetTwice(ctx context.Context, url string) error {
	for range 2 {
		if send(ctx, a.client, url) == nil {
			return nil
		}
	}
	return errors.New("failed")
}

var shared = &http.Client{Timeout: 20 * time.Second, Transport: pool.New()}

func Get(ctx context.Context, url string) error { return send(ctx, shared, url) }

func Check(ctx context.Context) error { return ctx.Err() }

func send(ctx context.Context, c *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = c.Do(req)
	return err
}
