// Package weighted shares semaphores of x/sync.
package weighted

import (
	"context"
	"net/http"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"example.com/fixtures/isoclient/kit"
)

var sem = semaphore.NewWeighted(16) // want: shared-bulkhead

type SberAdapter struct{ c *http.Client }

func (a *SberAdapter) Pay(r *http.Request) error {
	if err := sem.Acquire(r.Context(), 1); err != nil {
		return err
	}
	defer sem.Release(1)
	_, err := a.c.Do(r)
	return err
}

type ReceiptAdapter struct{ c *http.Client }

func (a *ReceiptAdapter) Print(r *http.Request) {
	if !sem.TryAcquire(1) {
		return
	}
	defer sem.Release(1)
	_, _ = a.c.Do(r)
}

// limiter is a semaphore type of the program's own.
type limiter struct{ *semaphore.Weighted }

func (l limiter) run(ctx context.Context, f func()) {
	if l.Acquire(ctx, 1) == nil {
		defer l.Release(1)
		f()
	}
}

func limited(ctx context.Context) {
	l := limiter{semaphore.NewWeighted(4)} // want: shared-bulkhead
	a, b := kit.Client(), kit.Client()
	l.run(ctx, func() { _, _ = a.Get("https://hooks.slack.com") })
	l.run(ctx, func() { _, _ = b.Get("https://events.pagerduty.com") })
}

// A semaphore each.
func apart(ctx context.Context) {
	a, b := kit.Client(), kit.Client()
	limiter{semaphore.NewWeighted(4)}.run(ctx, func() { _, _ = a.Get("https://hooks.slack.com") })
	limiter{semaphore.NewWeighted(4)}.run(ctx, func() { _, _ = b.Get("https://events.pagerduty.com") })
}

// The program's own work is no external system.
func mixed(ctx context.Context, work func()) {
	l := limiter{semaphore.NewWeighted(4)}
	a := kit.Client()
	l.run(ctx, work)
	l.run(ctx, func() { _, _ = a.Get("https://hooks.slack.com") })
}

// An errgroup that is made and joined here bounds one job, and outlives nothing.
func group() error {
	var g errgroup.Group
	g.SetLimit(2)
	a, b := kit.Client(), kit.Client()
	g.Go(func() error { _, err := a.Get("https://hooks.slack.com"); return err })
	g.Go(func() error { _, err := b.Get("https://events.pagerduty.com"); return err })
	return g.Wait()
}
