// Package fakes is test support by its path.
package fakes

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

func New() *http.Client { return &http.Client{} }

func Set(c *http.Client, d time.Duration) {
	c.Timeout = d
	c.Transport = pool.New()
}
