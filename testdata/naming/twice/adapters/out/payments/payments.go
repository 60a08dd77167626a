// Package payments builds a breaker with the name of one that an imported package builds for another system.
package payments

import (
	"example.com/fixtures/naming"
	"example.com/fixtures/naming/twice/adapters/out/mir"
	"example.com/fixtures/naming/twice/adapters/out/qiwi"
)

// Adapter calls payments, and two others where that is down.
type Adapter struct {
	breaker *naming.Breaker
	mir     *mir.Adapter
	qiwi    *qiwi.Adapter
}

// New puts the adapter together.
func New() *Adapter {
	cb := naming.Named("payments") // want: breaker-name "of payments has the name of that of mir"
	return &Adapter{breaker: cb, mir: mir.New(), qiwi: qiwi.New()}
}

// Ping asks for an answer.
func (a *Adapter) Ping() error {
	_, err := a.breaker.Execute(func() ([]byte, error) { return nil, nil })
	return err
}
