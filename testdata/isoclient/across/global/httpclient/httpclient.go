// Package httpclient owns one client for everybody.
package httpclient

import "example.com/fixtures/isoclient/kit"

// Default is everybody's.
var Default = kit.Client()
