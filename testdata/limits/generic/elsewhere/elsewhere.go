// Package elsewhere uses generic helpers of another package.
package elsewhere

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/generic/elsewhere/lib"
	"example.com/fixtures/limits/pool"
)

var (
	pointer = lib.Ptr(http.Client{Transport: pool.New()})                                            // want: no-timeout
	applied = lib.Apply(&http.Client{Transport: pool.New()}, func(c *http.Client) { c.Timeout = 0 }) // want: no-timeout
	boxed   = lib.NewBox(&http.Client{Transport: pool.New()})                                        // want: no-timeout
)

// Complete before the helper, or by its help.
var (
	_ = lib.Ptr(http.Client{Transport: pool.New(), Timeout: time.Second})
	_ = lib.Apply(&http.Client{Transport: pool.New()}, func(c *http.Client) { c.Timeout = time.Second })
	_ = lib.Apply(&http.Client{Transport: pool.New()}, lib.Timeout(time.Second))
)

// Set in the box.
func inBox() *lib.Box[*http.Client] {
	b := lib.NewBox(&http.Client{Transport: pool.New()})
	b.Value.Timeout = time.Second
	return b
}
