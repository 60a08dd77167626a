package crm

import (
	"net/http"

	"example.com/fixtures/isoclient/across/inside/pool"
)

type Client struct{ c *http.Client }

func New() *Client { return &Client{c: pool.Shared} }

func (c *Client) Push(r *http.Request) { _, _ = c.c.Do(r) }
