// Package streams opens streams, which cannot have a deadline.
package streams

import (
	"context"
	"time"

	"google.golang.org/grpc"

	pb "example.com/fixtures/limits/rpc/paymentspb"
)

// A stream from the server has no end.
func watch(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return err
	}
	s, err := pb.NewPaymentsClient(conn).Watch(context.Background(), &pb.Request{})
	if err != nil {
		return err
	}
	_, err = s.Recv()
	return err
}

// A stream to the server may take as long as it likes.
func upload(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return err
	}
	s, err := pb.NewPaymentsClient(conn).Upload(context.Background())
	if err != nil {
		return err
	}
	_, err = s.CloseAndRecv()
	return err
}

func newStream(addr string) (grpc.ClientStream, error) {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return nil, err
	}
	return conn.NewStream(context.Background(), &grpc.StreamDesc{ServerStreams: true}, "/Payments/Watch")
}

// The other RPC has a deadline.
func bounded(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return err
	}
	stub := pb.NewPaymentsClient(conn)
	if _, err := stub.Watch(context.Background(), &pb.Request{}); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, err = stub.Pay(ctx, &pb.Request{})
	return err
}

// The other RPC has none.
func bare(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure()) // want: no-timeout "PaymentsClient.Pay may" !"Watch"
	if err != nil {
		return err
	}
	stub := pb.NewPaymentsClient(conn)
	if _, err := stub.Watch(context.Background(), &pb.Request{}); err != nil {
		return err
	}
	_, err = stub.Pay(context.Background(), &pb.Request{})
	return err
}
