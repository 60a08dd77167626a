package permits

import (
	"context"

	"golang.org/x/sync/semaphore"

	"example.com/fixtures/lifecycle/permits/zlog"
)

// no finding: the message of a fatal event ends the process
func fatalEvent(ctx context.Context, sem *semaphore.Weighted) {
	ctx, cancel := wait(ctx)
	defer cancel()
	if err := sem.Acquire(ctx, 1); err != nil {
		zlog.Fatal().Err(err).Msg("no permit")
	}
	defer sem.Release(1)
}

// The message of another event does not.
func errorEvent(ctx context.Context, sem *semaphore.Weighted) {
	ctx, cancel := wait(ctx)
	defer cancel()
	if err := sem.Acquire(ctx, 1); err != nil {
		zlog.Error().Err(err).Msg("no permit")
	}
	defer sem.Release(1) // want: release-without-acquire
}
