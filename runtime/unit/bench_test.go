package unit_test

import (
	"context"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"

	"github.com/reslint/reslint/runtime/unit"
)

// The benchmarks compare with a bare client call that is as bounded as the unit's: a client with a total timeout over
// a transport with the same limits. Noop measures what a unit adds to a call that costs nothing; Loopback what is left
// of that beside a real request.

func benchUnit(b *testing.B, url string, observers ...unit.Observer) *unit.Unit {
	s := section()
	s.BaseURL = url
	return newUnit(b, s, observers...)
}

func benchRequest(b *testing.B, url string) *http.Request {
	req, err := http.NewRequestWithContext(b.Context(), http.MethodGet, url, nil)
	if err != nil {
		b.Fatal(err)
	}
	return req
}

func drain(b *testing.B, resp *http.Response, err error) {
	if err != nil {
		b.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
}

func benchServer(b *testing.B) string {
	return serve(b, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok") }).URL
}

// BenchmarkNoop: the deadline alone is what a bare call with a timeout pays as well.
func BenchmarkNoop(b *testing.B) {
	ctx := context.Background()
	noop := func(context.Context) error { return nil }
	b.Run("deadline", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
			_ = noop(ctx)
			cancel()
		}
	})
	b.Run("unit", func(b *testing.B) {
		u := benchUnit(b, "http://sber.example.com")
		b.ReportAllocs()
		for b.Loop() {
			_ = u.Call(ctx, noop)
		}
	})
	b.Run("by-hand", func(b *testing.B) {
		breaker := gobreaker.NewCircuitBreaker[struct{}](gobreaker.Settings{Name: "sber"})
		sem := semaphore.NewWeighted(4)
		b.ReportAllocs()
		for b.Loop() {
			_ = byHand(ctx, sem, breaker, noop)
		}
	})
	b.Run("rejected", func(b *testing.B) {
		u := benchUnit(b, "http://sber.example.com")
		for range 10 {
			_ = u.Call(ctx, fail)
		}
		b.ReportAllocs()
		for b.Loop() {
			_ = u.Call(ctx, noop)
		}
	})
}

// byHand is what the guide's example comes to without the runtime.
func byHand(
	ctx context.Context, sem *semaphore.Weighted, breaker *gobreaker.CircuitBreaker[struct{}], fn func(context.Context) error,
) error {
	wait, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	if err := sem.Acquire(wait, 1); err != nil {
		return err
	}
	defer sem.Release(1)
	_, err := breaker.Execute(func() (struct{}, error) {
		ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
		defer cancel()
		return struct{}{}, fn(ctx)
	})
	return err
}

func BenchmarkParallel(b *testing.B) {
	s := section()
	s.MaxConcurrent, s.MaxConnections = 64, 77
	u := newUnit(b, s)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if err := u.Call(context.Background(), ok); err != nil {
				b.Error(err)
			}
		}
	})
}

// BenchmarkLoopback: a request and its answer over a kept connection.
func BenchmarkLoopback(b *testing.B) {
	b.Run("bare", func(b *testing.B) {
		url := benchServer(b)
		u := benchUnit(b, url)
		client, req := u.Client(), benchRequest(b, url)
		b.ReportAllocs()
		for b.Loop() {
			resp, err := client.Do(req)
			drain(b, resp, err)
		}
	})
	b.Run("Call", func(b *testing.B) {
		url := benchServer(b)
		u := benchUnit(b, url)
		req := benchRequest(b, url)
		b.ReportAllocs()
		for b.Loop() {
			_ = u.Call(req.Context(), func(ctx context.Context) error {
				resp, err := u.Client().Do(req.WithContext(ctx))
				drain(b, resp, err)
				return err
			})
		}
	})
	b.Run("Do", func(b *testing.B) {
		url := benchServer(b)
		u := benchUnit(b, url)
		req := benchRequest(b, url)
		b.ReportAllocs()
		for b.Loop() {
			resp, err := u.Do(req)
			drain(b, resp, err)
		}
	})
}

// The claim of the README: one allocation over a call that only has a deadline.
func TestAllocations(t *testing.T) { // not parallel: AllocsPerRun counts those of the whole process
	u := newUnit(t, section())
	ctx := context.Background()
	noop := func(context.Context) error { return nil }
	deadline := testing.AllocsPerRun(1000, func() {
		bounded, cancel := context.WithTimeout(ctx, 15*time.Second)
		_ = noop(bounded)
		cancel()
	})
	if call := testing.AllocsPerRun(1000, func() { _ = u.Call(ctx, noop) }); call > deadline+1 {
		t.Errorf("Call makes %v allocations, a deadline alone makes %v", call, deadline)
	}
}
