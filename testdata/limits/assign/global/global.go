// Package global sets fields of clients in package variables.
package global

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

var (
	never    = &http.Client{Transport: pool.New()} // want: no-timeout
	byCaller = &http.Client{Transport: pool.New()} // want: no-timeout
	inInit   = &http.Client{Transport: pool.New()}
	half     = &http.Client{Transport: pool.New()} // want: no-timeout
	inFunc   = func() *http.Client {
		c := &http.Client{Transport: pool.New()}
		c.Timeout = time.Second
		return c
	}()
	replaced = &http.Client{}
	value    http.Client
	group    struct{ client http.Client }
)

func init() {
	inInit.Timeout = time.Second                                         // before anything can be sent
	replaced = &http.Client{Transport: pool.New(), Timeout: time.Second} // the first one is never used
	value.Timeout = time.Second
	value.Transport = pool.New()
	group.client = http.Client{Transport: pool.New(), Timeout: time.Second}
}

// A second init runs too.
func init() {
	if debug {
		half.Timeout = time.Second
	}
}

var debug bool

// SetTimeout may be called after the first request, or never.
func SetTimeout(d time.Duration) {
	byCaller.Timeout = d
	debug = d > 0
}

func use(url string) {
	for _, c := range []*http.Client{never, byCaller, inInit, half, inFunc, replaced, &value, &group.client} {
		c.Get(url)
	}
}
