// Package loops builds a client in each round.
package loops

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

func each(urls []string) {
	for _, u := range urls {
		c := http.Client{} // want: no-timeout, shared-default-transport
		c.Get(u)
	}
}

func once(urls []string) {
	var c *http.Client
	for _, u := range urls {
		if c == nil {
			c = &http.Client{Transport: pool.New()} // want: no-timeout
		}
		c.Get(u)
	}
}

// Complete in each round.
func eachFull(urls []string) {
	t := pool.New()
	for _, u := range urls {
		c := http.Client{Transport: t}
		c.Timeout = time.Second
		c.Get(u)
	}
}

// The first round builds it, complete.
func onceFull(urls []string) {
	var c *http.Client
	for _, u := range urls {
		if c == nil {
			c = &http.Client{Transport: pool.New()}
			c.Timeout = time.Second
		}
		c.Get(u)
	}
}
