// Package oauth has clients that fetch tokens.
package oauth

import (
	"context"

	"golang.org/x/oauth2"

	"example.com/fixtures/isoclient/kit"
)

func oneClient(ctx context.Context, ts oauth2.TokenSource) {
	ctx = context.WithValue(ctx, oauth2.HTTPClient, kit.Client())
	c := oauth2.NewClient(ctx, ts) // want: shared-client
	_, _ = c.Get("https://api.github.com/user")
	_, _ = c.Get("https://gitlab.com/api/v4/user")
}

// Two clients over the pool of one base client.
func oneBase(ctx context.Context, github, gitlab oauth2.TokenSource) {
	base := kit.Client() // want: shared-client:warning
	ctx = context.WithValue(ctx, oauth2.HTTPClient, base)
	a := oauth2.NewClient(ctx, github)
	b := oauth2.NewClient(ctx, gitlab)
	_, _ = a.Get("https://api.github.com/user")
	_, _ = b.Get("https://gitlab.com/api/v4/user")
}

// A pool each.
func apart(ctx context.Context, github, gitlab oauth2.TokenSource) {
	a := oauth2.NewClient(context.WithValue(ctx, oauth2.HTTPClient, kit.Client()), github)
	b := oauth2.NewClient(context.WithValue(ctx, oauth2.HTTPClient, kit.Client()), gitlab)
	_, _ = a.Get("https://api.github.com/user")
	_, _ = b.Get("https://gitlab.com/api/v4/user")
}
