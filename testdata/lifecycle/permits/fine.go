package permits

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
)

// The error path of Acquire holds nothing.
func (a *adapter) deferred(ctx context.Context, req *http.Request) error {
	ctx, cancel := wait(ctx)
	defer cancel()
	err := a.sem.Acquire(ctx, 1)
	if err != nil {
		return fmt.Errorf("busy: %w", err)
	}
	defer a.sem.Release(1)
	_, err = a.client.Do(req)
	return err
}

// Errors of several kinds: nil is none of them.
func (a *adapter) kinds(ctx context.Context, req *http.Request) error {
	ctx, cancel := wait(ctx)
	defer cancel()
	err := a.sem.Acquire(ctx, 1)
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case err != nil:
		return errBusy
	}
	_, err = a.client.Do(req)
	a.sem.Release(1)
	return err
}

// A flag remembers whether there is a permit.
func (a *adapter) flag(ctx context.Context, req *http.Request, limited bool) error {
	acquired := false
	if limited {
		if !a.sem.TryAcquire(1) {
			return errBusy
		}
		acquired = true
	}
	_, err := a.client.Do(req)
	if acquired {
		a.sem.Release(1)
	}
	return err
}

// The same condition decides about both.
func (a *adapter) optional(req *http.Request) error {
	if a.sem != nil {
		if !a.sem.TryAcquire(1) {
			return errBusy
		}
	}
	_, err := a.client.Do(req)
	if a.sem != nil {
		a.sem.Release(1)
	}
	return err
}

// Try first, then wait.
func (a *adapter) patient(ctx context.Context, req *http.Request) error {
	if !a.sem.TryAcquire(1) {
		ctx, cancel := wait(ctx)
		defer cancel()
		if err := a.sem.Acquire(ctx, 1); err != nil {
			return err
		}
	}
	defer a.sem.Release(1)
	_, err := a.client.Do(req)
	return err
}

// Some attempts to get one.
func (a *adapter) attempts(req *http.Request) error {
	got := false
	for range 3 {
		if a.sem.TryAcquire(1) {
			got = true
			break
		}
		time.Sleep(time.Millisecond)
	}
	if !got {
		return errBusy
	}
	defer a.sem.Release(1)
	_, err := a.client.Do(req)
	return err
}

// The process ends: nothing is lost with it.
func (a *adapter) fatal(ctx context.Context, req *http.Request) {
	ctx, cancel := wait(ctx)
	defer cancel()
	if err := a.sem.Acquire(ctx, 1); err != nil {
		log.Fatal(err)
	}
	if _, err := a.client.Do(req); err != nil {
		os.Exit(1)
	}
	if req.Body == nil {
		panic("no body")
	}
	a.sem.Release(1)
}

// The goroutine gives it back.
func (a *adapter) background(ctx context.Context, req *http.Request) error {
	ctx, cancel := wait(ctx)
	defer cancel()
	if err := a.sem.Acquire(ctx, 1); err != nil {
		return err
	}
	go func() {
		defer a.sem.Release(1)
		a.client.Do(req)
	}()
	return nil
}

// The caller gets the release.
func (a *adapter) method(ctx context.Context) (func(), bool) {
	if !a.sem.TryAcquire(1) {
		return nil, false
	}
	release := func() { a.sem.Release(1) }
	return release, true
}

// It calls it in a defer, or hands it on.
func (a *adapter) uses(ctx context.Context, req *http.Request) error {
	release, ok := a.method(ctx)
	if !ok {
		return errBusy
	}
	defer release()
	_, err := a.client.Do(req)
	return err
}

func (a *adapter) handsOn(ctx context.Context, req *http.Request) (func(), error) {
	release, err := a.enter(ctx)
	if err != nil {
		return nil, err
	}
	a.client.Do(req)
	return release, nil
}

// Two methods around a semaphore: neither is a leak by itself.
func (a *adapter) lock(ctx context.Context) error { return a.host.Acquire(ctx, 1) } // want: acquire-without-deadline

func (a *adapter) unlock() { a.host.Release(1) }

func (a *adapter) locked(ctx context.Context, req *http.Request) error {
	if err := a.lock(ctx); err != nil {
		return err
	}
	defer a.unlock()
	_, err := a.client.Do(req)
	return err
}

// The permit lasts until the body is closed.
func (u *unit) stream(ctx context.Context, req *http.Request) (*http.Response, error) {
	if err := u.bulk.acquire(ctx); err != nil {
		return nil, err
	}
	resp, err := u.client.Do(req)
	if err != nil {
		u.bulk.release()
		return nil, err
	}
	resp.Body = &body{ReadCloser: resp.Body, bulk: u.bulk}
	return resp, nil
}

// A limiter of a function, and goroutines that give back. The last lines wait for all of them.
func limited(ctx context.Context, client *http.Client, urls []string) error {
	sem := semaphore.NewWeighted(8)
	for _, u := range urls {
		if err := sem.Acquire(ctx, 1); err != nil {
			return err
		}
		go func() {
			defer sem.Release(1)
			client.Get(u)
		}()
	}
	return sem.Acquire(ctx, 8)
}

// The same with a channel, which is filled to wait.
func filled(ctx context.Context, client *http.Client, urls []string) {
	sem := make(chan struct{}, 4)
	for _, u := range urls {
		select {
		case sem <- struct{}{}:
		case <-ctx.Done():
			return
		}
		go func() {
			defer func() { <-sem }()
			client.Get(u)
		}()
	}
	for range cap(sem) {
		sem <- struct{}{}
	}
}

// All permits are taken to drain, and kept.
func (b *bulkhead) drain(ctx context.Context) error {
	for range cap(b.slots) {
		select {
		case b.slots <- struct{}{}:
		case <-time.After(time.Second):
			return errBusy
		}
	}
	return nil
}

// Several permits are given back together.
func (a *adapter) many(ctx context.Context, n int64, req *http.Request) error {
	ctx, cancel := wait(ctx)
	defer cancel()
	if err := a.sem.Acquire(ctx, n); err != nil {
		return err
	}
	defer a.sem.Release(n)
	_, err := a.client.Do(req)
	return err
}

// Another goroutine waits for the end and gives back.
func (a *adapter) watch(ctx context.Context, req *http.Request) (<-chan error, error) {
	ctx, cancel := wait(ctx)
	defer cancel()
	if err := a.sem.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	done := make(chan error, 1)
	go a.run(req, done)
	return done, nil
}

func (a *adapter) run(req *http.Request, done chan<- error) {
	defer a.sem.Release(1)
	_, err := a.client.Do(req)
	done <- err
}

// A semaphore by name: which one it is cannot be told, but every path gives it back.
type registry struct {
	mu   sync.Mutex
	sems map[string]*semaphore.Weighted
}

func (r *registry) get(name string) *semaphore.Weighted {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sems[name]
}

func (r *registry) call(ctx context.Context, name string, fn func() error) error {
	ctx, cancel := wait(ctx)
	defer cancel()
	sem := r.get(name)
	if err := sem.Acquire(ctx, 1); err != nil {
		return err
	}
	defer sem.Release(1)
	return fn()
}

// A deferred function that looks at what was returned.
func (a *adapter) onError(ctx context.Context, req *http.Request) (resp *http.Response, err error) {
	if !a.sem.TryAcquire(1) {
		return nil, errBusy
	}
	defer func() {
		if err != nil {
			a.sem.Release(1)
		}
	}()
	return a.client.Do(req)
}

// A queue is no semaphore, and neither is a signal.
func signal(g *errgroup.Group) {
	done := make(chan struct{}, 2)
	for range 2 {
		g.Go(func() error {
			done <- struct{}{}
			return nil
		})
	}
	<-done
	<-done
}
