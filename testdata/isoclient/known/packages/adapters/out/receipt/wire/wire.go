// Package wire is a part of the adapter above it.
package wire

import "net/http"

func Call(c *http.Client, r *http.Request) { _, _ = c.Do(r) }
