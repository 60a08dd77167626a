// Package handed relies on the contexts of its callers.
package handed

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	pb "example.com/fixtures/limits/rpc/paymentspb"
)

type Adapter struct{ stub pb.PaymentsClient }

func NewAdapter(addr string) (*Adapter, error) {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure()) // want: no-timeout:warning "callers hand in: PaymentsClient.Pay"
	if err != nil {
		return nil, err
	}
	return &Adapter{stub: pb.NewPaymentsClient(conn)}, nil
}

func (a *Adapter) Pay(ctx context.Context) error {
	_, err := a.stub.Pay(metadata.AppendToOutgoingContext(ctx, "shop", "1"), &pb.Request{})
	return err
}

// Mixed makes a deadline for one RPC and is handed the context of the other: still the callers' good will.
type Mixed struct{ stub pb.PaymentsClient }

func NewMixed(addr string) (*Mixed, error) {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure()) // want: no-timeout:warning "PaymentsClient.Refund" !"Client.Pay"
	if err != nil {
		return nil, err
	}
	return &Mixed{pb.NewPaymentsClient(conn)}, nil
}

func (m *Mixed) Pay(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := m.stub.Pay(ctx, &pb.Request{})
	return err
}

func (m *Mixed) Refund(ctx context.Context) error {
	_, err := m.stub.Refund(ctx, &pb.Request{})
	return err
}
