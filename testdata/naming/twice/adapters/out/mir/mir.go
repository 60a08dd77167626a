// Package mir builds its own breaker.
package mir

import (
	"github.com/sony/gobreaker/v2"

	"example.com/fixtures/naming"
)

// Adapter calls mir.
type Adapter struct{ breaker *naming.Breaker }

// New puts the adapter together.
func New() *Adapter {
	return &Adapter{breaker: gobreaker.NewCircuitBreaker[[]byte](gobreaker.Settings{Name: "payments"})}
}

// Ping asks for an answer.
func (a *Adapter) Ping() error {
	_, err := a.breaker.Execute(func() ([]byte, error) { return nil, nil })
	return err
}
