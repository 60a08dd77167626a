// Package oauth authorizes clients.
package oauth

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/oauth2"

	"example.com/fixtures/limits/pool"
)

func bare(ts oauth2.TokenSource) *http.Client {
	return oauth2.NewClient(context.Background(), ts) // want: no-timeout, shared-default-transport
}

func config(conf *oauth2.Config, t *oauth2.Token) *http.Client {
	return conf.Client(context.Background(), t) // want: no-timeout, shared-default-transport
}

func withCancel(ctx context.Context, ts oauth2.TokenSource) *http.Client {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return oauth2.NewClient(ctx, ts) // want: no-timeout, shared-default-transport
}

func literal(ts oauth2.TokenSource) (_, _ *http.Client) {
	a := &http.Client{Timeout: time.Second, Transport: &oauth2.Transport{Source: ts}} // want: shared-default-transport
	b := &http.Client{Transport: &oauth2.Transport{Source: ts, Base: pool.New()}}     // want: no-timeout
	return a, b
}

func timedOnly(ts oauth2.TokenSource) *http.Client {
	c := oauth2.NewClient(context.Background(), ts) // want: shared-default-transport
	c.Timeout = time.Second
	return c
}

// The transport of one's own under the authorization.
func own(ts oauth2.TokenSource) *http.Client {
	return &http.Client{Timeout: time.Second, Transport: &oauth2.Transport{Source: ts, Base: pool.New()}}
}

// The context of a caller may carry a client with everything.
func handed(ctx context.Context, ts oauth2.TokenSource) *http.Client {
	return oauth2.NewClient(ctx, ts)
}

// Set afterwards.
func later(ts oauth2.TokenSource) *http.Client {
	c := oauth2.NewClient(context.Background(), ts)
	c.Timeout = time.Second
	c.Transport = &oauth2.Transport{Source: ts, Base: pool.New()}
	return c
}

// From the client in the context.
func inContext(ctx context.Context, ts oauth2.TokenSource) *http.Client {
	base := &http.Client{Timeout: time.Second, Transport: pool.New()}
	return oauth2.NewClient(context.WithValue(ctx, oauth2.HTTPClient, base), ts)
}
