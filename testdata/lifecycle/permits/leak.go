// Package permits takes permits and gives them back, or does not.
package permits

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
)

var errBusy = errors.New("busy")

type adapter struct {
	client *http.Client
	sem    *semaphore.Weighted
	host   *semaphore.Weighted
	lost   *semaphore.Weighted
}

func wait(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, 100*time.Millisecond)
}

// An early return between acquire and release.
func (a *adapter) early(ctx context.Context, req *http.Request) error {
	ctx, cancel := wait(ctx)
	defer cancel()
	if err := a.sem.Acquire(ctx, 1); err != nil { // want: permit-leak
		return err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	a.sem.Release(1)
	return nil
}

// The second permit is not there, and the first one stays taken.
func (a *adapter) second(ctx context.Context, req *http.Request) error {
	ctx, cancel := wait(ctx)
	defer cancel()
	if err := a.sem.Acquire(ctx, 1); err != nil { // want: permit-leak
		return err
	}
	if err := a.host.Acquire(ctx, 1); err != nil {
		return err
	}
	defer a.host.Release(1)
	_, err := a.client.Do(req)
	a.sem.Release(1)
	return err
}

// One branch of a switch forgets.
func (a *adapter) branch(ctx context.Context, req *http.Request) error {
	if !a.sem.TryAcquire(1) { // want: permit-leak
		return errBusy
	}
	resp, err := a.client.Do(req)
	switch {
	case err != nil:
		a.sem.Release(1)
		return err
	case resp.StatusCode == http.StatusNotFound:
		return nil
	}
	a.sem.Release(1)
	return nil
}

// A round of the loop that is cut short keeps its permit.
func (a *adapter) loop(ctx context.Context, reqs []*http.Request) error {
	ctx, cancel := wait(ctx)
	defer cancel()
	for _, req := range reqs {
		if err := a.sem.Acquire(ctx, 1); err != nil { // want: permit-leak
			return err
		}
		resp, err := a.client.Do(req)
		if err != nil {
			continue
		}
		resp.Body.Close()
		a.sem.Release(1)
	}
	return nil
}

// A goroutine that has to give the permit back does not always.
func (a *adapter) goroutine(ctx context.Context, req *http.Request) error {
	ctx, cancel := wait(ctx)
	defer cancel()
	if err := a.sem.Acquire(ctx, 1); err != nil { // want: permit-leak
		return err
	}
	go func() {
		resp, err := a.client.Do(req)
		if err != nil {
			return
		}
		resp.Body.Close()
		a.sem.Release(1)
	}()
	return nil
}

// Nothing in the package gives these back.
func (a *adapter) never(ctx context.Context, req *http.Request) error {
	ctx, cancel := wait(ctx)
	defer cancel()
	if err := a.lost.Acquire(ctx, 1); err != nil { // want: permit-leak
		return err
	}
	_, err := a.client.Do(req)
	return err
}

// A local limiter whose goroutines keep their permits.
func stuck(ctx context.Context, urls []string, get func(string)) error {
	sem := semaphore.NewWeighted(4)
	for _, u := range urls {
		if err := sem.Acquire(ctx, 1); err != nil { // want: permit-leak
			return err
		}
		go get(u)
	}
	return nil
}

// Between the acquire and the goroutine that releases, a round may be skipped.
func skipping(ctx context.Context, client *http.Client, urls []string) error {
	sem := make(chan struct{}, 4)
	var g errgroup.Group
	for _, u := range urls {
		sem <- struct{}{} // want: permit-leak, acquire-without-deadline:note
		if u == "" {
			continue
		}
		g.Go(func() error {
			defer func() { <-sem }()
			_, err := client.Get(u)
			return err
		})
	}
	return g.Wait()
}

// A function that returns its release, which is not called on all paths.
func (a *adapter) enter(ctx context.Context) (func(), error) {
	ctx, cancel := wait(ctx)
	defer cancel()
	if err := a.sem.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	return func() { a.sem.Release(1) }, nil
}

func (a *adapter) returned(ctx context.Context, req *http.Request) error {
	release, err := a.enter(ctx) // want: permit-leak
	if err != nil {
		return err
	}
	if req.URL.Host == "" {
		return errBusy
	}
	_, err = a.client.Do(req)
	release()
	return err
}

// Methods of a type of the package around a channel.
type bulkhead struct{ slots chan struct{} }

func newBulkhead(n int) *bulkhead { return &bulkhead{slots: make(chan struct{}, n)} }

func (b *bulkhead) acquire(ctx context.Context) error {
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	select {
	case b.slots <- struct{}{}:
		return nil
	case <-timer.C:
		return errBusy
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b *bulkhead) release() { <-b.slots }

type unit struct {
	bulk   *bulkhead
	client *http.Client
}

func (u *unit) do(ctx context.Context, req *http.Request) (*http.Response, error) {
	if err := u.bulk.acquire(ctx); err != nil { // want: permit-leak
		return nil, err
	}
	resp, err := u.client.Do(req)
	if err != nil {
		return nil, err
	}
	u.bulk.release()
	return resp, nil
}

// A pool of tokens, filled at the start.
func tokens(client *http.Client, urls []string) {
	tokens := make(chan struct{}, 4)
	for range 4 {
		tokens <- struct{}{}
	}
	var wg sync.WaitGroup
	for _, u := range urls {
		<-tokens // want: permit-leak
		if u == "" {
			continue
		}
		wg.Go(func() {
			defer func() { tokens <- struct{}{} }()
			if resp, err := client.Get(u); err == nil {
				resp.Body.Close()
			}
		})
	}
	wg.Wait()
}

// The permit of a failed hand-over stays taken, because the error path forgets it.
func (u *unit) open(ctx context.Context, req *http.Request) (*http.Response, error) {
	if err := u.bulk.acquire(ctx); err != nil { // want: permit-leak
		return nil, err
	}
	resp, err := u.client.Do(req)
	if err != nil {
		u.bulk.release()
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, errBusy
	}
	resp.Body = &body{ReadCloser: resp.Body, bulk: u.bulk}
	return resp, nil
}

type body struct {
	io.ReadCloser
	bulk *bulkhead
}

func (b *body) Close() error {
	defer b.bulk.release()
	return b.ReadCloser.Close()
}
