package compare

import (
	"context"
	"errors"
	"testing"
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
