// Package clones starts from the values of another transport.
package clones

import (
	"net/http"
	"time"

	"golang.org/x/net/http2"

	"example.com/fixtures/limits/pool"
)

func timed(rt http.RoundTripper) *http.Client {
	return &http.Client{Timeout: time.Second, Transport: rt}
}

func ofDefault() *http.Client {
	return timed(http.DefaultTransport.(*http.Transport).Clone()) // want: missing-limits "MaxConnsPerHost" !"IdleConnTimeout" !"TLSHandshakeTimeout" !"dial"
}

func twice() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxConnsPerHost = 4
	u := t.Clone() // want: missing-limits:note "MaxConnsPerHost: 0" "ResponseHeaderTimeout"
	u.MaxConnsPerHost = 0
	u.MaxIdleConnsPerHost = 4
	return timed(u)
}

func withHTTP2() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone() // want: missing-limits "MaxConnsPerHost"
	if err := http2.ConfigureTransport(t); err != nil {
		panic(err)
	}
	return timed(t)
}

func safe() *http.Client {
	t, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		panic("wrapped")
	}
	t = t.Clone() // want: missing-limits "MaxConnsPerHost"
	return timed(t)
}

func zeroed() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone() // want: missing-limits "MaxConnsPerHost" "IdleConnTimeout" !"TLSHandshakeTimeout"
	t.IdleConnTimeout = 0
	return timed(t)
}

func notCloned() *http.Client {
	t := http.DefaultTransport.(*http.Transport)
	return &http.Client{Timeout: time.Second, Transport: t} // want: shared-default-transport
}

// The clone of the default has finite values for everything else that matters.
func bounded() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxConnsPerHost = 4
	return timed(t)
}

// A clone of a bounded transport is bounded.
func ofOwn() *http.Client { return timed(pool.New().Clone()) }

// A clone of a clone keeps what was set between the two.
func chain() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxConnsPerHost = 4
	u := t.Clone()
	u.MaxIdleConns = 10
	return timed(u)
}

// HTTP/2 changes nothing about limits that are there.
func boundedHTTP2() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxConnsPerHost = 4
	http2.ConfigureTransport(t)
	return timed(t)
}

// The safe form, with all limits.
func safeBounded() *http.Client {
	t, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return timed(pool.New())
	}
	t = t.Clone()
	t.MaxConnsPerHost = 4
	return timed(t)
}

// The default is a transport wherever nobody puts something else there: what takes its place otherwise is never used.
func literalOtherwise() *http.Client {
	t, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		t = &http.Transport{}
	}
	t = t.Clone()
	t.MaxConnsPerHost = 4
	return timed(t)
}

func literalBefore() *http.Client {
	t := &http.Transport{}
	if d, ok := http.DefaultTransport.(*http.Transport); ok {
		t = d.Clone()
	}
	t.MaxConnsPerHost = 4
	return timed(t)
}

// What others hand in may be anything, so the literal is used.
func literalInstead(rt http.RoundTripper) *http.Client {
	t, ok := rt.(*http.Transport)
	if !ok {
		t = &http.Transport{} // want: missing-limits "IdleConnTimeout"
	}
	return timed(t)
}

func base() *http.Transport { return http.DefaultTransport.(*http.Transport).Clone() }

// A factory of clones whose callers bound them.
func fromFactory() *http.Client {
	t := base()
	t.MaxConnsPerHost = 4
	return timed(t)
}
