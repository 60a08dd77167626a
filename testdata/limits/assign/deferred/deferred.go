// Package deferred has clients that are completed when the function returns.
package deferred

import (
	"net/http"
	"time"
)

// Local is completed on every way out.
func Local(t *http.Transport, fast bool) *http.Client {
	c := &http.Client{Transport: t}
	defer func() { c.Timeout = 5 * time.Second }()
	if fast {
		return c
	}
	c.CheckRedirect = nil
	return c
}

// Named is completed through the name of the result, whatever is returned.
func Named(t *http.Transport) (c *http.Client) {
	defer func() { c.Timeout = 5 * time.Second }()
	return &http.Client{Transport: t}
}

// Order: what is deferred last runs first, so the timeout is set last.
func Order(t *http.Transport) *http.Client {
	c := &http.Client{Transport: t}
	defer func() { c.Timeout = 5 * time.Second }()
	defer func() { c.Timeout = 0 }()
	return c
}

// Undone takes the timeout back.
func Undone(t *http.Transport) *http.Client {
	c := &http.Client{Transport: t} // want: no-timeout
	defer func() { c.Timeout = 0 }()
	c.Timeout = 5 * time.Second
	return c
}

// Sometimes defers it on some paths only.
func Sometimes(t *http.Transport, slow bool) *http.Client {
	c := &http.Client{Transport: t} // want: no-timeout
	if !slow {
		defer func() { c.Timeout = 5 * time.Second }()
	}
	return c
}

// TooLate has returned before it is deferred, on one path.
func TooLate(t *http.Transport, early bool) *http.Client {
	c := &http.Client{Transport: t} // want: no-timeout
	if early {
		return c
	}
	defer func() { c.Timeout = 5 * time.Second }()
	return c
}
