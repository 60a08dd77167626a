// Package cache keeps answers with httpcache. Its constructor takes the cache, and the transport below is a field that
// is set afterwards: what it is given there cannot be seen.
package cache

import (
	"net/http"
	"time"

	"github.com/gregjones/httpcache"

	"example.com/fixtures/limits/pool"
)

// A cache that may be nil is no transport that may be nil.
func maybe(keep bool) *http.Client {
	var c httpcache.Cache
	if keep {
		c = httpcache.NewMemoryCache()
	}
	t := httpcache.NewTransport(c)
	t.Transport = pool.New()
	return &http.Client{Timeout: time.Second, Transport: t}
}

// With a cache of its own.
func own(c httpcache.Cache) *http.Client {
	t := httpcache.NewTransport(c)
	t.Transport = pool.New()
	return &http.Client{Timeout: time.Second, Transport: t}
}

// A literal over a pool of its own.
var _ = &http.Client{Timeout: time.Second, Transport: &httpcache.Transport{Transport: pool.New()}}
