package main

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	healthyCallers = 8
	hangingCallers = 32
	backOff        = 25 * time.Millisecond // of a caller whose call failed, so that fast failures do not spin
	warmUp         = 600 * time.Millisecond
)

// A Sample is how the healthy system fared.
type Sample struct {
	PerSecond   float64 // good answers
	SuccessRate float64 // percent of the calls
	P50, P99    time.Duration
}

// calls are the two systems as the service sees them.
type calls struct {
	healthy, hanging func(context.Context) error
	close            func()
}

// load keeps the callers busy and samples the healthy system once the other has hung for a while.
func load(ctx context.Context, c calls, duration time.Duration, disturbed bool) Sample {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	if disturbed {
		for range hangingCallers {
			wg.Go(func() { keepCalling(ctx, c.hanging, func(time.Time, time.Time, error) {}) })
		}
	}
	from := time.Now().Add(warmUp)
	to := from.Add(duration)
	var mu sync.Mutex
	var took []time.Duration
	total := 0
	for range healthyCallers {
		wg.Go(func() {
			keepCalling(ctx, c.healthy, func(start, end time.Time, err error) {
				if end.Before(from) || end.After(to) {
					return
				}
				mu.Lock()
				defer mu.Unlock()
				total++
				if err == nil {
					took = append(took, end.Sub(start))
				}
			})
		})
	}
	select {
	case <-time.After(time.Until(to)):
	case <-ctx.Done():
	}
	cancel()
	wg.Wait()
	return sample(took, total, duration)
}

func keepCalling(ctx context.Context, call func(context.Context) error, done func(start, end time.Time, err error)) {
	for ctx.Err() == nil {
		start := time.Now()
		err := call(ctx)
		done(start, time.Now(), err)
		if err == nil {
			continue
		}
		select {
		case <-time.After(backOff):
		case <-ctx.Done():
		}
	}
}

func sample(took []time.Duration, total int, duration time.Duration) Sample {
	s := Sample{PerSecond: float64(len(took)) / duration.Seconds()}
	if total > 0 {
		s.SuccessRate = 100 * float64(len(took)) / float64(total)
	}
	if len(took) == 0 {
		return s
	}
	slices.Sort(took)
	at := func(percent int) time.Duration {
		return took[(len(took)-1)*percent/100].Round(100 * time.Microsecond)
	}
	s.P50, s.P99 = at(50), at(99)
	return s
}
