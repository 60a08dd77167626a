// Package shared hands out one client.
package shared

import (
	"net/http"
	"sync"

	"example.com/fixtures/isoclient/kit"
)

var once = sync.OnceValue(kit.Client)

// Client returns the one client.
func Client() *http.Client { return once() }

// New returns a client of its own.
func New() *http.Client { return kit.Client() }
