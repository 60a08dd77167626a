// Package net stands in for the real one: the function that the fixtures call.
package net

import (
	"net/http"
	"time"
)

// SetTransportDefaults sets what is not set.
func SetTransportDefaults(t *http.Transport) *http.Transport {
	if t.IdleConnTimeout == 0 {
		t.IdleConnTimeout = time.Minute
	}
	return t
}
