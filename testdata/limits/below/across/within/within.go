// Package within sets deadlines for others.
package within

import (
	"context"
	"time"
)

// Short is for calls that somebody waits for.
func Short(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, 5*time.Second)
}

// Long is for all others.
func Long(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, time.Minute)
}
