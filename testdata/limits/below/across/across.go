// Package across makes deadlines around calls of another package.
package across

import (
	"context"
	"time"

	"example.com/fixtures/limits/below/across/api"
)

func tight(ctx context.Context, a *api.API) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second) // want: deadline-below-timeout:note "5s" "20s"
	defer cancel()
	return a.Get(ctx, "https://example.com")
}

func function(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second) // want: deadline-below-timeout:note "5s" "20s"
	defer cancel()
	return api.Get(ctx, "https://example.com")
}

// The other package retries.
func retried(ctx context.Context, a *api.API) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second) // want: deadline-below-timeout:warning "30s"
	defer cancel()
	return a.GetTwice(ctx, "https://example.com")
}

// Long enough.
func wide(ctx context.Context, a *api.API) error {
	ctx, cancel := context.WithTimeout(ctx, 21*time.Second)
	defer cancel()
	return a.Get(ctx, "https://example.com")
}

// The function takes a context and sends nothing under it.
func unused(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return api.Check(ctx)
}
