package waits

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/sync/semaphore"
)

// pair tells when its two sides are done: what is sent is a signal, and who receives it waits.
type pair struct{ done chan struct{} }

func newPair() *pair { return &pair{done: make(chan struct{}, 2)} }

func (p *pair) sideDone() { p.done <- struct{}{} }

func (p *pair) wait(most time.Duration) bool {
	<-p.done
	select {
	case <-p.done:
		return true
	case <-time.After(most):
		return false
	}
}

// tokens is a semaphore of two methods.
type tokens struct{ free chan struct{} }

func newTokens() *tokens { return &tokens{free: make(chan struct{}, 4)} }

func (t *tokens) Get() { t.free <- struct{}{} } // want: acquire-without-deadline

func (t *tokens) Put() { <-t.free }

// once has room for one: it is a lock, which bounds no calls.
type once struct {
	client *http.Client
	lock   chan struct{}
}

func newOnce(c *http.Client) *once { return &once{client: c, lock: make(chan struct{}, 1)} }

func (o *once) acquire() { o.lock <- struct{}{} }

func (o *once) release() { <-o.lock }

func (o *once) Refresh(req *http.Request) error {
	o.acquire()
	defer o.release()
	resp, err := o.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// watcher asks itself for another round. Who receives that waits for other things as well, so it gives no permit back.
type watcher struct {
	again chan struct{}
	other chan string
}

func newWatcher() *watcher { return &watcher{again: make(chan struct{}, 1), other: make(chan string)} }

func (w *watcher) watch(done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-w.other:
			select {
			case w.again <- struct{}{}:
			default:
			}
		case <-w.again:
			println("round")
		}
	}
}

// A permit that is given back in a select which only does not want to wait.
func (t *tokens) try(client *http.Client, req *http.Request) {
	t.free <- struct{}{} // want: acquire-without-deadline
	client.Do(req)
	select {
	case <-t.free:
	default:
	}
}

// limiter is a semaphore whose release never waits, even where nothing was taken.
type limiter struct{ slots chan struct{} }

func newLimiter() *limiter { return &limiter{slots: make(chan struct{}, 4)} }

func (l *limiter) Acquire() { l.slots <- struct{}{} } // want: acquire-without-deadline

func (l *limiter) Release() {
	select {
	case <-l.slots:
	default:
	}
}

// bell rings, and may be told to forget that it did: no call is limited.
type bell struct{ rung chan struct{} }

func newBell() *bell { return &bell{rung: make(chan struct{}, 4)} }

func (b *bell) Ring() { b.rung <- struct{}{} }

func (b *bell) Reset() {
	select {
	case <-b.rung:
	default:
	}
}

// refresher has one permit: it is a lock as well. The semaphore beside it has more.
type refresher struct {
	client *http.Client
	lock   *semaphore.Weighted
	sem    *semaphore.Weighted
}

func newRefresher(c *http.Client) *refresher {
	return &refresher{client: c, lock: semaphore.NewWeighted(1), sem: semaphore.NewWeighted(2)}
}

func (r *refresher) refresh(ctx context.Context, req *http.Request) error {
	if err := r.lock.Acquire(ctx, 1); err != nil {
		return err
	}
	defer r.lock.Release(1)
	_, err := r.client.Do(req)
	return err
}

func (r *refresher) fetch(ctx context.Context, req *http.Request) error {
	if err := r.sem.Acquire(ctx, 1); err != nil { // want: acquire-without-deadline
		return err
	}
	defer r.sem.Release(1)
	_, err := r.client.Do(req)
	return err
}
