// Package silent has connections whose RPCs are not seen.
package silent

import (
	"google.golang.org/grpc"

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

// A connection that nobody uses waits for nothing.
func unused(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return err
	}
	return conn.Close()
}
