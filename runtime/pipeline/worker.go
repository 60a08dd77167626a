package pipeline

import (
	"context"
	"math/rand/v2"
	"runtime/debug"
	"time"

	"github.com/reslint/reslint/runtime/unit"
)

// What a policy means by zero.
const (
	// MaxAttempts is the most that any policy gets.
	MaxAttempts = 3
	// DefaultBaseDelay is the longest wait before the second attempt.
	DefaultBaseDelay = 100 * time.Millisecond
	// DefaultMaxDelay is the longest wait before any attempt.
	DefaultMaxDelay = 2 * time.Second
)

// A Policy says how one item is retried. The zero value is: not at all. An attempt is only ever repeated when
// [unit.Retryable] says that it makes sense: never on a 4xx, and never on an open breaker.
type Policy struct {
	// Idempotent says that doing the item twice is the same as doing it once. Other items are tried once.
	Idempotent bool
	// Attempts is the number of times that an idempotent item is tried, the first included. Zero means MaxAttempts, which
	// is the most; negative means one.
	Attempts int
	// BaseDelay is the longest wait before the second attempt. Every further wait is twice as long, and each is shortened
	// by up to half at random. Zero or less means DefaultBaseDelay.
	BaseDelay time.Duration
	// MaxDelay is the longest wait. Zero or less means DefaultMaxDelay.
	MaxDelay time.Duration
}

func (p Policy) attempts() int {
	switch {
	case !p.Idempotent || p.Attempts < 0:
		return 1
	case p.Attempts == 0:
		return MaxAttempts
	}
	return min(p.Attempts, MaxAttempts)
}

// delay is the wait after so many attempts: exponential, with jitter, so that items that failed together are not tried
// together.
func (p Policy) delay(attempts int) time.Duration {
	base, limit := p.BaseDelay, p.MaxDelay
	if base <= 0 {
		base = DefaultBaseDelay
	}
	if limit <= 0 {
		limit = DefaultMaxDelay
	}
	d := min(base, limit)
	for range attempts - 1 {
		d = min(2*d, limit)
	}
	return d - rand.N(d/2+1)
}

// A task is an item that a worker has.
type task[T any] struct {
	item     T
	attempts int
	err      error
	returned bool // the handler came back
	taken    bool // Shutdown gave the item to the caller
}

// work handles items until the queue is closed and empty. A handler's Goexit ends the goroutine: another takes over.
func (p *Pipeline[T]) work() {
	over := false
	defer func() {
		if !over {
			p.workers.Go(p.work)
		}
	}()
	for item := range p.queue {
		if p.running.Err() != nil {
			p.giveBack(Returned[T]{Item: item})
			continue
		}
		p.serve(item)
	}
	over = true
}

func (p *Pipeline[T]) serve(item T) {
	t := &task[T]{item: item}
	p.begin(t)
	defer p.end(t)
	t.err = p.try(t)
	t.returned = true
}

// try makes the attempts that the policy allows and returns the error of the last.
func (p *Pipeline[T]) try(t *task[T]) error {
	var policy Policy
	if p.config.Policy != nil {
		policy = p.config.Policy(t.item)
	}
	for {
		attempts := p.attempt(t)
		err := p.config.Handle(p.running, t.item)
		if err == nil || attempts >= policy.attempts() || !unit.Retryable(err) {
			return err
		}
		if !pause(p.running, policy.delay(attempts)) {
			return err
		}
	}
}

func (p *Pipeline[T]) attempt(t *task[T]) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	t.attempts++
	return t.attempts
}

// pause waits and reports whether it waited to the end.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func (p *Pipeline[T]) begin(t *task[T]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tasks[t] = struct{}{}
	p.moved.Broadcast()
}

// end is deferred around a handler: whatever the handler did, the item ends in one way.
func (p *Pipeline[T]) end(t *task[T]) {
	if v := recover(); v != nil {
		t.err = &PanicError{Value: v, Stack: debug.Stack()}
	} else if !t.returned {
		t.err = ErrGoexit
	}
	if p.settle(t) && p.config.Done != nil {
		p.config.Done(Result[T]{Item: t.item, Err: t.err, Attempts: t.attempts})
	}
}

// settle counts the item and reports whether it succeeded or failed; otherwise it has been or will be returned.
func (p *Pipeline[T]) settle(t *task[T]) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.tasks, t)
	switch {
	case t.taken:
		return false
	case t.err == nil:
		p.stats.Succeeded++
	case p.running.Err() != nil: // cut short by the shutdown, as far as anyone can tell
		p.give(Returned[T]{Item: t.item, Attempts: t.attempts, Err: t.err})
		return false
	default:
		p.stats.Failed++
	}
	return true
}

func (p *Pipeline[T]) giveBack(r Returned[T]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.give(r)
}

// give needs p.mu.
func (p *Pipeline[T]) give(r Returned[T]) {
	p.given = append(p.given, r)
	p.stats.Returned++
	p.moved.Broadcast()
}
