// Package doers sends through interfaces.
package doers

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

type doer interface {
	Do(*http.Request) (*http.Response, error)
}

type api struct{ doer doer }

func newAPI() *api {
	return &api{doer: &http.Client{Transport: pool.New()}} // want: no-timeout:error
}

func (a *api) get(url string) {
	req, _ := http.NewRequest(http.MethodGet, url, nil)
	a.doer.Do(req)
}

type careful struct{ doer doer }

// Every request through the interface has a deadline.
func newCareful() *careful {
	return &careful{doer: &http.Client{Transport: pool.New()}}
}

func (c *careful) get(ctx context.Context, url string) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil); err == nil {
		c.doer.Do(req)
	}
}

// A client with a timeout needs none.
func newFull() *api { return &api{doer: &http.Client{Transport: pool.New(), Timeout: time.Second}} }
