// Package closures captures a client.
package closures

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

func direct() {
	c := kit.Client() // want: shared-client
	get := func(url string) { _, _ = c.Get(url) }
	get("https://hooks.slack.com")
	get("https://events.pagerduty.com")
}

func returned() (slack, pager func()) {
	c := kit.Client() // want: shared-client
	return func() { _, _ = c.Get("https://hooks.slack.com") }, func() { _, _ = c.Get("https://events.pagerduty.com") }
}

func getter(c *http.Client) func(string) {
	return func(url string) { _, _ = c.Get(url) }
}

func made() {
	get := getter(kit.Client()) // want: shared-client
	get("https://hooks.slack.com")
	get("https://events.pagerduty.com")
}

// Each closure has a client of its own.
func apart() {
	getter(kit.Client())("https://hooks.slack.com")
	getter(kit.Client())("https://events.pagerduty.com")
}

func goroutines() {
	c := kit.Client() // want: shared-client
	go func() { _, _ = c.Get("https://hooks.slack.com") }()
	go func(c *http.Client) { _, _ = c.Get("https://events.pagerduty.com") }(c)
}
