// Package kit makes units of a client and a breaker.
package kit

import (
	"net/http"
	"sync"

	"github.com/sony/gobreaker/v2"

	"example.com/fixtures/isoclient/kit"
)

type Unit struct {
	client *http.Client
	cb     *gobreaker.CircuitBreaker[*http.Response]
}

func New(name string) *Unit {
	return &Unit{client: kit.Client(), cb: gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{Name: name})}
}

func (u *Unit) Send(r *http.Request) {
	_, _ = u.cb.Execute(func() (*http.Response, error) { return u.client.Do(r) })
}

// Registry keeps a unit for each name.
type Registry struct {
	mu    sync.Mutex
	units map[string]*Unit
}

func NewRegistry() *Registry { return &Registry{units: make(map[string]*Unit)} }

func (r *Registry) Unit(name string) *Unit {
	r.mu.Lock()
	defer r.mu.Unlock()
	if u, ok := r.units[name]; ok {
		return u
	}
	u := New(name)
	r.units[name] = u
	return u
}

// Guard is a breaker for what returns a T.
type Guard[T any] struct{ cb *gobreaker.CircuitBreaker[T] }

func NewGuard[T any](name string) *Guard[T] {
	return &Guard[T]{cb: gobreaker.NewCircuitBreaker[T](gobreaker.Settings{Name: name})}
}

func (g *Guard[T]) Do(f func() (T, error)) (T, error) { return g.cb.Execute(f) }

// NewFixed makes a unit for each name.
func NewFixed(names ...string) map[string]*Unit {
	all := make(map[string]*Unit, len(names))
	for _, name := range names {
		all[name] = New(name)
	}
	return all
}
