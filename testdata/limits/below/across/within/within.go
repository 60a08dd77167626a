// Package within sets deadlines for others.
package within

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

// Short is for calls that somebody waits for.
func Short(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, 5*time.Second)
}

// Long is for all others.
func Long(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, time.Minute)
}

// API has a client.
type API struct{ client *http.Client }

// New makes it.
func New() *API { return &API{client: &http.Client{Timeout: 20 * time.Second, Transport: pool.New()}} }

// Get has less time than the client.
func (a *API) Get(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 8*time.Second) // want: deadline-below-timeout:note "8s" "20s"
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://example.com", nil)
	if err == nil {
		a.client.Do(req)
	}
}
