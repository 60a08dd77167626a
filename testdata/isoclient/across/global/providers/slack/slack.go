// Package slack uses the client that all use.
package slack

import "example.com/fixtures/isoclient/across/global/httpclient"

// Base is an address that is set at start.
var Base string

func Send() { _, _ = httpclient.Default.Get(Base) }
