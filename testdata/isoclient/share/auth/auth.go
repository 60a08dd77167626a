// Package auth has round trippers of its own.
package auth

import (
	"net/http"
	"sync"
	"time"

	"example.com/fixtures/isoclient/kit"
)

type bearer struct {
	base  http.RoundTripper
	token string
}

func (b *bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	return b.base.RoundTrip(r)
}

// Two credentials over one pool.
func onePool() {
	t := kit.Transport() // want: shared-client:warning
	a := &http.Client{Timeout: time.Second, Transport: &bearer{base: t, token: "a"}}
	b := &http.Client{Timeout: time.Second, Transport: &bearer{base: t, token: "b"}}
	_, _ = a.Get("https://hooks.slack.com")
	_, _ = b.Get("https://events.pagerduty.com")
}

type limited struct {
	base http.RoundTripper
	mu   sync.Mutex
	last time.Time
}

func (l *limited) RoundTrip(r *http.Request) (*http.Response, error) {
	l.mu.Lock()
	wait := time.Until(l.last.Add(time.Second))
	l.last = time.Now()
	l.mu.Unlock()
	time.Sleep(wait)
	return l.base.RoundTrip(r)
}

// One round tripper with state under two clients.
func oneTripper() {
	l := &limited{base: kit.Transport()} // want: shared-client
	a := &http.Client{Timeout: time.Second, Transport: l}
	b := &http.Client{Timeout: time.Minute, Transport: l}
	_, _ = a.Get("https://hooks.slack.com")
	_, _ = b.Get("https://events.pagerduty.com")
}

// One client whose round tripper is ours.
func oneClient() {
	c := &http.Client{Timeout: time.Second, Transport: &bearer{base: kit.Transport(), token: "a"}} // want: shared-client
	_, _ = c.Get("https://hooks.slack.com")
	_, _ = c.Get("https://events.pagerduty.com")
}

// A pool below each credential.
func apart() {
	a := &http.Client{Timeout: time.Second, Transport: &bearer{base: kit.Transport(), token: "a"}}
	b := &http.Client{Timeout: time.Second, Transport: &bearer{base: kit.Transport(), token: "b"}}
	_, _ = a.Get("https://hooks.slack.com")
	_, _ = b.Get("https://events.pagerduty.com")
}

// One system over two clients, one of them retrying: the same host.
func retrying() {
	t := kit.Transport()
	a := &http.Client{Timeout: time.Second, Transport: t}
	b := &http.Client{Timeout: time.Minute, Transport: &bearer{base: t, token: "x"}}
	_, _ = a.Get("https://hooks.slack.com/a")
	_, _ = b.Get("https://hooks.slack.com/b")
}
