package waits

import (
	"context"
	"net/http"
	"runtime"
)

var limitPerCPU = make(chan struct{}, runtime.GOMAXPROCS(0))

// A semaphore with a permit for each processor is for computations, whatever they are.
func compute(do func()) {
	limitPerCPU <- struct{}{}
	defer func() { <-limitPerCPU }()
	do()
}

type workers struct {
	slots chan struct{}
	seats chan struct{}
}

func newWorkers(seats int) *workers {
	n := 2 * runtime.NumCPU()
	return &workers{slots: make(chan struct{}, n), seats: make(chan struct{}, seats)}
}

func (w *workers) run(do func()) {
	w.slots <- struct{}{}
	defer func() { <-w.slots }()
	do()
}

// One whose size somebody chose may be a bulkhead.
func (w *workers) call(ctx context.Context, do func(context.Context, *http.Request) error, r *http.Request) error {
	w.seats <- struct{}{} // want: acquire-without-deadline
	defer func() { <-w.seats }()
	return do(ctx, r)
}
