// Package pipeline sends items to external systems in the background: a bounded queue, a fixed number of workers, a retry
// policy for each item, and a shutdown that loses nothing and does nothing twice.
//
// [Pipeline.Shutdown] is a protocol under one deadline: refuse new items, let the workers drain the queue, cancel what is
// left, wait, close the units. What has not been done by then comes back to the caller. Every item that was accepted ends
// in exactly one way: it succeeded, it failed, or it was returned.
package pipeline

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// The reasons for which an item is not accepted, or ends. Test for them with errors.Is.
var (
	// ErrFull says that the queue is full.
	ErrFull = errors.New("queue is full")
	// ErrClosed says that Shutdown has begun.
	ErrClosed = errors.New("pipeline is closed")
	// ErrGoexit is the error of an item whose handler called runtime.Goexit.
	ErrGoexit = errors.New("the handler called runtime.Goexit")
)

// A PanicError is the error of an item whose handler panicked. Reach it through errors.As.
type PanicError struct {
	// Value is what the handler panicked with.
	Value any
	// Stack is the stack of the worker at that time.
	Stack []byte
}

// Error returns "the handler panicked: " and the value, without the stack.
func (e *PanicError) Error() string { return fmt.Sprintf("the handler panicked: %v", e.Value) }

// Unwrap returns the value if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Config describes a pipeline of items of one type.
type Config[T any] struct {
	// Queue is the number of items that may wait for a worker; those that workers have do not count. At the limit
	// TrySubmit fails and Submit blocks. Zero hands items straight to free workers. Negative is an error.
	Queue int
	// Workers is the number of items that are handled at once. More than the MaxConcurrent of the unit that the handler
	// calls only wait for its permits. Zero or less is an error.
	Workers int
	// Handle does the work of one item and must heed the context, which is cancelled when the shutdown runs out of time.
	// A panic and a runtime.Goexit fail the item and cost no worker. Nil is an error.
	Handle func(ctx context.Context, item T) error
	// Policy says how an item is retried. Nil means that no item is.
	Policy func(item T) Policy
	// Done is told of every item that succeeded or failed, by the worker and outside all locks, possibly by several
	// workers at once. Items that Shutdown returns are not among them. It must not block; a panic in it is not caught. When
	// a shutdown runs out of time, the last of them may be under way as it returns. Nil tells nobody.
	Done func(Result[T])
	// Close is called last by Shutdown, with its context: usually the Close of a registry. Nil closes nothing.
	Close func(context.Context) error
	// Grace is the end of the shutdown's deadline that is kept for cancelling, waiting and closing. Zero means a tenth of
	// the time that Shutdown has, but a second at most. Negative is an error.
	Grace time.Duration
}

// A Result is how an item ended.
type Result[T any] struct {
	// Item is the item as it was submitted.
	Item T
	// Err is nil when the item succeeded, and else the error of the last attempt.
	Err error
	// Attempts is the number of times that Handle was called for it.
	Attempts int
}

// A Returned item is one that was accepted and neither succeeded nor failed before the shutdown ended.
type Returned[T any] struct {
	// Item is the item as it was submitted.
	Item T
	// Attempts is the number of times that Handle was called for it. Zero means that nothing has been done for it, and it
	// can be submitted elsewhere. Otherwise its effect is unknown: only an idempotent item may be done again.
	Attempts int
	// Err is the error of the last attempt, and nil when there was none.
	Err error
	// Running says that Handle does not heed its context and has not returned. Its result will be dropped.
	Running bool
}

// Stats counts items. After Shutdown, Accepted = Succeeded + Failed + Returned.
type Stats struct {
	Accepted  int // by Submit and TrySubmit
	Succeeded int // Handle returned nil
	Failed    int // Handle returned an error, and no attempt was left
	Returned  int // given back by Shutdown
	Running   int // with a worker now
	Queued    int // waiting for a worker now
}

// A Pipeline is a queue with workers. Make it with [New]. Its methods are safe for concurrent use.
type Pipeline[T any] struct {
	config  Config[T]
	queue   chan T
	refuse  chan struct{} // closed when Shutdown begins
	cancel  context.CancelFunc
	running context.Context // that of all handlers
	workers sync.WaitGroup
	senders sync.WaitGroup // those that may be sending to queue

	mu     sync.Mutex
	moved  sync.Cond // an item has got from the queue to a worker or back; on mu
	closed bool
	tasks  map[*task[T]]struct{} // what the workers have
	given  []Returned[T]
	stats  Stats
}

// New starts the workers of a pipeline. Stop them with [Pipeline.Shutdown].
func New[T any](c Config[T]) (*Pipeline[T], error) {
	switch {
	case c.Queue < 0:
		return nil, fmt.Errorf("pipeline: a queue of %d items", c.Queue)
	case c.Workers < 1:
		return nil, fmt.Errorf("pipeline: %d workers", c.Workers)
	case c.Handle == nil:
		return nil, errors.New("pipeline: no handler")
	case c.Grace < 0:
		return nil, fmt.Errorf("pipeline: a grace of %v", c.Grace)
	}
	p := &Pipeline[T]{
		config: c,
		queue:  make(chan T, c.Queue),
		refuse: make(chan struct{}),
		tasks:  make(map[*task[T]]struct{}, c.Workers),
	}
	p.moved.L = &p.mu
	p.running, p.cancel = context.WithCancel(context.Background())
	for range c.Workers {
		p.workers.Go(p.work)
	}
	return p, nil
}

// TrySubmit hands an item over without blocking. The error is ErrFull or ErrClosed, and the item is then still the
// caller's.
func (p *Pipeline[T]) TrySubmit(item T) error {
	if !p.sender() {
		return ErrClosed
	}
	defer p.senders.Done()
	select {
	case p.queue <- item:
		p.accepted()
		return nil
	default:
		return ErrFull
	}
}

// Submit hands an item over and blocks while the queue is full. The error is ErrClosed or the cause of ctx, and the item
// is then still the caller's.
func (p *Pipeline[T]) Submit(ctx context.Context, item T) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if !p.sender() {
		return ErrClosed
	}
	defer p.senders.Done()
	select {
	case p.queue <- item:
		p.accepted()
		return nil
	case <-p.refuse:
		return ErrClosed
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// sender announces a send, which close of the queue then waits for.
func (p *Pipeline[T]) sender() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return false
	}
	p.senders.Add(1)
	return true
}

func (p *Pipeline[T]) accepted() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stats.Accepted++
}

// Stats returns the counts as they are now.
func (p *Pipeline[T]) Stats() Stats {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.stats
	s.Running, s.Queued = len(p.tasks), len(p.queue)
	return s
}
