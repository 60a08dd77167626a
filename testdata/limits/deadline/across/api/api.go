// Package api is handed contexts by other packages.
package api

import (
	"context"
	"net/http"

	"example.com/fixtures/limits/pool"
)

type API struct{ client *http.Client }

func New() *API { return &API{client: &http.Client{Transport: pool.New()}} } // want: no-timeout:warning "caller"

func (a *API) Get(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = a.client.Do(req)
	return err
}
