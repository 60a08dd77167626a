// Package sber is an adapter.
package sber

import "net/http"

type Client struct{ c *http.Client }

func New(c *http.Client) *Client { return &Client{c} }

func (a *Client) Call(r *http.Request) { _, _ = a.c.Do(r) }
