// Package helpers has methods and functions that enter for others.
package helpers

import (
	"context"
	"net/http"

	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"
)

type Sber struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[any]
	sem     *semaphore.Weighted
}

func (s *Sber) call(f func() (any, error)) (any, error) { return s.breaker.Execute(f) }

// deeper hands the callback on.
func (s *Sber) deeper(f func() (any, error)) (any, error) {
	return s.call(func() (any, error) { return f() })
}

// acquire returns what gives the permit back.
func (s *Sber) acquire(ctx context.Context) (func(), error) {
	if err := s.sem.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	return func() { s.sem.Release(1) }, nil
}

func (s *Sber) get() (any, error) { return s.client.Get("https://sber.example") }

// no finding: call enters the breaker and acquire the bulkhead
func (s *Sber) Register(ctx context.Context) (any, error) {
	release, err := s.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	return s.call(s.get)
}

// no finding: through two helpers
func (s *Sber) Status(ctx context.Context) (any, error) {
	release, err := s.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	return s.deeper(s.get)
}

// no finding: the callback is a variable
func (s *Sber) Variable(ctx context.Context) (any, error) {
	release, err := s.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	call := func() (any, error) { return s.client.Get("https://sber.example") }
	return s.breaker.Execute(call)
}

func (s *Sber) Refund() (any, error) { return s.get() } // want: bypassed-wrapper

// Around hands the callback to a helper that runs it without the breaker.
func (s *Sber) Around() (any, error) { return plain(s.get) } // want: bypassed-wrapper

func plain(f func() (any, error)) (any, error) { return f() }

// protect is a generic helper for every adapter of the package.
func protect[T any](b *gobreaker.CircuitBreaker[any], f func() (T, error)) (T, error) {
	v, err := b.Execute(func() (any, error) { return f() })
	if err != nil {
		var zero T
		return zero, err
	}
	return v.(T), nil
}

// Receipt uses the generic helper.
type Receipt struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[any]
}

// no finding: the helper enters the breaker that it is given
func (r *Receipt) Issue() (*http.Response, error) {
	return protect(r.breaker, func() (*http.Response, error) { return r.client.Get("https://receipt.example") })
}

func (r *Receipt) Void() (*http.Response, error) { // want: bypassed-wrapper
	return retry(func() (*http.Response, error) { return r.client.Get("https://receipt.example") })
}

// no finding: the retry is outside and the breaker inside
func (r *Receipt) Retry() (*http.Response, error) {
	return retry(func() (*http.Response, error) {
		return protect(r.breaker, func() (*http.Response, error) { return r.client.Get("https://receipt.example") })
	})
}

func retry[T any](f func() (T, error)) (v T, err error) {
	for range 3 {
		if v, err = f(); err == nil {
			break
		}
	}
	return v, err
}

// enter is a function that takes the adapter.
func enter(r *Receipt, f func() error) error {
	_, err := r.breaker.Execute(func() (any, error) { return nil, f() })
	return err
}

// no finding: a function of the package enters
func (r *Receipt) Func() error {
	return enter(r, func() error {
		_, err := r.client.Get("https://receipt.example")
		return err
	})
}

// no finding: a local variable is the adapter's breaker
func (r *Receipt) Local() (any, error) {
	b := r.breaker
	return b.Execute(func() (any, error) { return r.client.Get("https://receipt.example") })
}

// no finding: a getter returns the adapter's breaker
func (r *Receipt) Getter() (any, error) {
	return r.cb().Execute(func() (any, error) { return r.client.Get("https://receipt.example") })
}

func (r *Receipt) cb() *gobreaker.CircuitBreaker[any] { return r.breaker }

// Cached calls only when the cache has nothing, and then inside.
func (r *Receipt) Cached(cache map[string]any, key string) (any, error) { // no finding: the path with the call enters
	if v, ok := cache[key]; ok {
		return v, nil
	}
	return r.breaker.Execute(func() (any, error) { return r.client.Get("https://receipt.example/" + key) })
}
