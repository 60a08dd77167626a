// Package logging stands in for the library: only what the fixtures use.
package logging

import "google.golang.org/grpc"

type Option func()

func UnaryClientInterceptor(logger any, opts ...Option) grpc.UnaryClientInterceptor { return nil }
