// Package silent has connections whose RPCs are not seen, or are none that a user waits for.
package silent

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health/grpc_health_v1"

	pb "example.com/fixtures/limits/rpc/paymentspb"
)

// Whoever gets the connection knows what it calls.
func Dial(addr string) (*grpc.ClientConn, error) {
	return grpc.NewClient(addr, grpc.WithInsecure())
}

func NewStub(addr string) (pb.PaymentsClient, error) {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	return pb.NewPaymentsClient(conn), err
}

// A probe asks whether the server is up.
func probe(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = grpc_health_v1.NewHealthClient(conn).Check(context.Background(), &grpc_health_v1.HealthCheckRequest{})
	return err
}

// A connection that nobody uses waits for nothing.
func unused(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return err
	}
	return conn.Close()
}
