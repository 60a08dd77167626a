// Package bare calls an SDK through an interface of its own.
package bare

import (
	"context"
	"net/http"

	"example.com/fixtures/limits/pool"
	"example.org/maker/sdk"
)

// Client is what the package needs of the SDK.
type Client interface {
	SetUserAgent(string)
	Ping(ctx context.Context) error
}

// Sender sends.
type Sender struct{ client Client }

// Init opens it.
func (s *Sender) Init() {
	c := sdk.NewClient(nil)
	c.HTTPClient = &http.Client{Transport: pool.New()} // want: no-timeout:error
	s.client = c
	s.client.SetUserAgent("shop")
}

// Send has no context.
func (s *Sender) Send() error { return s.send(context.Background()) }

func (s *Sender) send(ctx context.Context) error { return s.client.Ping(ctx) }
