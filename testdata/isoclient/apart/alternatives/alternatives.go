// Package alternatives has two addresses of one system.
package alternatives

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type Client struct {
	http *http.Client
	base string
}

// Production and sandbox are one system.
func New(sandbox bool) *Client {
	c := &Client{http: kit.Client()}
	if sandbox {
		c.base = "https://sandbox.vendor-test.com"
	} else {
		c.base = "https://api.vendor.com"
	}
	return c
}

func (c *Client) Pay() { _, _ = c.http.Get(c.base + "/pay") }

// The address is the default unless it is set.
func NewWithDefault(base string) *Client {
	if base == "" {
		base = "https://api.vendor.com"
	}
	return &Client{http: kit.Client(), base: base}
}

func baseOf(env string) string {
	switch env {
	case "prod":
		return "https://api.vendor.com"
	case "test":
		return "https://vendor-sandbox.net"
	default:
		return "https://vendor.dev"
	}
}

// The region or environment picks one of several addresses.
func NewFor(env string) *Client { return &Client{http: kit.Client(), base: baseOf(env)} }

const (
	live = "https://live.bank.com"
	demo = "https://demo-bank.net"
)

type Bank struct {
	c   *http.Client
	url string
}

func NewBank(isDemo bool) *Bank {
	url := live
	if isDemo {
		url = demo
	}
	return &Bank{kit.Client(), url}
}

func (b *Bank) Pay() { _, _ = b.c.Get(b.url) }

var endpoints = map[string]string{"eu": "https://vendor.eu", "us": "https://vendor.com"}

// The table has the regions of one system.
func region(r string) {
	c := kit.Client()
	_, _ = c.Get(endpoints[r])
}
