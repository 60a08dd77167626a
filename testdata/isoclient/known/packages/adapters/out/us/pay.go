// Package us has the address of the gateway.
package us

import "net/http"

func Call(c *http.Client) { _, _ = c.Get("https://gateway.shop.com/us") }
