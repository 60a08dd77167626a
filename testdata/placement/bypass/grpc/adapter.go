// Package grpc has adapters over generated gRPC clients and over ports that only the adapter knows.
package grpc

import (
	"context"

	"github.com/redis/go-redis/v9"
	"github.com/sony/gobreaker/v2"
)

// Sber is over the generated client.
type Sber struct {
	api     PaymentsClient
	breaker *gobreaker.CircuitBreaker[*Reply]
}

func (s *Sber) Register(ctx context.Context) (*Reply, error) {
	return s.breaker.Execute(func() (*Reply, error) { return s.api.Register(ctx, &Request{}) })
}

func (s *Sber) Refund(ctx context.Context) (*Reply, error) { // want: bypassed-wrapper
	return s.api.Refund(ctx, &Request{})
}

// Port is implemented elsewhere.
type Port interface {
	Register(ctx context.Context, id string) error
	Refund(ctx context.Context, id string) error
	Name() string
}

// Guarded is a decorator: the breaker around Register shows that the port leads out.
type Guarded struct {
	next    Port
	breaker *gobreaker.CircuitBreaker[any]
}

func (g *Guarded) Register(ctx context.Context, id string) error {
	_, err := g.breaker.Execute(func() (any, error) { return nil, g.next.Register(ctx, id) })
	return err
}

func (g *Guarded) Refund(ctx context.Context, id string) error { // want: bypassed-wrapper
	return g.next.Refund(ctx, id)
}

// no finding: it has neither context nor error, and calls nobody
func (g *Guarded) Name() string { return g.next.Name() }

// Embedded gets Refund from the port around Register.
type Embedded struct { // want: bypassed-wrapper "Refund"
	Port
	breaker *gobreaker.CircuitBreaker[any]
}

func (e *Embedded) Register(ctx context.Context, id string) error {
	_, err := e.breaker.Execute(func() (any, error) { return nil, e.Port.Register(ctx, id) })
	return err
}

// Mixed has a port under the breaker, and another one that is not.
type Mixed struct {
	remote  Port
	local   Port
	breaker *gobreaker.CircuitBreaker[any]
}

func (m *Mixed) Register(ctx context.Context, id string) error {
	_, err := m.breaker.Execute(func() (any, error) { return nil, m.remote.Register(ctx, id) })
	return err
}

// no finding: nothing shows that this port leads to the system behind the breaker
func (m *Mixed) Local(ctx context.Context, id string) error { return m.local.Register(ctx, id) }

// Cache has a breaker for Redis.
type Cache struct {
	redis   *redis.Client
	breaker *gobreaker.CircuitBreaker[string]
}

func (c *Cache) Get(ctx context.Context, key string) (string, error) {
	return c.breaker.Execute(func() (string, error) { return c.redis.Get(ctx, key).Result() })
}

func (c *Cache) Raw(ctx context.Context, key string) (string, error) { // want: bypassed-wrapper
	return c.redis.Get(ctx, key).Result()
}
