package oauth

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/oauth2"

	"example.com/fixtures/limits/pool"
)

type adapter struct {
	conf *oauth2.Config
	base *http.Client
	url  string
}

func (a *adapter) get(ctx context.Context, c *http.Client) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The context of a request that came in carries no client.
func (a *adapter) callback(r *http.Request, t *oauth2.Token) error {
	ctx := r.Context()
	return a.get(ctx, a.conf.Client(ctx, t)) // want: no-timeout, shared-default-transport
}

// With a client of one's own, if there is one.
func (a *adapter) either(r *http.Request, t *oauth2.Token) error {
	ctx := r.Context()
	if a.base != nil {
		ctx = context.WithValue(ctx, oauth2.HTTPClient, a.base)
	}
	return a.get(ctx, a.conf.Client(ctx, t)) // want: no-timeout "no timeout on some paths", shared-default-transport
}

// Nothing is known of a client that a field holds: it is judged where it is built.
func (a *adapter) always(r *http.Request, t *oauth2.Token) error {
	ctx := context.WithValue(r.Context(), oauth2.HTTPClient, a.base)
	return a.get(ctx, a.conf.Client(ctx, t))
}

// One function further down.
func (a *adapter) below(ctx context.Context, t *oauth2.Token) error {
	return a.get(ctx, a.conf.Client(ctx, t)) // want: no-timeout, shared-default-transport
}

func (a *adapter) above(r *http.Request, t *oauth2.Token) error { return a.below(r.Context(), t) }

// A context that callers hand in, or one with a client of one's own: neither is known to be without limits.
func (a *adapter) refresh(ctx context.Context, t *oauth2.Token) error {
	if a.base != nil {
		ctx = context.WithValue(ctx, oauth2.HTTPClient, a.base)
	}
	return a.get(ctx, a.conf.Client(ctx, t))
}

// The client in the context is the one that gets the token.
func (a *adapter) login(ctx context.Context, code string) (*oauth2.Token, error) {
	inner := &http.Client{Transport: pool.New()} // want: no-timeout:warning "contexts that callers hand in"
	return a.conf.Exchange(context.WithValue(ctx, oauth2.HTTPClient, inner), code)
}

// With a deadline of its own.
func (a *adapter) logout(ctx context.Context, code string) (*oauth2.Token, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	inner := &http.Client{Transport: pool.New()}
	return a.conf.Exchange(context.WithValue(ctx, oauth2.HTTPClient, inner), code)
}
