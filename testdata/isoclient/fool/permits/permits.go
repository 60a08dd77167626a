// Package permits takes permits in helpers.
package permits

import (
	"context"
	"net/http"
	"sync"

	"golang.org/x/sync/semaphore"

	"example.com/fixtures/isoclient/kit"
)

type gate struct{ sem *semaphore.Weighted }

func (g *gate) enter(ctx context.Context) error { return g.sem.Acquire(ctx, 1) }
func (g *gate) leave()                          { g.sem.Release(1) }

func slack(ctx context.Context, g *gate, c *http.Client) {
	if g.enter(ctx) != nil {
		return
	}
	defer g.leave()
	_, _ = c.Get("https://hooks.slack.com")
}

func pager(ctx context.Context, g *gate, c *http.Client) {
	if g.enter(ctx) != nil {
		return
	}
	defer g.leave()
	_, _ = c.Get("https://events.pagerduty.com")
}

func one(ctx context.Context) {
	g := &gate{semaphore.NewWeighted(4)} // want: shared-bulkhead
	slack(ctx, g, kit.Client())
	pager(ctx, g, kit.Client())
}

// A gate each.
func apart(ctx context.Context) {
	slack(ctx, &gate{semaphore.NewWeighted(4)}, kit.Client())
	pager(ctx, &gate{semaphore.NewWeighted(4)}, kit.Client())
}

// The semaphore bounds work on the processor, and no call is made under it.
func local(ctx context.Context, work func()) {
	sem := semaphore.NewWeighted(4)
	if sem.Acquire(ctx, 1) != nil {
		return
	}
	work()
	sem.Release(1)
}

// One limiter for jobs of all kinds that end before this function does.
func fanOut(ctx context.Context, urls []string) {
	sem := make(chan struct{}, 4)
	var wg sync.WaitGroup
	c := kit.Client()
	for _, u := range urls {
		wg.Add(1)
		go func() {
			defer wg.Done()
			sem <- struct{}{}
			defer func() { <-sem }()
			_, _ = c.Get(u)
		}()
	}
	wg.Wait()
}

// The program stops when the channel is closed: it is a signal.
func signal() {
	stop := make(chan struct{}, 1)
	a, b := kit.Client(), kit.Client()
	go func() {
		<-stop
		_, _ = a.Get("https://hooks.slack.com")
	}()
	stop <- struct{}{}
	_, _ = b.Get("https://events.pagerduty.com")
}

// A walk takes a permit of its own for each step that leads to another: the function runs inside its own entry.
func walk(ctx context.Context, c *http.Client) {
	sem := semaphore.NewWeighted(4)
	var step func(depth int)
	step = func(depth int) {
		if sem.Acquire(ctx, 1) != nil {
			return
		}
		defer sem.Release(1)
		_, _ = c.Get("https://hooks.slack.com")
		if depth > 0 {
			step(depth - 1)
		}
	}
	step(3)
}

// The same of two functions that lead to each other.
func turns(ctx context.Context, c *http.Client) {
	sem := semaphore.NewWeighted(4)
	var even, odd func(depth int)
	even = func(depth int) {
		if sem.Acquire(ctx, 1) == nil {
			_, _ = c.Get("https://hooks.slack.com")
			odd(depth - 1)
			sem.Release(1)
		}
	}
	odd = func(depth int) {
		if sem.Acquire(ctx, 1) == nil {
			_, _ = c.Get("https://hooks.slack.com/odd")
			even(depth - 1)
			sem.Release(1)
		}
	}
	even(3)
}
