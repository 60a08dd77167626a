// Package chains uses clients in operands of && and ||, which happen only where those before them hold or do not.
package chains

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

func get(c *http.Client) bool {
	_, err := c.Get("https://chains.example/")
	return err == nil
}

func tested(t time.Duration, k bool) bool {
	// Sent only with a timeout: an operand before says so.
	c := &http.Client{Timeout: t, Transport: pool.New()}
	return t > 0 && k && get(c)
}

func Tested(k bool) bool { return tested(0, k) || tested(time.Second, k) }

func excluded(t time.Duration, k bool) bool {
	// The same with ||.
	c := &http.Client{Timeout: t, Transport: pool.New()}
	return t <= 0 || k || get(c)
}

func Excluded(k bool) bool { return excluded(0, k) || excluded(time.Second, k) }

func untested(t time.Duration, k bool) bool {
	c := &http.Client{Timeout: t, Transport: pool.New()} // want: no-timeout
	return t >= 0 && k && get(c)
}

func Untested(k bool) bool { return untested(0, k) || untested(time.Second, k) }

func behind(t time.Duration, k bool) bool {
	c := &http.Client{Timeout: t, Transport: pool.New()} // want: no-timeout
	return k && get(c) && t > 0
}

func Behind(k bool) bool { return behind(0, k) || behind(time.Second, k) }
