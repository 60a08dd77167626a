// Package conns dials for others, which know the deadlines of their RPCs.
package conns

import (
	"context"
	"time"

	"google.golang.org/grpc"

	pb "example.com/fixtures/limits/rpc/paymentspb"
)

func Dial(addr string) (*grpc.ClientConn, error) {
	return grpc.NewClient(addr, grpc.WithInsecure())
}

// Stub is for a generated client.
func Stub(addr string, opts ...grpc.DialOption) (pb.PaymentsClient, error) {
	conn, err := grpc.NewClient(addr, append(opts, grpc.WithInsecure())...)
	return pb.NewPaymentsClient(conn), err
}

// Bounded gives each RPC a deadline.
func Bounded(addr string) (*grpc.ClientConn, error) {
	return grpc.NewClient(addr, grpc.WithUnaryInterceptor(within))
}

func within(ctx context.Context, method string, req, reply any, conn *grpc.ClientConn, next grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return next(ctx, method, req, reply, conn, opts...)
}
