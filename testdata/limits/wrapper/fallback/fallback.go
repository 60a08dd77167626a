// Package fallback has its clients wrapped by a function that falls back twice: to a client and to a transport.
package fallback

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/oauth2"

	"example.com/fixtures/limits/pool"
	"example.com/fixtures/limits/wrapper/fallback/lib"
)

// Neither fallback is taken.
var own = lib.Wrap(&http.Client{Timeout: time.Second, Transport: pool.New()})

// Only that of the transport is.
var bare = lib.Wrap(&http.Client{Timeout: time.Second}) // want: shared-default-transport

// A round tripper of one's own.
var twice = lib.Wrap(&http.Client{Timeout: time.Second, Transport: lib.NewAgent(pool.New())})

// What oauth2 makes has a round tripper; which one is below it, the caller's context knows.
func handed(ctx context.Context, conf *oauth2.Config, t *oauth2.Token) *http.Client {
	return lib.Wrap(conf.Client(ctx, t))
}

// The base is replaced before the client is wrapped.
func replaced(ctx context.Context, conf *oauth2.Config, t *oauth2.Token) *http.Client {
	c := conf.Client(ctx, t)
	under, _ := c.Transport.(*oauth2.Transport)
	under.Base = lib.NewAgent(pool.New())
	return lib.Wrap(c)
}

func known(conf *oauth2.Config, t *oauth2.Token) *http.Client {
	return lib.Wrap(conf.Client(context.Background(), t)) // want: no-timeout, shared-default-transport
}

// Set on some paths only.
func some(t *http.Transport, slow bool) *http.Client {
	c := &http.Client{Timeout: time.Second} // want: shared-default-transport
	if !slow {
		c.Transport = t
	}
	return lib.Wrap(c)
}
