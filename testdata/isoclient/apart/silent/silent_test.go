package silent

import (
	"testing"

	"example.com/fixtures/isoclient/kit"
)

// A test calls what it likes.
func TestBoth(t *testing.T) {
	c := kit.Client()
	_, _ = c.Get("https://hooks.slack.com")
	_, _ = c.Get("https://events.pagerduty.com")
}
