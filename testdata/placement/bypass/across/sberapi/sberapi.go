// Package sberapi is the plain client of a system.
package sberapi

import (
	"net/http"
	"strings"
)

// Client calls.
type Client struct {
	HTTP *http.Client
	Base string
}

func (c *Client) Register() error {
	resp, err := c.HTTP.Get(c.Base)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *Client) Refund() error { return c.Register() }

// URL makes no call.
func (c *Client) URL() string { return strings.TrimSuffix(c.Base, "/") }

// Ping calls too.
func Ping(c *http.Client) error {
	_, err := c.Head("https://sber.example")
	return err
}
