package unit

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"
)

// A bulkhead limits the calls in flight. It is a channel and not a semaphore.Weighted because every call takes one
// permit, which a channel does without an allocation, in order of arrival, and with a wait that several things can end.
type bulkhead struct {
	permits chan struct{} // as many values as there are calls in flight
	wait    time.Duration
	closing chan struct{} // closed by close
	closed  atomic.Bool
	turn    chan struct{} // holds a value while somebody drains
	drained atomic.Int64  // permits that drain holds
}

func newBulkhead(limit int, wait time.Duration) *bulkhead {
	return &bulkhead{
		permits: make(chan struct{}, limit), wait: wait,
		closing: make(chan struct{}), turn: make(chan struct{}, 1),
	}
}

// acquire takes a permit, waiting for one until the pool timeout, the end of ctx or close.
func (b *bulkhead) acquire(ctx context.Context) error {
	if b.closed.Load() {
		return ErrClosed
	}
	select {
	case b.permits <- struct{}{}:
		return nil
	default:
	}
	timer := time.NewTimer(b.wait)
	defer timer.Stop()
	select {
	case b.permits <- struct{}{}:
		return nil
	case <-timer.C:
		return ErrBusy
	case <-ctx.Done():
		return ctx.Err()
	case <-b.closing:
		return ErrClosed
	}
}

func (b *bulkhead) release() { <-b.permits }

func (b *bulkhead) inFlight() int { return len(b.permits) - int(b.drained.Load()) }

// close makes acquire fail from now on.
func (b *bulkhead) close() {
	if b.closed.CompareAndSwap(false, true) {
		close(b.closing)
	}
}

// drain waits until all calls in flight have ended, by taking their permits.
//
//reslint:ignore acquire-without-deadline -- shutdown waits for every call as long as its caller lets it
func (b *bulkhead) drain(ctx context.Context) error {
	select {
	case b.turn <- struct{}{}:
		defer func() { <-b.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	for int(b.drained.Load()) < cap(b.permits) {
		select {
		case b.permits <- struct{}{}:
			b.drained.Add(1)
			continue
		default:
		}
		select {
		case b.permits <- struct{}{}:
			b.drained.Add(1)
		case <-ctx.Done():
			return fmt.Errorf("%d calls in flight: %w", b.inFlight(), ctx.Err())
		}
	}
	return nil
}
