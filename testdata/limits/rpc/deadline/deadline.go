// Package deadline gives each RPC a deadline.
package deadline

import (
	"context"
	"time"

	"google.golang.org/grpc"

	pb "example.com/fixtures/limits/rpc/paymentspb"
)

// A deadline on the way to the call is what bounds an RPC.
func once(ctx context.Context, addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err = pb.NewPaymentsClient(conn).Pay(ctx, &pb.Request{})
	return err
}

// Adapter has deadlines in all of its methods, one of them by way of a helper.
type Adapter struct{ stub pb.PaymentsClient }

func NewAdapter(addr string) (*Adapter, error) {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return nil, err
	}
	return &Adapter{stub: pb.NewPaymentsClient(conn)}, nil
}

func (a *Adapter) Pay(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := a.stub.Pay(ctx, &pb.Request{})
	return err
}

func (a *Adapter) Refund(ctx context.Context) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	_, err := a.stub.Refund(ctx, &pb.Request{})
	return err
}

func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithDeadline(ctx, time.Now().Add(time.Second))
}

// The deadline is made around a decorator, which has the shape of the generated client.
type logged struct{ pb.PaymentsClient }

func (l *logged) Pay(ctx context.Context, in *pb.Request, opts ...grpc.CallOption) (*pb.Reply, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return l.PaymentsClient.Pay(ctx, in, opts...)
}

func decorated(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return err
	}
	var stub pb.PaymentsClient = &logged{pb.NewPaymentsClient(conn)}
	_, err = stub.Pay(context.Background(), &pb.Request{})
	return err
}

// The decorator is kept where the generated client would be.
type shop struct{ stub pb.PaymentsClient }

func newShop(addr string) (*shop, error) {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return nil, err
	}
	return &shop{&logged{pb.NewPaymentsClient(conn)}}, nil
}

func (s *shop) pay() error {
	_, err := s.stub.Pay(context.Background(), &pb.Request{})
	return err
}

// NewPaymentsClient has the shape of a generated constructor and is none.
func NewPaymentsClient(conn grpc.ClientConnInterface) PaymentsClient {
	return &logged{pb.NewPaymentsClient(conn)}
}

type PaymentsClient interface {
	Pay(ctx context.Context, in *pb.Request, opts ...grpc.CallOption) (*pb.Reply, error)
}

func ownConstructor(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return err
	}
	_, err = NewPaymentsClient(conn).Pay(context.Background(), &pb.Request{})
	return err
}
