// Package user calls through a generated client of a package that is judged too.
package user

import (
	"context"
	"time"

	"google.golang.org/grpc"

	"example.com/fixtures/limits/rpc/own"
)

func bare(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure()) // want: no-timeout "LedgerClient.Book"
	if err != nil {
		return err
	}
	_, err = own.NewLedgerClient(conn).Book(context.Background(), &own.Entry{})
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
	_, err = own.NewLedgerClient(conn).Book(ctx, &own.Entry{})
	return err
}
