// Package async has calls in goroutines, defers and closures.
package async

import (
	"context"
	"net/http"
	"sync"

	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
)

type Sber struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func (s *Sber) get() (*http.Response, error) { return s.client.Get("https://sber.example") }

// no finding: each goroutine enters
func (s *Sber) All(ctx context.Context, n int) error {
	g, _ := errgroup.WithContext(ctx)
	g.SetLimit(4)
	for range n {
		g.Go(func() error {
			_, err := s.breaker.Execute(s.get)
			return err
		})
	}
	return g.Wait()
}

func (s *Sber) Goroutine() { // want: bypassed-wrapper
	go func() { _, _ = s.get() }()
}

func (s *Sber) Group() error { // want: bypassed-wrapper
	var g errgroup.Group
	g.Go(func() error {
		_, err := s.get()
		return err
	})
	return g.Wait()
}

func (s *Sber) Wait() { // want: bypassed-wrapper
	var wg sync.WaitGroup
	wg.Go(func() { _, _ = s.get() })
	wg.Wait()
}

func (s *Sber) Deferred() error { // want: bypassed-wrapper
	defer func() { _, _ = s.get() }()
	_, err := s.breaker.Execute(s.get)
	return err
}

func (s *Sber) Value() { // want: bypassed-wrapper
	go s.get()
}

// no finding: a function value is returned and not called; who calls it is not known
func (s *Sber) Later() func() (*http.Response, error) { return s.get }

// no finding: the function that is returned enters
func (s *Sber) Inside() func() (*http.Response, error) {
	return func() (*http.Response, error) { return s.breaker.Execute(s.get) }
}

func (s *Sber) Now() (*http.Response, error) { // want: bypassed-wrapper
	return func() (*http.Response, error) { return s.client.Get("https://sber.example") }()
}

// Receipt has a bulkhead that the goroutine takes.
type Receipt struct {
	client *http.Client
	sem    *semaphore.Weighted
}

// no finding: the permit is acquired before the goroutine and released in it
func (r *Receipt) Issue(ctx context.Context) error {
	if err := r.sem.Acquire(ctx, 1); err != nil {
		return err
	}
	go func() {
		defer r.sem.Release(1)
		_, _ = r.client.Get("https://receipt.example")
	}()
	return nil
}

// no finding: the permit is acquired in the goroutine
func (r *Receipt) Inside(ctx context.Context) {
	go func() {
		if r.sem.Acquire(ctx, 1) != nil {
			return
		}
		defer r.sem.Release(1)
		_, _ = r.client.Get("https://receipt.example")
	}()
}

func (r *Receipt) Void(context.Context) { // want: bypassed-wrapper
	go func() { _, _ = r.client.Get("https://receipt.example") }()
}
