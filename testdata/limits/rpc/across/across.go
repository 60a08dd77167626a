// Package across dials for packages that make the RPCs.
package across

import (
	"context"

	"google.golang.org/grpc"

	"example.com/fixtures/limits/rpc/across/bank"
	pb "example.com/fixtures/limits/rpc/paymentspb"
)

func bare(addr string) (*bank.Bare, error) {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure()) // want: no-timeout "PaymentsClient.Pay"
	if err != nil {
		return nil, err
	}
	return bank.NewBare(conn), nil
}

func stubbed(addr string) (*bank.Stubbed, error) {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure()) // want: no-timeout "PaymentsClient.Refund"
	if err != nil {
		return nil, err
	}
	return bank.NewStubbed(pb.NewPaymentsClient(conn)), nil
}

// Each RPC has a deadline in that package.
func bounded(addr string) (*bank.Bounded, error) {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return nil, err
	}
	return bank.NewBounded(conn), nil
}

func handed(addr string) (*bank.Handed, error) {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure()) // want: no-timeout:warning
	if err != nil {
		return nil, err
	}
	return bank.NewHanded(conn), nil
}

func called(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure()) // want: no-timeout "PaymentsClient.Pay"
	if err != nil {
		return err
	}
	return bank.Pay(context.Background(), pb.NewPaymentsClient(conn))
}

// The deadline is made here, by a function of that package.
func calledInTime(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return err
	}
	ctx, cancel := bank.Context(context.Background())
	defer cancel()
	return bank.Pay(ctx, pb.NewPaymentsClient(conn))
}

// A stream has no deadline there either.
func watched(addr string) (*bank.Watcher, error) {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return nil, err
	}
	return bank.NewWatcher(conn), nil
}

// Nobody knows what is done with it.
func keeper(addr string) (*bank.Keeper, error) {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return nil, err
	}
	return bank.NewKeeper(conn), nil
}
