// Package pager is an adapter.
package pager

import "example.com/fixtures/isoclient/fool/path/deps"

func Send(url string) { _, _ = deps.Global.HTTP.Get(url) }
