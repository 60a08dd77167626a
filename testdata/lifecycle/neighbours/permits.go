// Package neighbours has programs that look like those of the other fixtures and are not.
package neighbours

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

const patience = 50 * time.Millisecond

// 1: a semaphore that a closure keeps, in a handler.
func middleware(next http.Handler) http.Handler {
	sem := semaphore.NewWeighted(10)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !sem.TryAcquire(1) { // want: permit-leak
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		if r.Method != http.MethodGet {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		next.ServeHTTP(w, r)
		sem.Release(1)
	})
}

type api struct {
	client *http.Client
	sem    *semaphore.Weighted
	slots  chan struct{}
	hosts  map[string]*semaphore.Weighted
	on     bool
}

func newAPI(c *http.Client) *api {
	return &api{client: c, sem: semaphore.NewWeighted(4), slots: make(chan struct{}, 4)}
}

// 2: a labelled break leaves with the permit.
func (a *api) labelled(reqs []*http.Request) error {
loop:
	for _, req := range reqs {
		if !a.sem.TryAcquire(1) { // want: permit-leak
			return errBusy
		}
		resp, err := a.client.Do(req)
		switch {
		case err != nil:
			break loop
		default:
			resp.Body.Close()
		}
		a.sem.Release(1)
	}
	return nil
}

// 3: the defer stands before the acquire and asks a flag.
func (a *api) flagged(req *http.Request) error {
	acquired := false
	defer func() {
		if acquired {
			a.sem.Release(1)
		}
	}()
	if !a.sem.TryAcquire(1) {
		return errBusy
	}
	acquired = true
	_, err := a.client.Do(req)
	return err
}

// 4: each round has a function of its own.
func (a *api) rounds(reqs []*http.Request) error {
	for _, req := range reqs {
		if !a.sem.TryAcquire(1) {
			return errBusy
		}
		err := func() error {
			defer a.sem.Release(1)
			_, err := a.client.Do(req)
			return err
		}()
		if err != nil {
			return err
		}
	}
	return nil
}

// 5: one type of answer is forgotten.
func (a *api) types(req *http.Request, answer any) error {
	if !a.sem.TryAcquire(1) { // want: permit-leak
		return errBusy
	}
	switch answer.(type) {
	case *http.Response:
		return nil
	case error:
	}
	a.sem.Release(1)
	return nil
}

// 6: a method that tries.
func (a *api) tryEnter() bool { return a.sem.TryAcquire(1) }
func (a *api) leave()         { a.sem.Release(1) }

func (a *api) tried(req *http.Request) error {
	if !a.tryEnter() {
		return errBusy
	}
	defer a.leave()
	_, err := a.client.Do(req)
	return err
}

func (a *api) triedAndLost(req *http.Request) error {
	if !a.tryEnter() { // want: permit-leak
		return errBusy
	}
	if req.URL == nil {
		return errBusy
	}
	defer a.leave()
	_, err := a.client.Do(req)
	return err
}

// 7: an embedded semaphore.
type embedded struct {
	*semaphore.Weighted
	client *http.Client
}

func (e *embedded) get(req *http.Request) error {
	if !e.TryAcquire(1) { // want: permit-leak
		return errBusy
	}
	if _, err := e.client.Do(req); err != nil {
		return err
	}
	e.Release(1)
	return nil
}

func (e *embedded) fine(req *http.Request) error {
	if !e.TryAcquire(1) {
		return errBusy
	}
	defer e.Weighted.Release(1)
	_, err := e.client.Do(req)
	return err
}

// 8: a generic pool.
type pool[T any] struct{ slots chan struct{} }

func newPool[T any](n int) *pool[T] { return &pool[T]{slots: make(chan struct{}, n)} }

func (p *pool[T]) try(call func() (T, error)) (T, error) {
	var none T
	select {
	case p.slots <- struct{}{}: // want: permit-leak
	default:
		return none, errBusy
	}
	v, err := call()
	if err != nil {
		return none, err
	}
	<-p.slots
	return v, nil
}

// 9: a method value is deferred.
func (a *api) value(req *http.Request) error {
	if !a.sem.TryAcquire(1) {
		return errBusy
	}
	release := a.sem.Release
	defer release(1)
	_, err := a.client.Do(req)
	return err
}

// 10: a semaphore a host.
func (a *api) host(req *http.Request) error {
	sem := a.hosts[req.URL.Host]
	if sem == nil {
		return errBusy
	}
	if !sem.TryAcquire(1) { // want: permit-leak
		return errBusy
	}
	if _, err := a.client.Do(req); err != nil {
		return err
	}
	sem.Release(1)
	return nil
}

// 11: an outer continue.
func (a *api) outer(all [][]*http.Request) {
outer:
	for _, reqs := range all {
		for _, req := range reqs {
			select {
			case a.slots <- struct{}{}: // want: permit-leak
			case <-time.After(patience):
				continue outer
			}
			if _, err := a.client.Do(req); err != nil {
				continue outer
			}
			<-a.slots
		}
	}
}

// 12: the permit goes through a channel.
type permit struct{ a *api }

func (p permit) done() { p.a.sem.Release(1) }

func (a *api) queued(to chan<- permit) error {
	if !a.sem.TryAcquire(1) {
		return errBusy
	}
	to <- permit{a}
	return nil
}

// 13: a group that may refuse.
func (a *api) refused(g *errgroup.Group, req *http.Request) error {
	if !a.sem.TryAcquire(1) {
		return errBusy
	}
	if !g.TryGo(func() error {
		defer a.sem.Release(1)
		_, err := a.client.Do(req)
		return err
	}) {
		a.sem.Release(1)
		return errBusy
	}
	return nil
}

// 14: the end of a context gives back.
func (a *api) afterwards(ctx context.Context) error {
	if !a.sem.TryAcquire(1) {
		return errBusy
	}
	context.AfterFunc(ctx, func() { a.sem.Release(1) })
	return nil
}

// 15: once, whoever comes first.
func (a *api) once(req *http.Request) (func(), error) {
	if !a.sem.TryAcquire(1) {
		return nil, errBusy
	}
	release := sync.OnceFunc(func() { a.sem.Release(1) })
	if _, err := a.client.Do(req); err != nil {
		release()
		return nil, err
	}
	return release, nil
}

func (a *api) onceAndLost(req *http.Request) (func(), error) {
	if !a.sem.TryAcquire(1) { // want: permit-leak
		return nil, errBusy
	}
	release := sync.OnceFunc(func() { a.sem.Release(1) })
	if _, err := a.client.Do(req); err != nil {
		return nil, err
	}
	return release, nil
}

// 16: a closing body with the release in a field.
type closer struct {
	io.ReadCloser
	release func()
}

func (c closer) Close() error {
	defer c.release()
	return c.ReadCloser.Close()
}

func (a *api) body(req *http.Request) (*http.Response, error) {
	if !a.sem.TryAcquire(1) {
		return nil, errBusy
	}
	resp, err := a.client.Do(req)
	if err != nil {
		a.sem.Release(1)
		return nil, err
	}
	resp.Body = closer{resp.Body, func() { a.sem.Release(1) }}
	return resp, nil
}

// 17: two semaphores, each given back on the way out.
func (a *api) both(ctx context.Context, other *semaphore.Weighted, req *http.Request) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := other.Acquire(ctx, 1); err != nil {
		return err
	}
	if err := a.sem.Acquire(ctx, 1); err != nil {
		other.Release(1)
		return err
	}
	_, err := a.client.Do(req)
	a.sem.Release(1)
	other.Release(1)
	return err
}

// 18: if-else with a short statement.
func (a *api) short(req *http.Request) error {
	if ok := a.sem.TryAcquire(1); ok {
		defer a.sem.Release(1)
	} else {
		return errBusy
	}
	_, err := a.client.Do(req)
	return err
}

// 19: another attempt after each failure.
func (a *api) attempts(ctx context.Context, req *http.Request) (err error) {
	for range 3 {
		wait, cancel := context.WithTimeout(ctx, patience)
		err = a.sem.Acquire(wait, 1)
		cancel()
		if err != nil {
			continue
		}
		_, err = a.client.Do(req)
		a.sem.Release(1)
		if err == nil {
			return nil
		}
	}
	return err
}

// 20: functions that take the semaphore.
func acquire(ctx context.Context, sem *semaphore.Weighted) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return sem.Acquire(ctx, 1)
}

func release(sem *semaphore.Weighted) { sem.Release(1) }

func (a *api) functions(ctx context.Context, req *http.Request) error {
	if err := acquire(ctx, a.sem); err != nil { // want: permit-leak
		return err
	}
	if _, err := a.client.Do(req); err != nil {
		return err
	}
	release(a.sem)
	return nil
}

// 21: the result is kept somewhere else.
type attempt struct{ err error }

func (a *api) kept(ctx context.Context, req *http.Request) (t attempt) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	t.err = a.sem.Acquire(ctx, 1)
	if t.err != nil {
		return t
	}
	defer a.sem.Release(1)
	_, t.err = a.client.Do(req)
	return t
}

// 22: only some calls need one.
func (a *api) sometimes(req *http.Request) error {
	if a.on {
		select {
		case a.slots <- struct{}{}:
			defer func() { <-a.slots }()
		default:
			return errBusy
		}
	}
	_, err := a.client.Do(req)
	return err
}

// 23: a condition decides, and the same one gives back.
func (a *api) sameCondition(req *http.Request) error {
	if a.on && !a.sem.TryAcquire(1) {
		return errBusy
	}
	_, err := a.client.Do(req)
	if a.on {
		a.sem.Release(1)
	}
	return err
}

// 24: a worker that ends with a panic in the middle gives back by recover.
func (a *api) recovered(req *http.Request) (err error) {
	if !a.sem.TryAcquire(1) {
		return errBusy
	}
	defer func() {
		a.sem.Release(1)
		if r := recover(); r != nil {
			err = errBusy
		}
	}()
	if req == nil {
		panic("no request")
	}
	_, err = a.client.Do(req)
	return err
}

// 25: the wrong one of two is given back, and the right one stays taken.
func (a *api) wrongOne(other *semaphore.Weighted, req *http.Request) error {
	if !a.sem.TryAcquire(1) {
		return errBusy
	}
	defer other.Release(1)
	_, err := a.client.Do(req)
	return err
}

// 26: a signal that is sent without a wait, and a queue of one.
type notifier struct {
	wake chan struct{}
	busy chan struct{}
}

func newNotifier() *notifier {
	return &notifier{wake: make(chan struct{}, 1), busy: make(chan struct{}, 1)}
}

func (n *notifier) notify() {
	select {
	case n.wake <- struct{}{}:
	default:
	}
}

func (n *notifier) loop(ctx context.Context) {
	for {
		select {
		case <-n.wake:
		case <-ctx.Done():
			return
		}
	}
}

// 27: a mutex made of a channel.
func (n *notifier) exclusive(client *http.Client, req *http.Request) error {
	select {
	case n.busy <- struct{}{}: // want: permit-leak
	default:
		return errBusy
	}
	if _, err := client.Do(req); err != nil {
		return err
	}
	<-n.busy
	return nil
}
