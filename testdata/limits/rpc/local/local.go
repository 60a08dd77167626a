// Package local dials what may be in its own process.
package local

import (
	"context"
	"fmt"
	"net"

	"google.golang.org/grpc"
	"google.golang.org/grpc/test/bufconn"

	pb "example.com/fixtures/limits/rpc/paymentspb"
)

func pay(conn grpc.ClientConnInterface) error {
	_, err := pb.NewPaymentsClient(conn).Pay(context.Background(), &pb.Request{})
	return err
}

// The server is in memory.
func memory(l *bufconn.Listener) error {
	conn, err := grpc.NewClient("passthrough:///bufnet", grpc.WithInsecure(), grpc.WithContextDialer(
		func(ctx context.Context, _ string) (net.Conn, error) { return l.DialContext(ctx) }))
	if err != nil {
		return err
	}
	return pay(conn)
}

// A gateway dials the server beside it.
func loopback(port int) error {
	conn, err := grpc.NewClient(fmt.Sprintf("localhost:%d", port), grpc.WithInsecure())
	if err != nil {
		return err
	}
	return pay(conn)
}

func anyInterface() error {
	conn, err := grpc.NewClient(":50051", grpc.WithInsecure())
	if err != nil {
		return err
	}
	return pay(conn)
}

// The control plane may send a service config with timeouts.
func mesh() error {
	conn, err := grpc.NewClient("xds:///payments", grpc.WithInsecure())
	if err != nil {
		return err
	}
	return pay(conn)
}

// A name of another host is none of these, and a default for one is not the only one that may be dialled.
func remote() error {
	conn, err := grpc.NewClient("dns:///payments.example.org:443", grpc.WithInsecure()) // want: no-timeout
	if err != nil {
		return err
	}
	return pay(conn)
}

func defaulted(addr string) error {
	if addr == "" {
		addr = "localhost:50051"
	}
	conn, err := grpc.NewClient(addr, grpc.WithInsecure()) // want: no-timeout
	if err != nil {
		return err
	}
	return pay(conn)
}

// Another process of the machine is another system.
func socket() error {
	conn, err := grpc.NewClient("unix:///run/payments.sock", grpc.WithInsecure()) // want: no-timeout
	if err != nil {
		return err
	}
	return pay(conn)
}
