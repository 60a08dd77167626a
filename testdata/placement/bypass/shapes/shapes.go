// Package shapes has acquires and callbacks in many shapes.
package shapes

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"
)

var errBusy = errors.New("busy")

type Sber struct {
	client *http.Client
	sem    chan struct{}
}

func New(c *http.Client, n int) *Sber { return &Sber{client: c, sem: make(chan struct{}, n)} }

// no finding: the timer gives up
func (s *Sber) Timer() (*http.Response, error) {
	t := time.NewTimer(time.Second)
	defer t.Stop()
	select {
	case s.sem <- struct{}{}:
		defer func() { <-s.sem }()
	case <-t.C:
		return nil, errBusy
	}
	return s.client.Get("https://sber.example")
}

// no finding: the error that the select sets is looked at
func (s *Sber) Noted() (*http.Response, error) {
	var err error
	select {
	case s.sem <- struct{}{}:
	default:
		err = errBusy
	}
	if err != nil {
		return nil, err
	}
	defer func() { <-s.sem }()
	return s.client.Get("https://sber.example")
}

func (s *Sber) acquire(ctx context.Context) error {
	select {
	case s.sem <- struct{}{}:
		return nil
	case <-ctx.Done():
		return errors.Join(errBusy, ctx.Err())
	}
}

func (s *Sber) release() { <-s.sem }

// no finding: the helper takes the permit
func (s *Sber) Helper(ctx context.Context) (*http.Response, error) {
	if err := s.acquire(ctx); err != nil {
		return nil, err
	}
	defer s.release()
	return s.client.Get("https://sber.example")
}

// Late calls once more after the permit is back.
func (s *Sber) Late(ctx context.Context) (*http.Response, error) { // want: bypassed-wrapper
	if err := s.acquire(ctx); err != nil {
		return nil, err
	}
	_, _ = s.client.Get("https://sber.example")
	s.release()
	return s.client.Get("https://sber.example/late")
}

func (s *Sber) try() bool {
	select {
	case s.sem <- struct{}{}:
		return true
	default:
		return false
	}
}

// no finding: the helper says whether there was a permit
func (s *Sber) Try() (*http.Response, error) {
	if !s.try() {
		return nil, errBusy
	}
	defer s.release()
	return s.client.Get("https://sber.example")
}

// no finding: the loop ends with a permit
func (s *Sber) Poll(ctx context.Context) (*http.Response, error) {
	for {
		if s.try() {
			break
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		time.Sleep(time.Millisecond)
	}
	defer s.release()
	return s.client.Get("https://sber.example")
}

// no finding: a permit for each round
func (s *Sber) Each(ctx context.Context, urls []string) error {
	for _, u := range urls {
		if err := s.acquire(ctx); err != nil {
			return err
		}
		_, err := s.client.Get(u)
		s.release()
		if err != nil {
			return err
		}
	}
	return nil
}

// Receipt has a permit and a breaker behind helpers.
type Receipt struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
	sem     *semaphore.Weighted
}

// permit is a value that gives back.
type permit struct{ sem *semaphore.Weighted }

func (p *permit) Close() { p.sem.Release(1) }

func (r *Receipt) permit(ctx context.Context) (*permit, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := r.sem.Acquire(ctx, 1); err != nil {
		return nil, errBusy
	}
	return &permit{r.sem}, nil
}

func (r *Receipt) within(ctx context.Context, call func(context.Context) (*http.Response, error)) (resp *http.Response, err error) {
	p, err := r.permit(ctx)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	return r.breaker.Execute(func() (*http.Response, error) { return call(ctx) })
}

func (r *Receipt) get(context.Context) (*http.Response, error) {
	return r.client.Get("https://receipt.example")
}

// no finding: within enters both
func (r *Receipt) Issue(ctx context.Context) (*http.Response, error) { return r.within(ctx, r.get) }

// no finding: a literal that calls the method
func (r *Receipt) Void(ctx context.Context) (*http.Response, error) {
	return r.within(ctx, func(ctx context.Context) (*http.Response, error) { return r.get(ctx) })
}

// no finding: the results are named, and the callback sets them
func (r *Receipt) Named(ctx context.Context) (resp *http.Response, err error) {
	_, err = r.within(ctx, func(ctx context.Context) (*http.Response, error) {
		resp, err = r.get(ctx)
		return resp, err
	})
	return
}

func (r *Receipt) Half(ctx context.Context) (*http.Response, error) { // want: bypassed-wrapper "bulkhead"
	return r.breaker.Execute(func() (*http.Response, error) { return r.get(ctx) })
}

func (r *Receipt) Other(ctx context.Context) (*http.Response, error) { // want: bypassed-wrapper "circuit breaker"
	p, err := r.permit(ctx)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	return r.get(ctx)
}

// Fallback answers from elsewhere when the breaker is open: the mirror is called around it.
func (r *Receipt) Fallback(ctx context.Context) (*http.Response, error) { // want: bypassed-wrapper
	resp, err := r.within(ctx, r.get)
	if errors.Is(err, gobreaker.ErrOpenState) {
		return r.client.Get("https://mirror.receipt.example")
	}
	return resp, err
}

// Recursive calls itself.
func (r *Receipt) Recursive(ctx context.Context, n int) (*http.Response, error) { // no finding: what it calls is itself
	if n > 0 {
		return r.Recursive(ctx, n-1)
	}
	return r.within(ctx, r.get)
}
