package unit

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sony/gobreaker/v2"

	"github.com/reslint/reslint/runtime/settings"
)

// A breaker is gobreaker's state machine over a window of calls. Who keeps which promise:
//
//   - gobreaker: the states and their times, the number of trial calls, and that the result of a call that was let
//     through before the last change of state counts for nothing;
//   - window: the failure rate over the latest calls, which gobreaker's own counts (all since the last change, or by
//     time) do not have;
//   - the two-step form with a deferred report: a panic and a runtime.Goexit count as failures in every state, where
//     gobreaker's Execute never hears of a Goexit and a half-open breaker would reject calls for ever;
//   - changes: observers hear of a change outside gobreaker's lock, so that they may ask for the state.
type breaker struct {
	steps   *gobreaker.TwoStepCircuitBreaker[struct{}]
	changes changes
}

var (
	errFailed   = errors.New("failed")
	errExcluded = errors.New("not counted")
)

func newBreaker(name string, s settings.Breaker) *breaker {
	b := &breaker{}
	w := window{failed: make([]bool, s.Window)}
	b.steps = gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		Name:        name,
		MaxRequests: uint32(s.TrialCalls),
		Timeout:     s.OpenTimeout,
		IsExcluded:  func(err error) bool { return err == errExcluded },
		// gobreaker asks this once for each result that counts, under its lock and after it has dropped results of older
		// states: the one place where a window can record them.
		IsSuccessful: func(err error) bool {
			w.add(err != nil)
			return err == nil
		},
		ReadyToTrip: func(gobreaker.Counts) bool { return w.size >= s.MinCalls && w.failures*100 >= s.FailureRate*w.size },
		OnStateChange: func(_ string, from, to gobreaker.State) {
			w.clear()
			b.changes.add(Transition{System: name, From: stateOf(from), To: stateOf(to), At: time.Now()})
		},
	})
	return b
}

// allow asks whether a call may pass. report must then be called exactly once.
func (b *breaker) allow() (report func(error), err error) { return b.steps.Allow() }

func (b *breaker) state() State { return stateOf(b.steps.State()) }

func stateOf(s gobreaker.State) State {
	switch s {
	case gobreaker.StateOpen:
		return Open
	case gobreaker.StateHalfOpen:
		return HalfOpen
	}
	return Closed
}

// resultOf is what gobreaker is told of an outcome.
func resultOf(o Outcome) error {
	switch {
	case !o.counted():
		return errExcluded
	case o.Failed():
		return errFailed
	}
	return nil
}

// A window remembers whether each of the latest calls failed.
type window struct {
	failed         []bool
	next           int
	size, failures int
}

func (w *window) add(failed bool) {
	if w.size == len(w.failed) && w.failed[w.next] {
		w.failures--
	}
	if failed {
		w.failures++
	}
	w.failed[w.next] = failed
	w.size = min(w.size+1, len(w.failed))
	w.next = (w.next + 1) % len(w.failed)
}

func (w *window) clear() { w.next, w.size, w.failures = 0, 0, 0 }

// changes carries transitions from under gobreaker's lock to the observers, in order.
type changes struct {
	some       atomic.Bool
	mu         sync.Mutex
	pending    []Transition
	delivering bool
}

func (c *changes) add(t Transition) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pending = append(c.pending, t)
	c.some.Store(true)
}

// deliver tells the observers. Where another goroutine is doing so already, or an observer asks for the state while it
// is told, that delivery takes over what is pending.
func (c *changes) deliver(observers []Observer) {
	if !c.some.Load() || !c.begin() {
		return
	}
	idle := false
	defer func() {
		if !idle { // an observer panicked
			c.abort()
		}
	}()
	for {
		t, ok := c.pop()
		if !ok {
			idle = true
			return
		}
		for _, o := range observers {
			o.ObserveTransition(t)
		}
	}
}

func (c *changes) begin() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.delivering {
		return false
	}
	c.delivering = true
	return true
}

func (c *changes) pop() (t Transition, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.pending) == 0 {
		c.delivering = false
		c.some.Store(false)
		return Transition{}, false
	}
	t, c.pending = c.pending[0], c.pending[1:]
	return t, true
}

// abort lets the next delivery go on with what is pending.
func (c *changes) abort() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.delivering = false
}
