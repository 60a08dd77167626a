// Package waits waits for permits, with a bound and without.
package waits

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"time"

	failsafe "github.com/failsafe-go/failsafe-go/bulkhead"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
)

type adapter struct {
	client *http.Client
	sem    *semaphore.Weighted
	slots  chan struct{}
	bulk   failsafe.Bulkhead[any]
}

func New(client *http.Client) *adapter {
	return &adapter{client: client, sem: semaphore.NewWeighted(8), slots: make(chan struct{}, 8)}
}

var global = semaphore.NewWeighted(4)

// The callers' context.
func (a *adapter) Callers(ctx context.Context, req *http.Request) error {
	if err := a.sem.Acquire(ctx, 1); err != nil { // want: acquire-without-deadline
		return err
	}
	defer a.sem.Release(1)
	return a.do(req)
}

// A context that can be cancelled, and never is.
func (a *adapter) Cancel(req *http.Request) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if err := a.sem.Acquire(ctx, 1); err != nil { // want: acquire-without-deadline
		return err
	}
	defer a.sem.Release(1)
	return a.do(req)
}

// The context of the request that came in.
func (a *adapter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	if err := a.sem.Acquire(ctx, 1); err != nil { // want: acquire-without-deadline
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	defer a.sem.Release(1)
	a.client.Do(r.Clone(ctx))
}

// A package-level semaphore.
func Global(ctx context.Context, client *http.Client, req *http.Request) error {
	if err := global.Acquire(ctx, 1); err != nil { // want: acquire-without-deadline
		return err
	}
	defer global.Release(1)
	_, err := client.Do(req)
	return err
}

// A send outside a select.
func (a *adapter) Send(req *http.Request) error {
	a.slots <- struct{}{} // want: acquire-without-deadline
	defer func() { <-a.slots }()
	return a.do(req)
}

// A select that only heeds the context.
func (a *adapter) Select(ctx context.Context, req *http.Request) error {
	select {
	case a.slots <- struct{}{}: // want: acquire-without-deadline
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-a.slots }()
	return a.do(req)
}

// A context that this function makes for its helper, which has no deadline.
func (a *adapter) Helped(req *http.Request) error { return a.helper(context.TODO(), req) }

func (a *adapter) helper(ctx context.Context, req *http.Request) error {
	if err := a.sem.Acquire(ctx, 1); err != nil { // want: acquire-without-deadline
		return err
	}
	defer a.sem.Release(1)
	return a.do(req)
}

// A semaphore that is handed in.
func Handed(ctx context.Context, sem *semaphore.Weighted, client *http.Client, req *http.Request) error {
	if err := sem.Acquire(context.WithValue(ctx, "k", "v"), 1); err != nil { // want: acquire-without-deadline
		return err
	}
	defer sem.Release(1)
	_, err := client.Do(req)
	return err
}

// A closure that serves requests keeps the semaphore for longer than the function that makes it.
func Middleware(next http.Handler) http.Handler {
	sem := make(chan struct{}, 16)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sem <- struct{}{} // want: acquire-without-deadline
		defer func() { <-sem }()
		next.ServeHTTP(w, r)
	})
}

// A bulkhead of failsafe-go.
func (a *adapter) Bulkhead(ctx context.Context, req *http.Request) error {
	if err := a.bulk.AcquirePermit(ctx); err != nil { // want: acquire-without-deadline
		return err
	}
	defer a.bulk.ReleasePermit()
	return a.do(req)
}

// A limiter of the function's own does not heed the context that is there.
func Limiter(ctx context.Context, client *http.Client, reqs []*http.Request) error {
	sem := make(chan struct{}, 4)
	g, ctx := errgroup.WithContext(ctx)
	for _, req := range reqs {
		sem <- struct{}{} // want: acquire-without-deadline:note
		g.Go(func() error {
			defer func() { <-sem }()
			_, err := client.Do(req.WithContext(ctx))
			return err
		})
	}
	return g.Wait()
}

func (a *adapter) do(req *http.Request) error {
	resp, err := a.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A deadline of its own.
func (a *adapter) Timeout(ctx context.Context, req *http.Request) error {
	wait, cancel := context.WithTimeoutCause(ctx, 100*time.Millisecond, nil)
	defer cancel()
	if err := a.sem.Acquire(wait, 1); err != nil {
		return err
	}
	defer a.sem.Release(1)
	return a.do(req)
}

// The same variable, given a deadline on the way.
func (a *adapter) Reassigned(ctx context.Context, req *http.Request) error {
	var cancel context.CancelFunc
	ctx, cancel = context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := a.sem.Acquire(ctx, 1); err != nil {
		return err
	}
	defer a.sem.Release(1)
	return a.do(req)
}

// A helper that makes the deadline.
func (a *adapter) Made(ctx context.Context, req *http.Request) error {
	wait, cancel := bounded(ctx)
	defer cancel()
	if err := a.sem.Acquire(wait, 1); err != nil {
		return err
	}
	defer a.sem.Release(1)
	return a.do(req)
}

func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, time.Second)
}

// Its only caller makes the deadline.
func (a *adapter) Caller(ctx context.Context, req *http.Request) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return a.called(ctx, req)
}

func (a *adapter) called(ctx context.Context, req *http.Request) error {
	if err := a.sem.Acquire(ctx, 1); err != nil {
		return err
	}
	defer a.sem.Release(1)
	return a.do(req)
}

// A select with a timer, or with a default, is bounded.
func (a *adapter) Timer(ctx context.Context, req *http.Request) error {
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	select {
	case a.slots <- struct{}{}:
	case <-timer.C:
		return context.DeadlineExceeded
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-a.slots }()
	return a.do(req)
}

func (a *adapter) Default(req *http.Request) error {
	select {
	case a.slots <- struct{}{}:
	default:
		return context.DeadlineExceeded
	}
	defer func() { <-a.slots }()
	return a.do(req)
}

// What closes the channel may be a timer: nothing is known of it.
func (a *adapter) Unknown(req *http.Request, giveUp <-chan struct{}) error {
	select {
	case a.slots <- struct{}{}:
	case <-giveUp:
		return context.DeadlineExceeded
	}
	defer func() { <-a.slots }()
	return a.do(req)
}

// A limiter of the function's own heeds the context.
func Heeding(ctx context.Context, client *http.Client, reqs []*http.Request) error {
	sem := semaphore.NewWeighted(4)
	g, ctx := errgroup.WithContext(ctx)
	for _, req := range reqs {
		if err := sem.Acquire(ctx, 1); err != nil {
			break
		}
		g.Go(func() error {
			defer sem.Release(1)
			_, err := client.Do(req)
			return err
		})
	}
	return g.Wait()
}

// A limiter of the function's own heeds a context that ends with the program.
func Running(client *http.Client, reqs []*http.Request) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	heeding(ctx, client, reqs)
	selecting(ctx, client, reqs)
	notHeeding(ctx, client, reqs)
}

func heeding(ctx context.Context, client *http.Client, reqs []*http.Request) {
	sem := semaphore.NewWeighted(4)
	var g errgroup.Group
	for _, req := range reqs {
		g.Go(func() error {
			if err := sem.Acquire(ctx, 1); err != nil {
				return err
			}
			defer sem.Release(1)
			_, err := client.Do(req)
			return err
		})
	}
	_ = g.Wait()
}

func selecting(ctx context.Context, client *http.Client, reqs []*http.Request) {
	sem := make(chan struct{}, 4)
	var g errgroup.Group
	for _, req := range reqs {
		select {
		case <-ctx.Done():
			_ = g.Wait()
			return
		case sem <- struct{}{}:
		}
		g.Go(func() error {
			defer func() { <-sem }()
			_, err := client.Do(req)
			return err
		})
	}
	_ = g.Wait()
}

func notHeeding(ctx context.Context, client *http.Client, reqs []*http.Request) {
	sem := semaphore.NewWeighted(4)
	g, ctx := errgroup.WithContext(ctx)
	for _, req := range reqs {
		_ = sem.Acquire(context.Background(), 1) // want: acquire-without-deadline:note "does not heed ctx"
		g.Go(func() error {
			defer sem.Release(1)
			_, err := client.Do(req.WithContext(ctx))
			return err
		})
	}
	_ = g.Wait()
}

// There is no context to heed.
func NoContext(client *http.Client, reqs []*http.Request) error {
	sem := make(chan struct{}, 4)
	var g errgroup.Group
	for _, req := range reqs {
		sem <- struct{}{}
		g.Go(func() error {
			defer func() { <-sem }()
			_, err := client.Do(req)
			return err
		})
	}
	return g.Wait()
}

// A limiter that is made here and handed to a helper is no bulkhead either.
func Passed(client *http.Client, reqs []*http.Request) {
	sem := make(chan struct{}, 4)
	done := make(chan error)
	for _, req := range reqs {
		go one(sem, client, req, done)
	}
	for range reqs {
		<-done
	}
}

func one(sem chan struct{}, client *http.Client, req *http.Request, done chan<- error) {
	sem <- struct{}{}
	defer func() { <-sem }()
	_, err := client.Do(req)
	done <- err
}

// It waits no longer than it says.
func (a *adapter) MaxWait(ctx context.Context, req *http.Request) error {
	if err := a.bulk.AcquirePermitWithMaxWait(ctx, time.Second); err != nil {
		return err
	}
	defer a.bulk.ReleasePermit()
	return a.do(req)
}

// Stop takes all permits, and keeps them: it waits for the calls under way, with the context of whoever stops.
func (a *adapter) Stop(ctx context.Context, size int64) error { return a.sem.Acquire(ctx, size) }

// Heavy takes several for one call.
func (a *adapter) Heavy(ctx context.Context, req *http.Request, weight int64) error {
	if err := a.sem.Acquire(ctx, weight); err != nil { // want: acquire-without-deadline
		return err
	}
	defer a.sem.Release(weight)
	return a.do(req)
}
