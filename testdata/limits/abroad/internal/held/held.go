// Package held has exported fields that no code outside the module can reach. They are judged as those of any package:
// nothing binds the other packages of the module either.
package held

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

// API sends under the contexts of its callers.
type API struct{ HTTP *http.Client }

func New() *API {
	return &API{HTTP: &http.Client{Transport: pool.New()}} // want: no-timeout:error "may wait for ever"
}

func (a *API) Get(ctx context.Context, url string) error { return get(ctx, a.HTTP, url) }

// Careful sets a deadline; other packages of the module may not.
type Careful struct{ HTTP *http.Client }

func NewCareful() *Careful {
	return &Careful{HTTP: &http.Client{Transport: pool.New()}} // want: no-timeout:error "may wait for ever"
}

func (c *Careful) Get(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return get(ctx, c.HTTP, url)
}

func get(ctx context.Context, c *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = c.Do(req)
	return err
}
