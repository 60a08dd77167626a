package pipeline

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	graceShare = 10 // a tenth of the deadline
	maxGrace   = time.Second
)

// Shutdown stops the pipeline in order, under the deadline of ctx:
//
//  1. new items are refused, and a Submit that blocks fails with ErrClosed;
//  2. the workers drain the queue, retries included, until the grace before the deadline;
//  3. the context of the handlers is cancelled, and what is still queued is put aside;
//  4. the workers are waited for, until the deadline;
//  5. Config.Close is called.
//
// It returns the items that were accepted and not done, in no order, and blocks until the deadline at most, plus what
// Config.Close takes. Without a deadline it drains until ctx is cancelled. The error wraps that of ctx
// when handlers are still running, and that of Config.Close. A second Shutdown returns ErrClosed at once.
func (p *Pipeline[T]) Shutdown(ctx context.Context) ([]Returned[T], error) {
	if !p.close() {
		return nil, ErrClosed
	}
	idle := make(chan struct{})
	go func() {
		p.workers.Wait()
		close(idle)
	}()
	p.drain(ctx, idle)
	p.cancel()
	p.putAside()
	select {
	case <-idle:
	case <-ctx.Done():
	}
	returned, running := p.takeBack()
	var err error
	if running > 0 {
		err = fmt.Errorf("pipeline: %d handlers are still running: %w", running, context.Cause(ctx))
	}
	if p.config.Close != nil {
		err = errors.Join(err, p.config.Close(ctx))
	}
	return returned, err
}

// close refuses new items, waits for those that are being handed over, which is short, and closes the queue.
func (p *Pipeline[T]) close() bool {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return false
	}
	p.closed = true
	p.mu.Unlock()
	close(p.refuse)
	p.senders.Wait()
	close(p.queue)
	return true
}

// drain waits until the workers are done, or the grace begins.
func (p *Pipeline[T]) drain(ctx context.Context, idle <-chan struct{}) {
	if deadline, ok := ctx.Deadline(); ok {
		grace := p.config.Grace
		if grace == 0 {
			grace = min(time.Until(deadline)/graceShare, maxGrace)
		}
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline.Add(-grace))
		defer cancel()
	}
	select {
	case <-idle:
	case <-ctx.Done():
	}
}

// putAside takes what is still queued. The workers, which see the cancellation, do the same with what they receive.
func (p *Pipeline[T]) putAside() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for item := range p.queue { // closed
		p.give(Returned[T]{Item: item})
	}
}

// takeBack gives the caller all that has not ended, and says how many handlers still run. What they do later no longer
// counts.
func (p *Pipeline[T]) takeBack() (given []Returned[T], running int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.inTransit() > 0 {
		p.moved.Wait() // which is short: a worker is about to take the item in, or to put it aside
	}
	for t := range p.tasks {
		t.taken = true
		p.give(Returned[T]{Item: t.item, Attempts: t.attempts, Running: true})
	}
	given, p.given = p.given, nil
	return given, len(p.tasks)
}

// inTransit is the number of items that workers have received and not taken in yet. It needs p.mu, and an end of new
// items.
func (p *Pipeline[T]) inTransit() int {
	s := p.stats
	return s.Accepted - s.Succeeded - s.Failed - s.Returned - len(p.tasks) - len(p.queue)
}
