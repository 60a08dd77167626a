package unit_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reslint/reslint/runtime/settings"
	"github.com/reslint/reslint/runtime/unit"
)

// hold starts n calls that last until the returned function is called.
func hold(t *testing.T, u *unit.Unit, n int) (release func()) {
	t.Helper()
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			_ = u.Call(context.Background(), func(context.Context) error { <-stop; return nil })
		})
	}
	synctest.Wait()
	return func() { close(stop); wg.Wait() }
}

func TestFullBulkheadFailsFast(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := &recorder{}
		u := newUnit(t, section(), r)
		release := hold(t, u, 4)
		start := time.Now()
		err := u.Call(t.Context(), ok)
		if !errors.Is(err, unit.ErrBusy) || !strings.HasPrefix(err.Error(), "sber: ") {
			t.Errorf("got %v", err)
		}
		if waited := time.Since(start); waited != 100*time.Millisecond {
			t.Errorf("waited %v", waited)
		}
		if u.InFlight() != 4 {
			t.Errorf("%d in flight", u.InFlight())
		}
		release()
		wantIdle(t, u)
		wantOutcomes(t, r, unit.Busy, unit.Success, unit.Success, unit.Success, unit.Success)
	})
}

func TestWaitingCallGetsAFreedPermit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := newUnit(t, section())
		release := hold(t, u, 4)
		time.AfterFunc(99*time.Millisecond, release)
		if err := u.Call(t.Context(), ok); err != nil {
			t.Error(err)
		}
	})
}

func TestWaitingCallerMayLeave(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := newUnit(t, section())
		release := hold(t, u, 4)
		defer release()
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(10*time.Millisecond, cancel)
		if err := u.Call(ctx, ok); !errors.Is(err, context.Canceled) || errors.Is(err, unit.ErrBusy) {
			t.Errorf("got %v", err)
		}
	})
}

// A wait for a permit that leaves no time for the call is not the system's failure.
func TestWaitUsesUpTheTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := &recorder{}
		u := newUnit(t, section(), r)
		release := hold(t, u, 4)
		time.AfterFunc(60*time.Millisecond, release)
		ctx, cancel := context.WithTimeout(t.Context(), unit.Reserve+50*time.Millisecond)
		defer cancel()
		if err := u.Call(ctx, ok); !errors.Is(err, unit.ErrNoTime) {
			t.Errorf("got %v", err)
		}
		synctest.Wait() // for the calls that held the permits
		wantIdle(t, u)
		if o := r.outcomes(); !slices.Contains(o, unit.Unmade) || slices.Contains(o, unit.Timeout) {
			t.Errorf("outcomes %v", o)
		}
	})
}

// A cancellation is one whatever its cause.
func TestCauses(t *testing.T) {
	t.Parallel()
	r := &recorder{}
	u := newUnit(t, section(), r)
	ctx, cancel := context.WithCancelCause(t.Context())
	err := u.Call(ctx, func(ctx context.Context) error { cancel(errBoom); return context.Cause(ctx) })
	if !errors.Is(err, context.Canceled) || !errors.Is(err, errBoom) || unit.Retryable(err) {
		t.Errorf("cancelled in the call: %v", err)
	}
	if err := u.Call(ctx, ok); !errors.Is(err, context.Canceled) || !errors.Is(err, errBoom) || unit.Retryable(err) {
		t.Errorf("cancelled before the call: %v", err)
	}
	wantOutcomes(t, r, unit.Canceled, unit.Canceled)
}

func untilDone(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }

func TestTimeouts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		deadline, want time.Duration // of the caller, 0 is none
	}{
		{0, 15 * time.Second},
		{time.Hour, 15 * time.Second},
		{15*time.Second + 100*time.Millisecond, 15 * time.Second},
		{15*time.Second + 50*time.Millisecond, 15*time.Second - 50*time.Millisecond},
		{5 * time.Second, 4900 * time.Millisecond},
		{101 * time.Millisecond, time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := &recorder{}
			u := newUnit(t, section(), r)
			ctx := t.Context()
			if c.deadline > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, c.deadline)
				defer cancel()
			}
			start := time.Now()
			err := u.Call(ctx, untilDone)
			if !errors.Is(err, unit.ErrTimeout) || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("deadline %v: %v", c.deadline, err)
			}
			if took := time.Since(start); took != c.want {
				t.Errorf("deadline %v: took %v, want %v", c.deadline, took, c.want)
			}
			wantOutcomes(t, r, unit.Timeout)
		})
	}
}

func TestNoTimeLeft(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := &recorder{}
		u := newUnit(t, section(), r)
		for range 20 {
			ctx, cancel := context.WithTimeout(t.Context(), unit.Reserve)
			err := u.Call(ctx, func(context.Context) error { t.Error("the call was made"); return nil })
			cancel()
			if !errors.Is(err, unit.ErrTimeout) || !errors.Is(err, unit.ErrNoTime) || unit.Retryable(err) {
				t.Errorf("got %v", err)
			}
		}
		wantState(t, u, unit.Closed)
		if o := r.outcomes(); len(o) != 20 || o[0] != unit.Unmade {
			t.Errorf("outcomes %v", o)
		}
	})
}

func TestWhatTheBreakerCounts(t *testing.T) {
	t.Parallel()
	canceled := func(u *unit.Unit, ctx context.Context) {
		ctx, cancel := context.WithCancel(ctx)
		_ = u.Call(ctx, func(ctx context.Context) error { cancel(); return ctx.Err() })
	}
	call := func(err error) func(*unit.Unit, context.Context) {
		return func(u *unit.Unit, ctx context.Context) {
			got := u.Call(ctx, func(context.Context) error { return err })
			if !errors.Is(got, err) {
				panic(fmt.Sprintf("%v does not wrap %v", got, err))
			}
		}
	}
	foreign := &unit.Error{System: "receipt", Reason: unit.ErrOpen}
	for name, c := range map[string]struct {
		call    func(*unit.Unit, context.Context)
		want    unit.State
		outcome unit.Outcome
	}{
		"cancellation":       {canceled, unit.Closed, unit.Canceled},
		"status 404":         {call(unit.StatusError(404)), unit.Closed, unit.ClientError},
		"status 429 wrapped": {call(fmt.Errorf("register: %w", unit.StatusError(429))), unit.Closed, unit.ClientError},
		"ignored":            {call(unit.Ignore(errBoom)), unit.Closed, unit.Ignored},
		"another unit":       {call(foreign), unit.Closed, unit.Ignored},
		"status 503":         {call(unit.StatusError(503)), unit.Open, unit.ServerError},
		"any error":          {call(errBoom), unit.Open, unit.Failure},
		"deadline":           {call(context.DeadlineExceeded), unit.Open, unit.Timeout},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := &recorder{}
			u := newUnit(t, section(), r)
			for range 10 {
				c.call(u, t.Context())
			}
			wantState(t, u, c.want)
			wantIdle(t, u)
			wantOutcomes(t, r, slices.Repeat([]unit.Outcome{c.outcome}, 10)...)
		})
	}
}

func TestSlowCallsAreFailures(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := &recorder{}
		u := newUnit(t, section(), r)
		sleep := func(d time.Duration) func(context.Context) error {
			return func(context.Context) error { time.Sleep(d); return nil }
		}
		times(t, 10, u, sleep(5*time.Second)) // half of the read timeout exactly is not slow
		wantState(t, u, unit.Closed)
		for range 10 {
			if err := u.Call(t.Context(), sleep(5*time.Second+1)); err != nil {
				t.Errorf("a slow call has its answer, got %v", err)
			}
		}
		wantState(t, u, unit.Open)
	})
}

// The window is the last 50 calls, at least 10, at 50 %.
func TestWindow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		successes, opensAt int // failures in a row after so many successes
	}{
		{0, 10}, {1, 9}, {5, 5}, {9, 9}, {10, 10}, {25, 25}, {40, 25}, {50, 25}, {1000, 25},
	} {
		u := newUnit(t, section())
		times(t, c.successes, u, ok)
		for n := 1; ; n++ {
			times(t, 1, u, fail)
			if u.State() == unit.Open {
				if n != c.opensAt {
					t.Errorf("after %d successes the breaker opens at failure %d, want %d", c.successes, n, c.opensAt)
				}
				break
			}
			if n > c.opensAt {
				t.Errorf("after %d successes the breaker is closed after %d failures", c.successes, n)
				break
			}
		}
	}
}

// Old failures leave the window one by one.
func TestWindowSlides(t *testing.T) {
	t.Parallel()
	u := newUnit(t, section())
	times(t, 30, u, ok)
	times(t, 20, u, fail) // 20 of 50
	times(t, 30, u, ok)   // the successes at the front leave
	times(t, 4, u, fail)  // 4 failures come; the old 20 are still in
	wantState(t, u, unit.Closed)
	times(t, 20, u, ok) // the old failures leave
	times(t, 20, u, fail)
	wantState(t, u, unit.Closed) // 24 of 50
	times(t, 1, u, fail)
	times(t, 5, u, ok)
	times(t, 1, u, fail)
	wantState(t, u, unit.Open)
}

func opened(t *testing.T, observers ...unit.Observer) *unit.Unit {
	t.Helper()
	u := newUnit(t, section(), observers...)
	times(t, 10, u, fail)
	wantState(t, u, unit.Open)
	return u
}

func TestOpenHalfOpenClosed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := &recorder{}
		u := opened(t, r)
		err := u.Call(t.Context(), ok)
		if !errors.Is(err, unit.ErrOpen) || unit.Retryable(err) {
			t.Errorf("an open breaker: %v", err)
		}
		wantIdle(t, u)
		time.Sleep(30*time.Second - 1)
		wantState(t, u, unit.Open)
		time.Sleep(2)
		release := hold(t, u, 3)
		wantState(t, u, unit.HalfOpen)
		if err := u.Call(t.Context(), ok); !errors.Is(err, unit.ErrOpen) {
			t.Errorf("a fourth trial call: %v", err)
		}
		release()
		wantState(t, u, unit.Closed)
		times(t, 9, u, fail) // the window starts anew
		wantState(t, u, unit.Closed)
		if got, want := r.states(), []unit.State{unit.Open, unit.HalfOpen, unit.Closed}; !slices.Equal(got, want) {
			t.Errorf("transitions %v, want %v", got, want)
		}
	})
}

func TestFailedTrialOpensAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := opened(t)
		time.Sleep(31 * time.Second)
		times(t, 2, u, ok)
		times(t, 1, u, fail)
		wantState(t, u, unit.Open)
	})
}

// A trial call that counts for nothing gives its place to another.
func TestCanceledTrial(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := opened(t)
		time.Sleep(31 * time.Second)
		for range 10 {
			ctx, cancel := context.WithCancel(t.Context())
			_ = u.Call(ctx, func(ctx context.Context) error { cancel(); return ctx.Err() })
		}
		wantState(t, u, unit.HalfOpen)
		times(t, 3, u, ok)
		wantState(t, u, unit.Closed)
	})
}

// A call that began before the breaker opened decides nothing after it.
func TestLateResults(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := newUnit(t, section())
		late := make(chan error)
		done := make(chan error)
		go func() {
			done <- u.Call(context.Background(), func(context.Context) error { return <-late })
		}()
		synctest.Wait()
		times(t, 10, u, fail)
		time.Sleep(31 * time.Second)
		times(t, 1, u, ok)
		wantState(t, u, unit.HalfOpen)
		late <- errBoom
		<-done
		wantState(t, u, unit.HalfOpen)
		times(t, 2, u, ok)
		wantState(t, u, unit.Closed)
	})
}

// bring takes a new unit to a state.
func bring(t *testing.T, s unit.State, observers ...unit.Observer) *unit.Unit {
	t.Helper()
	if s == unit.Closed {
		return newUnit(t, section(), observers...)
	}
	u := opened(t, observers...)
	if s == unit.HalfOpen {
		time.Sleep(31 * time.Second)
		wantState(t, u, unit.HalfOpen)
	}
	return u
}

func inGoroutine(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { _ = recover() }()
		f()
	}()
	<-done
}

// A panic and a Goexit in the call leave neither a permit nor the breaker behind, whatever its state.
func TestPanicAndGoexit(t *testing.T) {
	t.Parallel()
	ways := map[string]func(context.Context) error{
		"panic":     func(context.Context) error { panic("boom") },
		"nil panic": func(context.Context) error { var m map[string]int; m["x"] = 1; return nil },
		"goexit":    func(context.Context) error { runtime.Goexit(); return nil },
	}
	for way, fn := range ways {
		for _, state := range []unit.State{unit.Closed, unit.HalfOpen, unit.Open} {
			t.Run(fmt.Sprintf("%s/%s", way, state), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) { dieIn(t, state, fn) })
			})
		}
	}
}

func dieIn(t *testing.T, state unit.State, fn func(context.Context) error) {
	r := &recorder{}
	u := bring(t, state, r)
	inGoroutine(func() { _ = u.Call(context.Background(), fn) })
	wantIdle(t, u)
	all := r.outcomes()
	last, want := all[len(all)-1], unit.Panic
	if state == unit.Open {
		want = unit.Rejected // the call is not made
	}
	if last != want {
		t.Errorf("outcome %v, want %v", last, want)
	}
	if state == unit.Closed {
		for range 9 {
			inGoroutine(func() { _ = u.Call(context.Background(), fn) })
		}
	}
	wantState(t, u, unit.Open)
	time.Sleep(31 * time.Second)
	times(t, 3, u, ok) // a breaker that lost a trial call would reject these for ever
	wantState(t, u, unit.Closed)
	wantIdle(t, u)
}

func TestClose(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := newUnit(t, section())
		release := hold(t, u, 4)
		waiting := make(chan error, 1)
		go func() { waiting <- u.Call(context.Background(), ok) }()
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		err := u.Close(ctx)
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "sber: closed before its calls ended: 4 calls") {
			t.Errorf("got %v", err)
		}
		if took := time.Since(start); took != time.Second {
			t.Errorf("took %v", took)
		}
		if err := <-waiting; !errors.Is(err, unit.ErrClosed) {
			t.Errorf("a call that waited: %v", err)
		}
		if err := u.Call(t.Context(), ok); !errors.Is(err, unit.ErrClosed) || unit.Retryable(err) {
			t.Errorf("a new call: %v", err)
		}
		time.AfterFunc(time.Second, release)
		errs := make(chan error)
		for range 2 { // any number may wait
			go func() { errs <- u.Close(context.Background()) }()
		}
		for range 2 {
			if err := <-errs; err != nil {
				t.Error(err)
			}
		}
		wantIdle(t, u)
	})
}

// curious asks for the state while it is told of a change.
type curious struct {
	recorder
	unit *unit.Unit
	seen []unit.State
}

func (c *curious) ObserveTransition(t unit.Transition) {
	c.recorder.ObserveTransition(t)
	c.seen = append(c.seen, c.unit.State())
}

func TestObserverMayAsk(t *testing.T) {
	t.Parallel()
	c := &curious{}
	u := newUnit(t, section(), c)
	c.unit = u
	times(t, 10, u, fail)
	if !slices.Equal(c.seen, []unit.State{unit.Open}) {
		t.Errorf("the observer saw %v", c.seen)
	}
}

type panicky struct{ recorder }

func (p *panicky) ObserveTransition(t unit.Transition) {
	p.recorder.ObserveTransition(t)
	panic("observer")
}

// An observer that panics costs neither a permit nor later transitions.
func TestObserverPanics(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := &panicky{}
		u := newUnit(t, section(), p)
		for range 10 {
			inGoroutine(func() { _ = u.Call(context.Background(), fail) })
		}
		wantIdle(t, u)
		time.Sleep(31 * time.Second)
		for range 3 {
			inGoroutine(func() { _ = u.Call(context.Background(), ok) })
		}
		inGoroutine(func() { wantState(t, u, unit.Closed) })
		wantIdle(t, u)
		if got, want := p.states(), []unit.State{unit.Open, unit.HalfOpen, unit.Closed}; !slices.Equal(got, want) {
			t.Errorf("transitions %v, want %v", got, want)
		}
	})
}

// spans counts what a tracer was asked.
type spans struct{ started, ended atomic.Int64 }

func (s *spans) Start(ctx context.Context, _ string, _ unit.State) (context.Context, func(unit.CallInfo, error)) {
	s.started.Add(1)
	return ctx, func(unit.CallInfo, error) { s.ended.Add(1) }
}

// Many goroutines, every kind of end: never more than the limit at once, and nothing left over.
func TestHammer(t *testing.T) {
	t.Parallel()
	r, tr := &recorder{}, &spans{}
	u := newUnitWith(t, section(), unit.Options{Observers: []unit.Observer{r}, Tracer: tr})
	var now, most atomic.Int64
	body := func(i int) func(context.Context) error {
		return func(context.Context) error {
			for n := now.Add(1); ; {
				m := most.Load()
				if n <= m || most.CompareAndSwap(m, n) {
					break
				}
			}
			defer now.Add(-1)
			runtime.Gosched()
			switch i % 50 {
			case 0:
				panic(i)
			case 1:
				runtime.Goexit()
			case 2:
				return errBoom
			}
			return nil
		}
	}
	const goroutines, calls = 50, 200
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			for i := range calls {
				inGoroutine(func() { _ = u.Call(context.Background(), body(g+i)) })
			}
		})
	}
	wg.Wait()
	if most.Load() > 4 {
		t.Errorf("%d calls at once, the limit is 4", most.Load())
	}
	wantIdle(t, u)
	if n := len(r.outcomes()); n != goroutines*calls {
		t.Errorf("%d outcomes for %d calls", n, goroutines*calls)
	}
	if tr.started.Load() != goroutines*calls || tr.ended.Load() != goroutines*calls {
		t.Errorf("%d spans started, %d ended", tr.started.Load(), tr.ended.Load())
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	s := section()
	s.MaxConnections, s.TotalTimeout = 0, 0
	_, err := unit.New("sber", s, unit.Options{})
	var e *settings.Error
	if !errors.As(err, &e) || len(e.Faults) != 2 {
		t.Errorf("got %v", err)
	}
	if _, err := unit.New("sber", section(), unit.Options{Observers: []unit.Observer{nil}}); err == nil {
		t.Error("a nil observer is accepted")
	}
	u := newUnit(t, section())
	for _, path := range []string{"", "pay", ".evil.example.com/", "@evil.example.com/"} {
		if _, err := u.NewRequest(t.Context(), "GET", path, nil); err == nil {
			t.Errorf("path %q is accepted", path)
		}
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	err := error(&unit.Error{System: "sber", Reason: unit.ErrTimeout, Cause: context.DeadlineExceeded})
	if err.Error() != "sber: timed out: context deadline exceeded" {
		t.Error(err)
	}
	if unit.Ignore(nil) != nil {
		t.Error("Ignore(nil) is an error")
	}
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nil, false}, {err, true}, {unit.ErrBusy, true}, {unit.StatusError(400), false}, {unit.StatusError(499), false},
		{unit.StatusError(500), true}, {errBoom, true}, {unit.Ignore(errBoom), false}, {context.Canceled, false},
	} {
		if got := unit.Retryable(c.err); got != c.want {
			t.Errorf("Retryable(%v) is %v", c.err, got)
		}
	}
}
