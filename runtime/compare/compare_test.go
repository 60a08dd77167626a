package compare

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/bulkhead"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/timeout"
	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"

	"github.com/reslint/reslint/runtime/settings"
	"github.com/reslint/reslint/runtime/unit"
)

var errFailed = errors.New("failed")

func newUnit(tb testing.TB) *unit.Unit {
	tb.Helper()
	u, err := unit.New("sber", settings.System{
		BaseURL: "http://sber.example.com", MaxConcurrent: 8, MaxConnections: 10, MaxKeepaliveConnections: 8,
		ConnectTimeout: 2 * time.Second, ReadTimeout: 10 * time.Second, TotalTimeout: 15 * time.Second,
	}, unit.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return u
}

type call = func(context.Context, func(context.Context) error) error

// byHand is a semaphore, a breaker and a deadline.
func byHand() call {
	sem := semaphore.NewWeighted(8)
	breaker := gobreaker.NewCircuitBreaker[struct{}](gobreaker.Settings{
		Name: "sber", MaxRequests: 3, Timeout: 30 * time.Second, Interval: time.Minute, BucketPeriod: 6 * time.Second,
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.Requests >= 10 && 2*c.TotalFailures >= c.Requests },
	})
	return func(ctx context.Context, fn func(context.Context) error) error {
		wait, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
		err := sem.Acquire(wait, 1)
		cancel()
		if err != nil {
			return err
		}
		defer sem.Release(1)
		_, err = breaker.Execute(func() (struct{}, error) {
			ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
			defer cancel()
			return struct{}{}, fn(ctx)
		})
		return err
	}
}

// withFailsafe is the same from failsafe-go. Its failure rate with a minimum of calls is over a time, not over the last
// calls.
func withFailsafe() call {
	executor := failsafe.With[any](
		bulkhead.NewBuilder[any](8).WithMaxWaitTime(100*time.Millisecond).Build(),
		circuitbreaker.NewBuilder[any]().WithFailureRateThreshold(0.5, 10, time.Minute).
			WithDelay(30*time.Second).WithSuccessThreshold(3).Build(),
		timeout.New[any](15*time.Second),
	)
	return func(ctx context.Context, fn func(context.Context) error) error {
		return executor.WithContext(ctx).RunWithExecution(func(e failsafe.Execution[any]) error { return fn(e.Context()) })
	}
}

func deadlineOnly(ctx context.Context, fn func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	return fn(ctx)
}

func BenchmarkCall(b *testing.B) {
	for _, c := range []struct {
		name string
		call call
	}{
		{"deadline-only", deadlineOnly},
		{"unit", newUnit(b).Call},
		{"gobreaker+semaphore", byHand()},
		{"failsafe-go", withFailsafe()},
	} {
		b.Run(c.name, func(b *testing.B) {
			ctx := context.Background()
			fn := func(context.Context) error { return nil }
			b.ReportAllocs()
			for b.Loop() {
				_ = c.call(ctx, fn) // a machine that stands still for 100 ms makes a wait for a free permit fail
			}
		})
	}
}

// The window of failsafe-go over calls has no minimum: 25 of 50 is 25 failures, where a unit opens at 5 of 10.
func TestWindows(t *testing.T) {
	t.Parallel()
	counted := circuitbreaker.NewBuilder[any]().WithFailureThresholdRatio(25, 50).WithDelay(30 * time.Second).Build()
	u := newUnit(t)
	for range 5 {
		counted.RecordSuccess()
		_ = u.Call(t.Context(), func(context.Context) error { return nil })
	}
	for range 5 {
		counted.RecordFailure()
		_ = u.Call(t.Context(), func(context.Context) error { return errFailed })
	}
	if u.State() != unit.Open || !counted.IsClosed() {
		t.Errorf("unit %v, failsafe-go %v", u.State(), counted.State())
	}
}

// A result that comes after the breaker opened and half-opened: failsafe-go counts it in the new state.
func TestLateResults(t *testing.T) {
	t.Parallel()
	breaker := circuitbreaker.NewBuilder[any]().WithFailureThreshold(2).WithSuccessThreshold(1).Build()
	late := breaker.TryAcquirePermit() // a call that began while the breaker was closed
	breaker.RecordFailure()
	breaker.RecordFailure()
	breaker.HalfOpen()
	breaker.RecordSuccess() // its result
	if !late || !breaker.IsClosed() {
		t.Errorf("failsafe-go has learnt to drop late results (%v): the doc comment of package unit is out of date", breaker.State())
	}
}

// goexit runs f in a goroutine that f ends.
func goexit(f func(func())) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f(runtime.Goexit)
	}()
	<-done
}

// A trial call that ends in runtime.Goexit: gobreaker's Execute and failsafe-go never hear of it, and the half-open
// breaker rejects every call from then on. A unit opens again and goes on.
func TestGoexitInATrial(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		plain := gobreaker.NewCircuitBreaker[struct{}](gobreaker.Settings{Timeout: 30 * time.Second})
		counted := circuitbreaker.NewBuilder[any]().WithDelay(30 * time.Second).Build()
		u := newUnit(t)
		calls := map[string]func(func() error) error{
			"gobreaker": func(f func() error) error {
				_, err := plain.Execute(func() (struct{}, error) { return struct{}{}, f() })
				return err
			},
			"failsafe-go": func(f func() error) error { return failsafe.With[any](counted).Run(f) },
			"unit":        func(f func() error) error { return u.Call(ctx, func(context.Context) error { return f() }) },
		}
		for name, call := range calls {
			for range 10 {
				_ = call(func() error { return errFailed })
			}
			time.Sleep(31 * time.Second)
			goexit(func(exit func()) { _ = call(func() error { exit(); return nil }) })
			time.Sleep(time.Hour)
			err := call(func() error { return nil })
			if (err == nil) != (name == "unit") {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// gobreaker's Execute itself does not allocate; its two-step form makes one closure a call.
func TestBreakerAllocations(t *testing.T) { // not parallel: AllocsPerRun counts those of the whole process
	plain := gobreaker.NewCircuitBreaker[struct{}](gobreaker.Settings{})
	steps := gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{})
	f := func() (struct{}, error) { return struct{}{}, nil }
	if n := testing.AllocsPerRun(1000, func() { _, _ = plain.Execute(f) }); n != 0 {
		t.Errorf("Execute makes %v allocations", n)
	}
	if n := testing.AllocsPerRun(1000, func() {
		if done, err := steps.Allow(); err == nil {
			done(nil)
		}
	}); n != 1 {
		t.Errorf("Allow makes %v allocations", n)
	}
}
