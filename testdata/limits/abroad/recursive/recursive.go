// Package recursive has a function that calls itself to try again: the client goes nowhere else.
package recursive

import (
	"context"
	"net/http"

	"example.com/fixtures/limits/pool"
)

type API struct{ client *http.Client }

func New() *API {
	return &API{client: &http.Client{Transport: pool.New()}} // want: no-timeout:warning "caller"
}

func (a *API) Get(ctx context.Context, url string) error { return a.try(ctx, a.client, url, 3) }

func (a *API) try(ctx context.Context, c *http.Client, url string, attempts int) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	if _, err = c.Do(req); err != nil && attempts > 1 {
		return a.try(ctx, c, url, attempts-1)
	}
	return err
}
