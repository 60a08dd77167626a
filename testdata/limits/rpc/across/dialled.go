package across

import (
	"context"
	"time"

	"google.golang.org/grpc"

	"example.com/fixtures/limits/rpc/across/bank"
	"example.com/fixtures/limits/rpc/across/conns"
	pb "example.com/fixtures/limits/rpc/paymentspb"
)

func dialled(addr string) error {
	conn, err := conns.Dial(addr) // want: no-timeout "PaymentsClient.Pay"
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = pb.NewPaymentsClient(conn).Pay(context.Background(), &pb.Request{})
	return err
}

// The other user of that function gives its RPC a deadline.
func dialledInTime(addr string) error {
	conn, err := conns.Dial(addr)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, err = pb.NewPaymentsClient(conn).Pay(ctx, &pb.Request{})
	return err
}

// A third one only hands it on.
func dialledForOthers(addr string) (*grpc.ClientConn, error) { return conns.Dial(addr) }

type kept struct{ stub pb.PaymentsClient }

func newKept(addr string) (*kept, error) {
	stub, err := conns.Stub(addr, grpc.WithUserAgent("shop")) // want: no-timeout "PaymentsClient.Refund"
	if err != nil {
		return nil, err
	}
	return &kept{stub}, nil
}

func (k *kept) refund() error {
	_, err := k.stub.Refund(context.Background(), &pb.Request{})
	return err
}

// The option may be an interceptor.
func intercepted(addr string, opt grpc.DialOption) error {
	stub, err := conns.Stub(addr, opt)
	if err != nil {
		return err
	}
	_, err = stub.Pay(context.Background(), &pb.Request{})
	return err
}

// So there is one in that function.
func interceptedThere(addr string) error {
	conn, err := conns.Bounded(addr)
	if err != nil {
		return err
	}
	return bank.Pay(context.Background(), pb.NewPaymentsClient(conn))
}

func handedOn(addr string) (*bank.Handed, error) {
	conn, err := conns.Dial(addr) // want: no-timeout:warning "PaymentsClient.Pay"
	if err != nil {
		return nil, err
	}
	return bank.NewHanded(conn), nil
}
