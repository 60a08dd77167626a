// Package own wraps round trippers in types of its own.
package own

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

type roundTripperFunc func(*http.Request) (*http.Response, error)

func (f roundTripperFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func logged(base http.RoundTripper) http.RoundTripper {
	return roundTripperFunc(func(r *http.Request) (*http.Response, error) { return base.RoundTrip(r) })
}

type embedding struct{ http.RoundTripper }

type auth struct {
	base  http.RoundTripper
	token string
}

func (a *auth) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", a.token)
	return a.base.RoundTrip(r)
}

type lenient struct{ base http.RoundTripper }

func (l lenient) RoundTrip(r *http.Request) (*http.Response, error) {
	if l.base == nil {
		return http.DefaultTransport.RoundTrip(r)
	}
	return l.base.RoundTrip(r)
}

type choosy struct{ base http.RoundTripper }

func (c *choosy) transport() http.RoundTripper {
	if c.base != nil {
		return c.base
	}
	return http.DefaultTransport
}

func (c *choosy) RoundTrip(r *http.Request) (*http.Response, error) {
	return c.transport().RoundTrip(r)
}

type userAgent struct{ agent string }

func (u userAgent) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("User-Agent", u.agent)
	return http.DefaultTransport.RoundTrip(r)
}

func chain(rt http.RoundTripper, ms ...func(http.RoundTripper) http.RoundTripper) http.RoundTripper {
	for _, m := range ms {
		rt = m(rt)
	}
	return rt
}

func clientOf(rt http.RoundTripper) *http.Client {
	return &http.Client{Timeout: time.Second, Transport: rt}
}

var (
	byFunc      = &http.Client{Timeout: time.Second, Transport: logged(http.DefaultTransport)}                         // want: shared-default-transport
	byEmbed     = &http.Client{Timeout: time.Second, Transport: embedding{http.DefaultTransport}}                      // want: shared-default-transport
	byPointer   = &http.Client{Timeout: time.Second, Transport: &embedding{http.DefaultTransport}}                     // want: shared-default-transport
	three       = &http.Client{Timeout: time.Second, Transport: logged(&auth{base: embedding{http.DefaultTransport}})} // want: shared-default-transport
	falling     = &http.Client{Timeout: time.Second, Transport: lenient{}}                                             // want: shared-default-transport
	fallingDeep = &http.Client{Timeout: time.Second, Transport: &choosy{}}                                             // want: shared-default-transport
	always      = &http.Client{Timeout: time.Second, Transport: userAgent{"x"}}                                        // want: shared-default-transport
	chained     = &http.Client{Timeout: time.Second, Transport: chain(http.DefaultTransport, logged)}                  // want: shared-default-transport
	unbounded   = &http.Client{Timeout: time.Second, Transport: &auth{base: &http.Transport{}}}                        // want: missing-limits
	unbounded2  = &http.Client{Timeout: time.Second, Transport: logged(&http.Transport{})}                             // want: missing-limits
	untimed     = &http.Client{Transport: &auth{base: pool.New()}}                                                     // want: no-timeout
	untimedDeep = &http.Client{Transport: logged(embedding{pool.New()})}                                               // want: no-timeout
)

// The same over a pool of their own.
var (
	_ = &http.Client{Timeout: time.Second, Transport: logged(pool.New())}
	_ = &http.Client{Timeout: time.Second, Transport: embedding{pool.New()}}
	_ = &http.Client{Timeout: time.Second, Transport: logged(&auth{base: embedding{pool.New()}})}
	_ = &http.Client{Timeout: time.Second, Transport: lenient{pool.New()}}
	_ = &http.Client{Timeout: time.Second, Transport: &choosy{base: pool.New()}}
	_ = &http.Client{Timeout: time.Second, Transport: chain(pool.New(), logged)}
	_ = clientOf(&auth{base: pool.New()})
)

// A function literal keeps the pool.
func captured() *http.Client {
	t := &http.Transport{} // want: missing-limits
	return &http.Client{Timeout: time.Second, Transport: roundTripperFunc(func(r *http.Request) (*http.Response, error) {
		r.Header.Set("User-Agent", "x")
		return t.RoundTrip(r)
	})}
}

// The pool is filled in before the literal is used.
func capturedLater() *http.Client {
	t := pool.New()
	rt := roundTripperFunc(func(r *http.Request) (*http.Response, error) { return t.RoundTrip(r) })
	t.MaxConnsPerHost = 4
	return &http.Client{Timeout: time.Second, Transport: rt}
}

// The base arrives later.
func later() *http.Client {
	a := &auth{token: "x"}
	c := &http.Client{Timeout: time.Second, Transport: a}
	a.base = pool.New()
	return c
}

type deadline struct{ base http.RoundTripper }

func (d deadline) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(r.Context(), time.Second)
	defer cancel()
	return d.base.RoundTrip(r.WithContext(ctx))
}

// The round tripper gives each request a deadline.
var _ = &http.Client{Transport: deadline{pool.New()}}
