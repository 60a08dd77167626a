// Package overwritten throws timeouts away.
package overwritten

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"example.com/fixtures/limits/pool"
)

func byOAuth(ts oauth2.TokenSource) *http.Client {
	c := &http.Client{Timeout: 7 * time.Second, Transport: pool.New()}
	if ts != nil {
		c = oauth2.NewClient(context.Background(), ts) // want: no-timeout "7s", shared-default-transport
	}
	return c
}

func byConfig(conf *clientcredentials.Config) *http.Client {
	c := &http.Client{Timeout: 9 * time.Second, Transport: pool.New()}
	c = conf.Client(context.TODO()) // want: no-timeout "9s", shared-default-transport
	return c
}

func byLiteral() *http.Client {
	c := &http.Client{Timeout: 3 * time.Second, Transport: pool.New()}
	c = &http.Client{Transport: c.Transport} // want: no-timeout "3s"
	return c
}

type api struct{ client *http.Client }

func (a *api) login(ts oauth2.TokenSource) {
	a.client = oauth2.NewClient(context.Background(), ts) // want: no-timeout, shared-default-transport
}

func throughPointer() *http.Client {
	c := &http.Client{Timeout: 2 * time.Second, Transport: pool.New()}
	*c = http.Client{Transport: pool.New()} // want: no-timeout "2s"
	return c
}

// The new client gets the timeout of the old one.
func carried(ctx context.Context, ts oauth2.TokenSource) *http.Client {
	c := &http.Client{Timeout: 7 * time.Second, Transport: pool.New()}
	authorized := oauth2.NewClient(context.WithValue(ctx, oauth2.HTTPClient, c), ts)
	authorized.Timeout = c.Timeout
	return authorized
}

// oauth2 takes timeout and transport from the client in the context.
func inContext(ctx context.Context, ts oauth2.TokenSource) *http.Client {
	c := &http.Client{Timeout: 7 * time.Second, Transport: pool.New()}
	ctx = context.WithValue(ctx, oauth2.HTTPClient, c)
	return oauth2.NewClient(ctx, ts)
}

// Set again after the change, but the connections are no longer the client's own.
func again(ts oauth2.TokenSource) *http.Client {
	c := &http.Client{Timeout: 7 * time.Second, Transport: pool.New()}
	if ts != nil {
		c = oauth2.NewClient(context.Background(), ts) // want: shared-default-transport
		c.Timeout = 7 * time.Second
	}
	return c
}

// The context of a caller may carry a client with everything: reslint never guesses.
func handed(ctx context.Context, ts oauth2.TokenSource) *http.Client {
	c := &http.Client{Timeout: 7 * time.Second, Transport: pool.New()}
	if ts != nil {
		c = oauth2.NewClient(ctx, ts)
	}
	return c
}
