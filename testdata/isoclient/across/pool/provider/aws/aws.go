// Package aws is an adapter.
package aws

import (
	"time"

	"example.com/fixtures/isoclient/across/pool/pools"
)

func Put(url string) { _, _ = pools.Client(time.Second).Get(url) }
