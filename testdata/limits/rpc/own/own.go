// Package own has the generated client beside its user.
package own

import (
	"context"
	"time"

	"google.golang.org/grpc"
)

func bare(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure()) // want: no-timeout "LedgerClient.Book"
	if err != nil {
		return err
	}
	_, err = NewLedgerClient(conn).Book(context.Background(), &Entry{})
	return err
}

// The deadline of one connection has nothing to do with the other.
func bounded(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, err = NewLedgerClient(conn).Book(ctx, &Entry{})
	return err
}
