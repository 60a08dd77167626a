// Package hystrix names commands: one name is one breaker.
package hystrix

import (
	"context"

	"github.com/afex/hystrix-go/hystrix"

	"example.com/fixtures/isoclient/kit"
)

var a, b = kit.Client(), kit.Client()

func slack() {
	_ = hystrix.Do("outbound", func() error { // want: shared-breaker "serves pagerduty.com (host"
		_, err := a.Get("https://hooks.slack.com")
		return err
	}, nil)
}

func pager(ctx context.Context) {
	_ = hystrix.DoC(ctx, "outbound", func(context.Context) error {
		_, err := b.Get("https://events.pagerduty.com")
		return err
	}, nil)
}

// A name each.
func apart(ctx context.Context) {
	_ = hystrix.Do("slack", func() error {
		_, err := a.Get("https://hooks.slack.com")
		return err
	}, nil)
	_ = hystrix.DoC(ctx, "pager", func(context.Context) error {
		_, err := b.Get("https://events.pagerduty.com")
		return err
	}, nil)
}

// A computed name is a name each, for all that can be seen.
func command(name, url string) {
	_ = hystrix.Do(name, func() error {
		_, err := kit.Client().Get(url)
		return err
	}, nil)
}

func commands() {
	command("slack", "https://hooks.slack.com")
	command("pager", "https://events.pagerduty.com")
}
