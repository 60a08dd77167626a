package geo

import (
	"net/http"

	"example.com/fixtures/isoclient/across/unit/kit"
)

type Client struct{ unit *kit.Unit }

func New(u *kit.Unit) *Client { return &Client{unit: u} }

func (c *Client) Call(r *http.Request) { c.unit.Send(r) }

// Guarded is behind a generic type.
type Guarded struct {
	client *http.Client
	guard  *kit.Guard[int]
}

func NewGuarded(c *http.Client, g *kit.Guard[int]) *Guarded { return &Guarded{c, g} }

func (g *Guarded) Call(r *http.Request) {
	_, _ = g.guard.Do(func() (int, error) {
		_, err := g.client.Do(r)
		return 0, err
	})
}
