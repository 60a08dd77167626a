// Package bounded calls an SDK through an interface of its own, with deadlines.
package bounded

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

// Sender sends.
type Sender struct{ client client }

// New opens it.
func New() *Sender {
	return &Sender{client: sdk.NewClient(&http.Client{Transport: pool.New()})}
}

// Send has no context.
func (s *Sender) Send() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return s.client.Ping(ctx)
}
