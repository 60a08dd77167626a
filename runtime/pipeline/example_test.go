package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reslint/reslint/runtime/pipeline"
)

func ExamplePipeline() {
	p, err := pipeline.New(pipeline.Config[string]{
		Queue: 100, Workers: 4,
		Handle: func(_ context.Context, receipt string) error { return nil }, // calls a unit
		Policy: func(string) pipeline.Policy { return pipeline.Policy{Idempotent: true} },
	})
	if err != nil {
		panic(err)
	}
	if err := p.TrySubmit("receipt 1"); err != nil {
		fmt.Println("try later:", err)
	}

	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	returned, err := p.Shutdown(ctx)
	fmt.Println(p.Stats().Succeeded, len(returned), err)
	// Output: 1 0 <nil>
}

// What a shutdown returns is kept for the next start.
func ExampleReturned() {
	p, err := pipeline.New(pipeline.Config[string]{
		Queue: 100, Workers: 1,
		Handle: func(ctx context.Context, _ string) error { <-ctx.Done(); return ctx.Err() },
	})
	if err != nil {
		panic(err)
	}
	_ = p.Submit(context.Background(), "receipt 1")
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	returned, _ := p.Shutdown(ctx)
	for _, r := range returned {
		fmt.Println("keep", r.Item)
	}
	// Output: keep receipt 1
}

func ExampleResult() {
	done := make(chan pipeline.Result[int])
	p, err := pipeline.New(pipeline.Config[int]{
		Workers: 1,
		Handle:  func(context.Context, int) error { return errors.New("declined") },
		Done:    func(r pipeline.Result[int]) { done <- r },
	})
	if err != nil {
		panic(err)
	}
	_ = p.Submit(context.Background(), 7)
	r := <-done
	fmt.Println(r.Item, r.Err, r.Attempts)
	_, _ = p.Shutdown(context.Background())
	// Output: 7 declined 1
}

func ExamplePanicError() {
	done := make(chan error)
	p, err := pipeline.New(pipeline.Config[int]{
		Workers: 1,
		Handle:  func(context.Context, int) error { panic("no such account") },
		Done:    func(r pipeline.Result[int]) { done <- r.Err },
	})
	if err != nil {
		panic(err)
	}
	_ = p.Submit(context.Background(), 7)
	fmt.Println(<-done)
	_, _ = p.Shutdown(context.Background())
	// Output: the handler panicked: no such account
}

func ExamplePolicy() {
	policy := func(operation string) pipeline.Policy {
		switch operation {
		case "status": // reads
			return pipeline.Policy{Idempotent: true}
		case "receipt": // carries an idempotency key
			return pipeline.Policy{Idempotent: true, Attempts: 2, BaseDelay: time.Second}
		}
		return pipeline.Policy{}
	}
	fmt.Println(policy("status").Idempotent, policy("payment").Idempotent)
	// Output: true false
}

func ExampleConfig() {
	_, err := pipeline.New(pipeline.Config[int]{Workers: 4})
	fmt.Println(err)
	// Output: pipeline: no handler
}

func ExampleStats() {
	p, err := pipeline.New(pipeline.Config[int]{Workers: 1, Handle: func(context.Context, int) error { return nil }})
	if err != nil {
		panic(err)
	}
	_ = p.Submit(context.Background(), 1)
	_, _ = p.Shutdown(context.Background())
	s := p.Stats()
	fmt.Println(s.Accepted == s.Succeeded+s.Failed+s.Returned)
	// Output: true
}
