// Package names reaches net/http by other names.
package names

import (
	. "net/http"
	web "net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

type C = web.Client

type Own web.Client

var (
	renamed = &web.Client{}     // want: no-timeout, shared-default-transport
	dotted  = &Client{}         // want: no-timeout, shared-default-transport
	alias   = &C{}              // want: no-timeout, shared-default-transport
	word    = web.DefaultClient // want: no-timeout, shared-default-transport
	dotWord = DefaultClient     // want: no-timeout, shared-default-transport
)

func calls(url string) {
	web.Get(url) // want: no-timeout, shared-default-transport
	Head(url)    // want: no-timeout, shared-default-transport
}

// A type defined over the client becomes one by conversion.
func converted(url string) {
	c := &Own{} // want: no-timeout, shared-default-transport
	(*web.Client)(c).Get(url)
}

// The names change nothing about a client that has everything.
var (
	_ = &C{Timeout: time.Second, Transport: pool.New()}
	_ = &Client{Timeout: time.Second, Transport: pool.New()}
)

func convertedFull(url string) {
	c := Own{Timeout: time.Second, Transport: pool.New()}
	(*web.Client)(&c).Get(url)
}

// Another package's Client is none of ours.
type other struct{ Client struct{ Timeout int } }

var _ = other{}
