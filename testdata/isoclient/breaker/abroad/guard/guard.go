// Package guard has a breaker and a bulkhead in one type.
package guard

import (
	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"
)

type Guard struct {
	cb  *gobreaker.CircuitBreaker[any]
	sem *semaphore.Weighted
}

func New(name string) *Guard {
	return &Guard{cb: gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: name}), sem: semaphore.NewWeighted(4)}
}

func (g *Guard) Do(f func() error) error {
	if !g.sem.TryAcquire(1) {
		return nil
	}
	defer g.sem.Release(1)
	_, err := g.cb.Execute(func() (any, error) { return nil, f() })
	return err
}
