// Package gcp is an adapter.
package gcp

import (
	"time"

	"example.com/fixtures/isoclient/across/pool/pools"
)

var client = pools.Client(time.Second)

func Put(url string) { _, _ = client.Get(url) }
