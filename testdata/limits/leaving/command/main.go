// Command command exports functions that nobody can import.
package main

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

func main() {
	c := NewClient()
	c.Timeout = time.Second
	c.Get("https://example.com")
	NewCareless().Get("https://example.com")
}

// NewCareless is called without a word about timeouts.
func NewCareless() *http.Client { return &http.Client{Transport: pool.New()} } // want: no-timeout

// NewClient cannot leave a command, so its callers here are all there are.
func NewClient() *http.Client { return &http.Client{Transport: pool.New()} }
