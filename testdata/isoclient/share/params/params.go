// Package params hands a client down through parameters.
package params

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

func main() {
	run(kit.Client()) // want: shared-client
}

func run(c *http.Client) {
	slack(c)
	inner(c)
}

func inner(c *http.Client) { pager(c) }

func slack(c *http.Client) { _, _ = c.Get("https://hooks.slack.com/services/x") }

func pager(c *http.Client) { _, _ = c.Get("https://events.pagerduty.com/v2/enqueue") }

// Both functions are called with a client each.
func apart() {
	slack(kit.Client())
	pager(kit.Client())
}

var _, _ = main, apart
