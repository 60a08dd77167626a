// Package fanout starts goroutines that call a system.
package fanout

import (
	"context"
	"net/http"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"example.com/fixtures/lifecycle/fanout/remote"
)

type adapter struct {
	client *http.Client
	sem    *semaphore.Weighted
	url    string
	group  errgroup.Group
	capped errgroup.Group
	n      int
}

func (a *adapter) get(ctx context.Context, id string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.url+id, nil)
	if err != nil {
		return err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Through a helper.
func (a *adapter) helper(ctx context.Context, ids []string) {
	for _, id := range ids {
		go a.get(ctx, id) // want: unbounded-fanout
	}
}

// errgroup without a limit.
func (a *adapter) errgroup(ctx context.Context, ids []string) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, id := range ids {
		g.Go(func() error { return a.get(ctx, id) }) // want: unbounded-fanout
	}
	return g.Wait()
}

// A negative limit is none.
func (a *adapter) negative(ctx context.Context, ids []string) error {
	var g errgroup.Group
	g.SetLimit(-1)
	for _, id := range ids {
		g.Go(func() error { return a.get(ctx, id) }) // want: unbounded-fanout
	}
	return g.Wait()
}

// wg.Go, over an index.
func (a *adapter) waitGroup(ctx context.Context, ids []string) {
	var wg sync.WaitGroup
	for i := range len(ids) {
		wg.Go(func() { a.get(ctx, ids[i]) }) // want: unbounded-fanout
	}
	wg.Wait()
}

// As many as the caller says.
func (a *adapter) counted(ctx context.Context, n int) {
	for i := 0; i < n; i++ {
		go func() { a.get(ctx, "x") }() // want: unbounded-fanout
	}
}

// A message each.
func (a *adapter) messages(ctx context.Context, messages <-chan string) {
	for m := range messages {
		go func(id string) { a.get(ctx, id) }(m) // want: unbounded-fanout
	}
}

func (a *adapter) consume(ctx context.Context, messages <-chan string) {
	for {
		select {
		case m := <-messages:
			go a.get(ctx, m) // want: unbounded-fanout
		case <-ctx.Done():
			return
		}
	}
}

// A map.
func (a *adapter) byKey(ctx context.Context, orders map[string]int) {
	for id := range orders {
		go a.get(ctx, id) // want: unbounded-fanout
	}
}

// A group in a field without a limit.
func (a *adapter) field(ctx context.Context, ids []string) {
	for _, id := range ids {
		a.group.Go(func() error { return a.get(ctx, id) }) // want: unbounded-fanout
	}
}

// Another package of the module makes the call.
func elsewhere(ctx context.Context, c *remote.Client, ids []string) {
	for _, id := range ids {
		go func() { c.Get(ctx, id) }() // want: unbounded-fanout
	}
}

// A function that starts a goroutine and does not wait is called in a loop.
func (a *adapter) start(ctx context.Context, id string) {
	go a.get(ctx, id) // want: unbounded-fanout
}

func (a *adapter) all(ctx context.Context, ids []string) {
	for _, id := range ids {
		a.start(ctx, id)
	}
}

// A retry inside the goroutine is no worker.
func (a *adapter) retries(ctx context.Context, ids []string) {
	for _, id := range ids {
		go func() { // want: unbounded-fanout
			for range 3 {
				if a.get(ctx, id) == nil {
					return
				}
			}
		}()
	}
}

// errgroup with a limit.
func (a *adapter) limited(ctx context.Context, ids []string) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(a.n)
	for _, id := range ids {
		g.Go(func() error { return a.get(ctx, id) })
	}
	return g.Wait()
}

// The limit is set where the group's holder is made.
func newAdapter() *adapter {
	a := &adapter{client: http.DefaultClient}
	a.capped.SetLimit(4)
	return a
}

func (a *adapter) cappedField(ctx context.Context, ids []string) {
	for _, id := range ids {
		a.capped.Go(func() error { return a.get(ctx, id) })
	}
}

// The caller's group may have a limit.
func (a *adapter) handed(ctx context.Context, g *errgroup.Group, ids []string) {
	for _, id := range ids {
		g.Go(func() error { return a.get(ctx, id) })
	}
}

// A helper may set the limit.
func (a *adapter) configured(ctx context.Context, ids []string) error {
	var g errgroup.Group
	configure(&g)
	for _, id := range ids {
		g.Go(func() error { return a.get(ctx, id) })
	}
	return g.Wait()
}

func configure(g *errgroup.Group) { g.SetLimit(3) }

// A small constant number.
func (a *adapter) three(ctx context.Context) {
	for i := range 3 {
		go a.get(ctx, string(rune('a'+i)))
	}
	for _, id := range []string{"a", "b"} {
		go a.get(ctx, id)
	}
	for _, id := range [4]string{} {
		go a.get(ctx, id)
	}
}

// A number that is a setting.
func (a *adapter) setting(ctx context.Context) {
	for range a.n {
		go a.get(ctx, "x")
	}
	for range runtime.NumCPU() {
		go a.get(ctx, "x")
	}
}

// Workers take their items from a channel.
func (a *adapter) workers(ctx context.Context, n int, ids <-chan string) {
	for range n {
		go func() {
			for id := range ids {
				a.get(ctx, id)
			}
		}()
	}
}

// Workers in a method of their own.
func (a *adapter) pool(ctx context.Context, n int, ids <-chan string) {
	for i := 0; i < n; i++ {
		go a.work(ctx, ids)
	}
}

func (a *adapter) work(ctx context.Context, ids <-chan string) {
	for {
		select {
		case id, ok := <-ids:
			if !ok {
				return
			}
			a.get(ctx, id)
		case <-ctx.Done():
			return
		}
	}
}

// A permit before the goroutine.
func (a *adapter) before(ctx context.Context, ids []string) {
	slots := make(chan struct{}, 4)
	for _, id := range ids {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			return
		}
		go func() {
			defer func() { <-slots }()
			a.get(ctx, id)
		}()
	}
}

// A permit inside the goroutine, in a helper.
func (a *adapter) inside(ctx context.Context, ids []string) {
	for _, id := range ids {
		go a.guarded(ctx, id)
	}
}

func (a *adapter) guarded(ctx context.Context, id string) error {
	wait, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := a.sem.Acquire(wait, 1); err != nil {
		return err
	}
	defer a.sem.Release(1)
	return a.get(ctx, id)
}

// Batches are waited for.
func (a *adapter) batches(ctx context.Context, batches [][]string) {
	for _, batch := range batches {
		var wg sync.WaitGroup
		for _, id := range batch {
			wg.Go(func() { a.get(ctx, id) })
		}
		wg.Wait()
	}
}

// One at a time, under a lock.
func (a *adapter) locked(ctx context.Context, ids []string) {
	var mu sync.Mutex
	for _, id := range ids {
		go func() {
			mu.Lock()
			defer mu.Unlock()
			a.get(ctx, id)
		}()
	}
}

// One goroutine for each of several systems.
func each(ctx context.Context, adapters []*adapter) {
	for _, one := range adapters {
		go one.get(ctx, "status")
	}
}

// Their clients come with the items.
func eachClient(ctx context.Context, all map[string]*adapter) {
	for _, one := range all {
		go func() { one.get(ctx, "status") }()
	}
}

// Nothing goes out.
func quiet(ids []string) {
	for range ids {
		go func() { time.Sleep(time.Second) }()
	}
}

// A tick starts one.
func (a *adapter) ticks(ctx context.Context) {
	for range time.Tick(time.Minute) {
		go a.get(ctx, "x")
	}
}

// The goroutine waits for a limiter of the program's own.
type limiter interface {
	Acquire(ctx context.Context) error
}

func (a *adapter) custom(ctx context.Context, l limiter, ids []string) {
	for _, id := range ids {
		go func() {
			if l.Acquire(ctx) == nil {
				a.get(ctx, id)
			}
		}()
	}
}

// A part of a list.
func (a *adapter) some(ctx context.Context, ids []string) {
	for _, id := range ids[:min(len(ids), 5)] {
		go a.get(ctx, id)
	}
}

type webhook struct{ url string }

// Each webhook is somebody else's system.
func (a *adapter) deliver(ctx context.Context, webhooks []webhook) {
	for _, wh := range webhooks {
		go a.get(ctx, wh.url)
	}
}

// Messages go to one.
func (a *adapter) publish(ctx context.Context, messages []webhook) {
	for _, m := range messages {
		go a.get(ctx, m.url) // want: unbounded-fanout
	}
}
