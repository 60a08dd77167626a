// Package qiwi builds its own breaker.
package qiwi

import (
	"github.com/sony/gobreaker/v2"

	"example.com/fixtures/naming"
)

// Adapter calls qiwi.
type Adapter struct{ breaker *naming.Breaker }

// New puts the adapter together.
func New() *Adapter {
	return &Adapter{breaker: gobreaker.NewCircuitBreaker[[]byte](gobreaker.Settings{Name: "qiwi"})}
}

// Ping asks for an answer.
func (a *Adapter) Ping() error {
	_, err := a.breaker.Execute(func() ([]byte, error) { return nil, nil })
	return err
}
