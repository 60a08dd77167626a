// Package slack is an adapter.
package slack

import "example.com/fixtures/isoclient/fool/path/deps"

func Send(url string) { _, _ = deps.Global.HTTP.Get(url) }
