// Package wrapped puts something of its own before the SDK, which sets the deadline.
package wrapped

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
	"example.org/maker/sdk"
)

type client interface {
	Ping(ctx context.Context) error
}

type bounded struct{ next *sdk.Client }

func (b *bounded) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return b.next.Ping(ctx)
}

// Sender sends.
type Sender struct{ client client }

// New opens it.
func New() *Sender {
	return &Sender{client: &bounded{sdk.NewClient(&http.Client{Transport: pool.New()})}}
}

// Send has no context.
func (s *Sender) Send() error { return s.client.Ping(context.Background()) }
