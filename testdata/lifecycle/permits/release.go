package permits

import (
	"context"
	"log"
	"net/http"
	"time"

	failsafe "github.com/failsafe-go/failsafe-go/bulkhead"
	"golang.org/x/sync/semaphore"
)

type careless struct {
	client *http.Client
	sem    *semaphore.Weighted
	slots  chan struct{}
	bulk   failsafe.Bulkhead[any]
}

func (c *careless) ignored(ctx context.Context, req *http.Request) {
	ctx, cancel := wait(ctx)
	defer cancel()
	_ = c.sem.Acquire(ctx, 1)
	defer c.sem.Release(1) // want: release-without-acquire
	c.client.Do(req)
}

func (c *careless) dropped(ctx context.Context, req *http.Request) {
	ctx, cancel := wait(ctx)
	defer cancel()
	c.sem.Acquire(ctx, 1)
	c.client.Do(req)
	c.sem.Release(1) // want: release-without-acquire
}

func (c *careless) tooEarly(ctx context.Context, req *http.Request) error {
	ctx, cancel := wait(ctx)
	defer cancel()
	defer c.sem.Release(1) // want: release-without-acquire
	if err := c.sem.Acquire(ctx, 1); err != nil {
		return err
	}
	_, err := c.client.Do(req)
	return err
}

func (c *careless) beforeCheck(ctx context.Context, req *http.Request) error {
	ctx, cancel := wait(ctx)
	defer cancel()
	err := c.sem.Acquire(ctx, 1)
	defer c.sem.Release(1) // want: release-without-acquire
	if err != nil {
		return err
	}
	_, err = c.client.Do(req)
	return err
}

func (c *careless) onError(ctx context.Context, req *http.Request) error {
	ctx, cancel := wait(ctx)
	defer cancel()
	if err := c.sem.Acquire(ctx, 1); err != nil {
		c.sem.Release(1) // want: release-without-acquire
		return err
	}
	defer c.sem.Release(1)
	_, err := c.client.Do(req)
	return err
}

func (c *careless) logged(ctx context.Context, req *http.Request) {
	ctx, cancel := wait(ctx)
	defer cancel()
	if err := c.sem.Acquire(ctx, 1); err != nil {
		log.Println("acquire:", err)
	}
	defer c.sem.Release(1) // want: release-without-acquire
	c.client.Do(req)
}

func (c *careless) tried(req *http.Request) {
	c.sem.TryAcquire(1)
	defer c.sem.Release(1) // want: release-without-acquire
	c.client.Do(req)
}

func (c *careless) timedOut(req *http.Request) {
	select {
	case c.slots <- struct{}{}:
	case <-time.After(time.Second):
		log.Println("busy")
	}
	defer func() {
		<-c.slots // want: release-without-acquire
	}()
	c.client.Do(req)
}

func (c *careless) failsafe(ctx context.Context, req *http.Request) error {
	defer c.bulk.ReleasePermit() // want: release-without-acquire
	if err := c.bulk.AcquirePermitWithMaxWait(ctx, time.Second); err != nil {
		return err
	}
	_, err := c.client.Do(req)
	return err
}

func (c *careless) twice(ctx context.Context, req *http.Request) error {
	ctx, cancel := wait(ctx)
	defer cancel()
	if err := c.sem.Acquire(ctx, 1); err != nil {
		return err
	}
	defer c.sem.Release(1) // want: release-without-acquire
	if _, err := c.client.Do(req); err != nil {
		c.sem.Release(1)
		return err
	}
	return nil
}

func (c *careless) inGoroutine(ctx context.Context, req *http.Request) {
	ctx, cancel := wait(ctx)
	defer cancel()
	_ = c.sem.Acquire(ctx, 1)
	go func() {
		defer c.sem.Release(1) // want: release-without-acquire
		c.client.Do(req)
	}()
}

// Helpers: the error of one that takes a permit is dropped.
func (u *unit) careless(ctx context.Context, req *http.Request) {
	u.bulk.acquire(ctx)
	defer u.bulk.release() // want: release-without-acquire
	u.client.Do(req)
}

// A wait that nothing ends cannot fail.
func (c *careless) cannotFail(req *http.Request) {
	_ = c.sem.Acquire(context.Background(), 1) // want: acquire-without-deadline
	defer c.sem.Release(1)
	c.client.Do(req)
}

// The error is asked for before anything is given back.
func (c *careless) asked(ctx context.Context, req *http.Request) {
	ctx, cancel := wait(ctx)
	defer cancel()
	err := c.sem.Acquire(ctx, 1)
	if err == nil {
		defer c.sem.Release(1)
		c.client.Do(req)
	}
}

// Something else decides what the error means: which of its answers stand for which is not known.
func (c *careless) judged(ctx context.Context, req *http.Request) {
	ctx, cancel := wait(ctx)
	defer cancel()
	err := c.sem.Acquire(ctx, 1)
	if handled(err) {
		return
	}
	defer c.sem.Release(1)
	c.client.Do(req)
}

func handled(err error) bool { return err != nil }

// check does not return when there is an error, as far as anyone can tell.
func (c *careless) checked(ctx context.Context, req *http.Request) {
	ctx, cancel := wait(ctx)
	defer cancel()
	err := c.sem.Acquire(ctx, 1)
	check(err)
	defer c.sem.Release(1)
	c.client.Do(req)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// A function that waits without its permit: it gives it back first.
func (c *careless) yield(ctx context.Context) error {
	c.sem.Release(1)
	time.Sleep(time.Second)
	ctx, cancel := wait(ctx)
	defer cancel()
	return c.sem.Acquire(ctx, 1)
}

// The release is deferred where the permit is there, and only there.
func (c *careless) inBranch(req *http.Request) {
	if c.sem.TryAcquire(1) {
		defer c.sem.Release(1)
	}
	c.client.Do(req)
}

// A bulkhead of failsafe-go.
func (c *careless) bulkhead(ctx context.Context, req *http.Request) error {
	if !c.bulk.TryAcquirePermit() {
		return errBusy
	}
	defer c.bulk.ReleasePermit()
	_, err := c.client.Do(req)
	return err
}

// Nothing ends the context that all callers of scan hand over, so that Acquire does not fail.
func Scan(client *http.Client, reqs []*http.Request) {
	sem := semaphore.NewWeighted(4)
	ctx := context.Background()
	scan(ctx, sem, client, reqs)
	if len(reqs) > 1 {
		scan(context.TODO(), sem, client, reqs)
	}
}

func scan(ctx context.Context, sem *semaphore.Weighted, client *http.Client, reqs []*http.Request) {
	for _, req := range reqs {
		sem.Acquire(ctx, 1)
		go func() {
			defer sem.Release(1)
			client.Do(req)
		}()
	}
}

// One caller of probe has a context that ends.
func Probe(ctx context.Context, client *http.Client, reqs []*http.Request) {
	sem := semaphore.NewWeighted(4)
	probe(context.Background(), sem, client, reqs)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	probe(ctx, sem, client, reqs)
}

func probe(ctx context.Context, sem *semaphore.Weighted, client *http.Client, reqs []*http.Request) {
	for _, req := range reqs {
		sem.Acquire(ctx, 1)
		go func() {
			defer sem.Release(1) // want: release-without-acquire
			client.Do(req)
		}()
	}
}
