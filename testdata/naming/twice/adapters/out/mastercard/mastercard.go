package mastercard

import (
	"net/http"

	"github.com/sony/gobreaker/v2"
)

type Client struct {
	http *http.Client
	cb   *gobreaker.CircuitBreaker[*http.Response]
}

// New makes the breaker itself.
func New(c *http.Client) *Client {
	return &Client{
		http: c,
		cb: gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{
			Name: "visa", // want: unit-name
		}),
	}
}

func (c *Client) Do(r *http.Request) (*http.Response, error) {
	return c.cb.Execute(func() (*http.Response, error) { return c.http.Do(r) })
}
