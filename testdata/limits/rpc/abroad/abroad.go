// Package abroad hands connections to another module.
package abroad

import (
	"context"
	"time"

	"google.golang.org/grpc"

	"example.org/maker/sdk/rpc"
)

// The module makes its RPCs under the contexts of its methods.
func bare(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure()) // want: no-timeout "those of example.org/maker/sdk/rpc.New may wait for ever"
	if err != nil {
		return err
	}
	return rpc.New(conn).Pay(context.Background(), "1")
}

// Its options are for what has deadlines of its own, or is stopped under a context.
func exporter(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return err
	}
	e, err := rpc.Export(context.Background(), rpc.WithConn(conn))
	if err != nil {
		return err
	}
	return e.Shutdown(context.Background())
}

// The context is not that of an RPC.
func register(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return err
	}
	return rpc.Register(context.Background(), conn)
}

// A field of its type holds one.
func field(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return err
	}
	h := &rpc.Holder{Conn: conn}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return h.Pay(ctx)
}
