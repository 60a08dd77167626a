// Package within gives the calls of another module deadlines.
package within

import (
	"context"
	"time"

	"google.golang.org/grpc"

	"example.org/maker/sdk/rpc"
)

// The deadline is made on the way into the module.
func pay(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return rpc.New(conn).Pay(ctx, "1")
}

// What looks like a generated client may be a guard around one.
func guarded(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return err
	}
	return rpc.NewGuarded(conn).Pay(context.Background(), "1")
}
