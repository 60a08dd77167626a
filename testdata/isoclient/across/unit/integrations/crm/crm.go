package crm

import (
	"net/http"

	"example.com/fixtures/isoclient/across/unit/kit"
)

type Client struct{ unit *kit.Unit }

func New(u *kit.Unit) *Client { return &Client{unit: u} }

func (c *Client) Call(r *http.Request) { c.unit.Send(r) }
