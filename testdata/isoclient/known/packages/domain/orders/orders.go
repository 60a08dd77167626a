// Package orders is below no adapter root.
package orders

import "net/http"

func Call(c *http.Client, r *http.Request) { _, _ = c.Do(r) }
