// Package users is below no adapter root.
package users

import "net/http"

func Call(c *http.Client, r *http.Request) { _, _ = c.Do(r) }
