// Package plain hands clients to a module that takes no contexts with its calls: nothing but the client could bound its requests.
package plain

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
	"example.net/other/plain"
)

type Things struct{ client *plain.Client }

func New() *Things {
	return &Things{client: plain.NewClient(&http.Client{Transport: pool.New()})} // want: no-timeout:error
}

// Get has a context, and the request has not.
func (t *Things) Get(ctx context.Context) error { return t.client.Get("1") }

// A client with a timeout is bounded wherever it goes.
func Full() *plain.Client {
	return plain.NewClient(&http.Client{Transport: pool.New(), Timeout: time.Second})
}

func held() *Things {
	return &Things{client: &plain.Client{HTTP: &http.Client{Transport: pool.New()}}} // want: no-timeout:error
}
