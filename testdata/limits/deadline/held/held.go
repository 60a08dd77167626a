// Package held has contexts that types hold.
package held

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

// settable holds one without a deadline until somebody sets another.
type settable struct {
	client *http.Client
	ctx    context.Context
}

func newSettable() *settable {
	return &settable{client: &http.Client{Transport: pool.New()}, ctx: context.Background()} // want: no-timeout:error
}

func (s *settable) SetContext(ctx context.Context) { s.ctx = ctx }

func (s *settable) Get(url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(s.ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return s.client.Do(req)
}

// stopped holds one that only ends when the program does.
type stopped struct {
	client *http.Client
	ctx    context.Context
	stop   func()
}

func newStopped() *stopped {
	ctx, cancel := context.WithCancel(context.Background())
	return &stopped{client: &http.Client{Transport: pool.New()}, ctx: ctx, stop: cancel} // want: no-timeout:error
}

func (s *stopped) Get(url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(s.ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return s.client.Do(req)
}

// given holds the one that it was made with: its callers may have set a deadline.
type given struct {
	client *http.Client
	ctx    context.Context
}

func newGiven(ctx context.Context) *given {
	return &given{client: &http.Client{Transport: pool.New()}, ctx: ctx} // want: no-timeout:warning
}

func (g *given) Get(url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(g.ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return g.client.Do(req)
}

// bounded gives each request a deadline below the held one.
type bounded struct {
	client *http.Client
	ctx    context.Context
}

func newBounded() *bounded {
	return &bounded{client: &http.Client{Transport: pool.New()}, ctx: context.Background()}
}

func (b *bounded) Get(url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(b.ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return b.client.Do(req)
}

var _ = []any{newSettable, newStopped, newGiven, newBounded}
