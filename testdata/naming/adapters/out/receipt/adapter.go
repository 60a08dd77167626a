// Package receipt is the adapter of the external system receipt.
package receipt

import (
	"net/http"

	"golang.org/x/sync/semaphore"

	"example.com/fixtures/naming"
)

// Adapter calls receipt.
type Adapter struct {
	url     string
	client  *http.Client
	breaker *naming.Breaker
	sem     *semaphore.Weighted
}

// NewAdapter puts the unit together.
func NewAdapter(url string, client *http.Client, breaker *naming.Breaker, sem *semaphore.Weighted) *Adapter {
	return &Adapter{url: url, client: client, breaker: breaker, sem: sem}
}

// NewClient builds the client.
func NewClient(url string) *http.Client { return naming.Client() }
