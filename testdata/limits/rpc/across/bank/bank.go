// Package bank calls RPCs over what others dial.
package bank

import (
	"context"
	"time"

	"google.golang.org/grpc"

	pb "example.com/fixtures/limits/rpc/paymentspb"
)

// Bare has no deadlines.
type Bare struct{ stub pb.PaymentsClient }

func NewBare(conn grpc.ClientConnInterface) *Bare { return &Bare{pb.NewPaymentsClient(conn)} }

func (b *Bare) Pay() error {
	_, err := b.stub.Pay(context.Background(), &pb.Request{})
	return err
}

// Stubbed has the generated client handed in.
type Stubbed struct{ stub pb.PaymentsClient }

func NewStubbed(stub pb.PaymentsClient) *Stubbed { return &Stubbed{stub: stub} }

func (s *Stubbed) Refund() error {
	_, err := s.stub.Refund(context.Background(), &pb.Request{})
	return err
}

// Bounded has deadlines.
type Bounded struct{ stub pb.PaymentsClient }

func NewBounded(conn *grpc.ClientConn) *Bounded { return &Bounded{pb.NewPaymentsClient(conn)} }

func (b *Bounded) Pay(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := b.stub.Pay(ctx, &pb.Request{})
	return err
}

// Handed relies on its callers.
type Handed struct{ stub pb.PaymentsClient }

func NewHanded(conn *grpc.ClientConn) *Handed { return &Handed{pb.NewPaymentsClient(conn)} }

func (h *Handed) Pay(ctx context.Context) error {
	_, err := h.stub.Pay(ctx, &pb.Request{})
	return err
}

// Pay calls under the context that it is handed.
func Pay(ctx context.Context, stub pb.PaymentsClient) error {
	_, err := stub.Pay(ctx, &pb.Request{})
	return err
}

// Context gives deadlines.
func Context(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, time.Second)
}

// Watcher opens streams.
type Watcher struct{ stub pb.PaymentsClient }

func NewWatcher(conn *grpc.ClientConn) *Watcher { return &Watcher{pb.NewPaymentsClient(conn)} }

func (w *Watcher) Watch() error {
	_, err := w.stub.Watch(context.Background(), &pb.Request{})
	return err
}

// Keeper hands the connection to whoever asks.
type Keeper struct{ conn *grpc.ClientConn }

func NewKeeper(conn *grpc.ClientConn) *Keeper { return &Keeper{conn} }

func (k *Keeper) With(do func(*grpc.ClientConn) error) error { return do(k.conn) }
