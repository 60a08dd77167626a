package driver

import "sync"

// turns lets a number of passes run at once. Those that end a package come before those that begin one: what a
// package is held in memory for is over sooner.
type turns struct {
	mu     sync.Mutex
	free   int
	ending queue
	others queue
}

// queue holds who waits, the first one first.
type queue []chan struct{}

func newTurns(n int) *turns { return &turns{free: n} }

// take waits for a turn. It returns once the passes before it have given theirs back.
func (t *turns) take(ends bool) {
	t.mu.Lock()
	if t.free > 0 {
		t.free--
		t.mu.Unlock()
		return
	}
	turn := make(chan struct{})
	if ends {
		t.ending = append(t.ending, turn)
	} else {
		t.others = append(t.others, turn)
	}
	t.mu.Unlock()
	<-turn
}

// give hands the turn on.
func (t *turns) give() {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case len(t.ending) > 0:
		t.ending.next()
	case len(t.others) > 0:
		t.others.next()
	default:
		t.free++
	}
}

// next lets the first in the queue go on.
func (q *queue) next() {
	close((*q)[0])
	(*q)[0] = nil
	*q = (*q)[1:]
}
