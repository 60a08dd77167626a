// Package across makes the deadlines for a client of another package.
package across

import (
	"context"
	"time"

	"example.com/fixtures/limits/deadline/across/api"
	"example.com/fixtures/limits/deadline/across/send"
	"net/http"

	"example.com/fixtures/limits/pool"
)

// The client is the other package's, which cannot know this deadline.
func get(a *api.API, url string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return a.Get(ctx, url)
}

var bare = &http.Client{Transport: pool.New()} // want: no-timeout:error

func getBare(url string) error { return send.Get(context.Background(), bare, url) }

// The helper that sends is another package's; client and deadline are here.
var bounded = &http.Client{Transport: pool.New()}

func getBounded(url string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return send.Get(ctx, bounded, url)
}

// The helper of the other package makes the deadline.
var byHelper = &http.Client{Transport: pool.New()}

func getByHelper(url string) error { return send.GetWithin(context.Background(), byHelper, url) }
