// Package options hands clients over in options of another module, and calls nothing of it.
package options

import (
	"context"
	"net/http"

	"example.com/fixtures/limits/pool"
	"example.net/other/plain"
	"example.org/maker/sdk"
	"example.org/maker/sdk/option"
)

// Open makes requests under contexts that the importers choose: the one here is for making the client.
func Open() (*sdk.Client, error) {
	hc := &http.Client{Transport: pool.New()} // want: no-timeout:warning "caller"
	return sdk.Open(context.Background(), option.WithHTTPClient(hc))
}

// Options are for Send, which takes a context.
func Options() []plain.Option {
	return []plain.Option{plain.WithClient(&http.Client{Transport: pool.New()})} // want: no-timeout:warning "caller"
}

func Send(ctx context.Context, opts ...plain.Option) {}

// Service is called by importers, under their contexts.
func Service() *sdk.ZonesService {
	return sdk.NewService(&http.Client{Transport: pool.New()}).Zones() // want: no-timeout:warning "caller"
}
