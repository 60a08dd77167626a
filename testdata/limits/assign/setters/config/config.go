// Package config sets fields of clients that others build.
package config

import (
	"net/http"
	"time"
)

// SetTimeout bounds a request.
func SetTimeout(c *http.Client, d time.Duration) { c.Timeout = d }

// Settings are a client's.
type Settings struct{ Total time.Duration }

// Apply sets the fields of a client.
func (s Settings) Apply(c *http.Client) { c.Timeout = s.Total }
