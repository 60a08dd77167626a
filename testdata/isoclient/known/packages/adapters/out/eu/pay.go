// Package eu has the address of the gateway.
package eu

import "net/http"

func Call(c *http.Client) { _, _ = c.Get("https://gateway.shop.com/eu") }
