package proxy

import (
	"context"
	"net/http"
	"net/http/httputil"
	"net/url"
	"time"

	"example.com/fixtures/limits/pool"
)

type timed struct{ p *httputil.ReverseProxy }

func newTimed(u *url.URL) *timed {
	p := httputil.NewSingleHostReverseProxy(u)
	p.Transport = pool.New()
	return &timed{p}
}

var _ = newTimed

// Each request that is passed on has a deadline.
func (t *timed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), time.Second)
	defer cancel()
	t.p.ServeHTTP(w, r.WithContext(ctx))
}

type untimed struct{ p *httputil.ReverseProxy }

func newUntimed(u *url.URL) *untimed {
	p := httputil.NewSingleHostReverseProxy(u) // want: no-timeout:note
	p.Transport = pool.New()
	return &untimed{p}
}

var _ = newUntimed

func (t *untimed) ServeHTTP(w http.ResponseWriter, r *http.Request) { t.p.ServeHTTP(w, r) }
