// Package circuit shares circuits of cep21/circuit.
package circuit

import (
	"context"
	"net/http"

	"github.com/cep21/circuit/v4"

	"example.com/fixtures/isoclient/kit"
)

func get(ctx context.Context, c *circuit.Circuit, client *http.Client, url string) {
	_ = c.Execute(ctx, func(context.Context) error {
		_, err := client.Get(url)
		return err
	}, nil)
}

func one(ctx context.Context) {
	c := circuit.NewCircuitFromConfig("out", circuit.Config{}) // want: shared-breaker
	get(ctx, c, kit.Client(), "https://hooks.slack.com")
	get(ctx, c, kit.Client(), "https://events.pagerduty.com")
}

func managed(ctx context.Context, m *circuit.Manager) {
	c := m.MustCreateCircuit("managed") // want: shared-breaker
	get(ctx, c, kit.Client(), "https://hooks.slack.com")
	get(ctx, c, kit.Client(), "https://events.pagerduty.com")
}

// A circuit each.
func apart(ctx context.Context, m *circuit.Manager) {
	get(ctx, m.MustCreateCircuit("slack"), kit.Client(), "https://hooks.slack.com")
	get(ctx, m.MustCreateCircuit("pager"), kit.Client(), "https://events.pagerduty.com")
}
