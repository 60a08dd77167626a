// Package unbounded puts a connection into a field of another module's type.
package unbounded

import (
	"context"

	"google.golang.org/grpc"

	"example.org/maker/sdk/rpc"
)

func pay(ctx context.Context, addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure()) // want: no-timeout:warning "rpc.Holder"
	if err != nil {
		return err
	}
	h := &rpc.Holder{Conn: conn}
	return h.Pay(ctx)
}
