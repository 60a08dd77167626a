// Package branches builds one client in each branch, and takes the branches together.
package branches

import (
	"net/http"
	"net/url"
	"os"
	"time"

	"example.com/fixtures/limits/pool"
)

func one(insecure bool) *http.Client {
	if insecure {
		return &http.Client{Transport: pool.New()} // want: no-timeout
	}
	return &http.Client{Transport: pool.New(), Timeout: time.Second}
}

func variable(mode string) *http.Client {
	var c *http.Client
	switch mode {
	case "slow":
		c = &http.Client{Transport: pool.New(), Timeout: time.Minute}
	case "never":
		c = &http.Client{Transport: pool.New()} // want: no-timeout
	default:
		c = &http.Client{Transport: pool.New(), Timeout: time.Second}
	}
	return c
}

func transport(proxy string) *http.Client {
	c := &http.Client{Timeout: time.Second} // want: shared-default-transport
	if u, err := url.Parse(proxy); err == nil && proxy != "" {
		t := pool.New()
		t.Proxy = http.ProxyURL(u)
		c.Transport = t
	}
	return c
}

// Both branches build a client without a timeout, and it comes after them.
func after(proxy bool) *http.Client {
	var c *http.Client
	if proxy {
		c = &http.Client{Transport: pool.New()}
	} else {
		c = &http.Client{Transport: pool.New().Clone()}
	}
	c.Timeout = time.Second
	return c
}

// One branch builds, the other is given; both get the timeout.
func orGiven(given *http.Client) *http.Client {
	c := given
	if c == nil {
		c = &http.Client{Transport: pool.New()}
	}
	c.Timeout = time.Second
	return c
}

// The transport depends, the client does not.
func rt() *http.Client {
	var t http.RoundTripper = pool.New()
	if os.Getenv("TRACE") != "" {
		t = pool.New().Clone()
	}
	return &http.Client{Timeout: time.Second, Transport: t}
}

// A flag of the settings decides twice in the same way.
func twice(s struct{ Own bool }) *http.Client {
	var t *http.Transport
	if s.Own {
		t = pool.New()
	}
	if !s.Own {
		t = pool.New().Clone()
	}
	return &http.Client{Timeout: time.Second, Transport: t}
}
