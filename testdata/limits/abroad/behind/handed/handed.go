// Package handed calls through an interface of its own what others may hand it: what that does with the context is not known.
package handed

import (
	"context"
	"net/http"

	"example.com/fixtures/limits/pool"
	"example.org/maker/sdk"
)

// Client is what the package needs.
type Client interface {
	Ping(ctx context.Context) error
}

// Sender sends.
type Sender struct{ client Client }

// New takes any client.
func New(c Client) *Sender { return &Sender{client: c} }

// Default has the SDK's.
func Default() *Sender {
	return &Sender{client: sdk.NewClient(&http.Client{Transport: pool.New()})} // want: no-timeout:warning
}

// Send has no context.
func (s *Sender) Send() error { return s.client.Ping(context.Background()) }
