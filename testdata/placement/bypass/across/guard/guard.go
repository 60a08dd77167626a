// Package guard enters for others.
package guard

import "github.com/sony/gobreaker/v2"

// Guard is a breaker inside a wrapper type.
type Guard struct {
	breaker *gobreaker.CircuitBreaker[any]
}

func New(name string) *Guard {
	return &Guard{gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: name})}
}

func (g *Guard) Run(f func() error) error {
	_, err := g.breaker.Execute(func() (any, error) { return nil, f() })
	return err
}

// Run is a function of the package that enters what it is given.
func Run(b *gobreaker.CircuitBreaker[any], f func() error) error {
	_, err := b.Execute(func() (any, error) { return nil, f() })
	return err
}
