// Package pool keeps one client for everybody.
package pool

import "example.com/fixtures/isoclient/kit"

var Shared = kit.Client()
