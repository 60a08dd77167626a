// Package silent has code that no finding is wanted in.
package silent

import (
	"testing"

	"example.com/fixtures/isoclient/kit"
)

// Live is a helper of tests, by its parameter.
func Live(t testing.TB) {
	c := kit.Client()
	_, _ = c.Get("https://hooks.slack.com")
	_, _ = c.Get("https://events.pagerduty.com")
}
