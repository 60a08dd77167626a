// Package rounds has clients that are built in the rounds of a loop.
package rounds

import (
	"net/http"
	"time"
)

// Skipped drops a client that is not complete, and goes on.
func Skipped(names []string, t *http.Transport) []*http.Client {
	var out []*http.Client
	for _, name := range names {
		c := &http.Client{Transport: t}
		if name == "" {
			continue
		}
		c.Timeout = 5 * time.Second
		out = append(out, c)
	}
	return out
}

// Kept puts away a client that is not complete, on one way to the end of the round.
func Kept(names []string, t *http.Transport) map[string]*http.Client {
	out := make(map[string]*http.Client)
	for _, name := range names {
		c := &http.Client{Transport: t} // want: no-timeout
		out[name] = c
		if name == "" {
			continue
		}
		c.Timeout = 5 * time.Second
	}
	return out
}

// Last keeps the last client in a variable outside the loop, complete or not.
func Last(names []string, t *http.Transport) *http.Client {
	var last *http.Client
	for _, name := range names {
		last = &http.Client{Transport: t} // want: no-timeout
		if name == "" {
			continue
		}
		last.Timeout = 5 * time.Second
	}
	return last
}
