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
