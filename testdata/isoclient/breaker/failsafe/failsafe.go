// Package failsafe shares policies of failsafe-go.
package failsafe

import (
	"net/http"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/bulkhead"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"

	"example.com/fixtures/isoclient/kit"
)

func breaker() {
	cb := circuitbreaker.NewWithDefaults[*http.Response]() // want: shared-breaker
	a, b := kit.Client(), kit.Client()
	_, _ = failsafe.With[*http.Response](cb).Get(func() (*http.Response, error) { return a.Get("https://hooks.slack.com") })
	_, _ = failsafe.With[*http.Response](cb).Get(func() (*http.Response, error) { return b.Get("https://events.pagerduty.com") })
}

func executor() {
	cb := circuitbreaker.NewBuilder[*http.Response]().Build() // want: shared-breaker
	exec := failsafe.With[*http.Response](cb)
	a, b := kit.Client(), kit.Client()
	_, _ = exec.Get(func() (*http.Response, error) { return a.Get("https://hooks.slack.com") })
	_, _ = exec.Get(func() (*http.Response, error) { return b.Get("https://events.pagerduty.com") })
}

func bulk() {
	bh := bulkhead.New[*http.Response](8) // want: shared-bulkhead
	a, b := kit.Client(), kit.Client()
	_, _ = failsafe.With[*http.Response](bh).Get(func() (*http.Response, error) { return a.Get("https://hooks.slack.com") })
	if bh.TryAcquirePermit() {
		_, _ = b.Get("https://events.pagerduty.com")
		bh.ReleasePermit()
	}
}

// A policy each from one builder.
func apart() {
	builder := circuitbreaker.NewBuilder[*http.Response]()
	a, b := kit.Client(), kit.Client()
	_, _ = failsafe.With[*http.Response](builder.Build()).Get(func() (*http.Response, error) { return a.Get("https://hooks.slack.com") })
	_, _ = failsafe.With[*http.Response](builder.Build()).Get(func() (*http.Response, error) { return b.Get("https://events.pagerduty.com") })
}
