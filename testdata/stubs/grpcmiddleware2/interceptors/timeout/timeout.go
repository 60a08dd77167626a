// Package timeout stands in for the library: only what the fixtures use.
package timeout

import (
	"time"

	"google.golang.org/grpc"
)

func UnaryClientInterceptor(timeout time.Duration) grpc.UnaryClientInterceptor { return nil }
