// Package sdk has services that share the unit of their client.
package sdk

import (
	"context"
	"net/http"

	"github.com/sony/gobreaker/v2"
)

// CB is another name of the breaker.
type CB = gobreaker.CircuitBreaker[*http.Response]

// Client holds the unit.
type Client struct {
	http    *http.Client
	breaker *CB
	Orders  *OrdersService
}

func New(h *http.Client, b *CB) *Client {
	c := &Client{http: h, breaker: b}
	c.Orders = &OrdersService{client: c}
	return c
}

func (c *Client) do(ctx context.Context, path string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://sdk.example"+path, nil)
	if err != nil {
		return nil, err
	}
	return c.breaker.Execute(func() (*http.Response, error) { return c.http.Do(req) })
}

// OrdersService is a part of the client.
type OrdersService struct{ client *Client }

// no finding: do enters
func (s *OrdersService) List(ctx context.Context) (*http.Response, error) {
	return s.client.do(ctx, "/orders")
}

func (s *OrdersService) Raw() (*http.Response, error) { // want: bypassed-wrapper
	return s.client.http.Get("https://sdk.example/raw")
}

// Typed is generic over what it decodes.
type Typed[T any] struct {
	http    *http.Client
	breaker *gobreaker.CircuitBreaker[T]
	decode  func(*http.Response) (T, error)
}

func (t *Typed[T]) fetch(url string) (T, error) {
	resp, err := t.http.Get(url)
	if err != nil {
		var zero T
		return zero, err
	}
	return t.decode(resp)
}

// no finding: fetch runs inside
func (t *Typed[T]) Get(url string) (T, error) {
	return t.breaker.Execute(func() (T, error) { return t.fetch(url) })
}

func (t *Typed[T]) Raw(url string) (T, error) { return t.fetch(url) } // want: bypassed-wrapper
