// Package options dials with options that may give RPCs deadlines, and with such that do not.
package options

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/stats"

	pb "example.com/fixtures/limits/rpc/paymentspb"
)

func pay(conn grpc.ClientConnInterface) error {
	_, err := pb.NewPaymentsClient(conn).Pay(context.Background(), &pb.Request{})
	return err
}

// A dial timeout, keep-alives, limits of messages and statistics bound no RPC.
func harmless(addr string, handler stats.Handler) error {
	opts := []grpc.DialOption{
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: time.Minute, Timeout: time.Second}),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(1 << 20)),
		grpc.WithTimeout(time.Second),
	}
	if handler != nil {
		opts = append(opts, grpc.WithStatsHandler(handler))
	}
	conn, err := grpc.NewClient(addr, opts...) // want: no-timeout
	if err != nil {
		return err
	}
	return pay(conn)
}

// An interceptor of streams sees no other RPC.
func streamInterceptor(addr string, in grpc.StreamClientInterceptor) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(), grpc.WithStreamInterceptor(in), grpc.WithChainStreamInterceptor(in)) // want: no-timeout
	if err != nil {
		return err
	}
	return pay(conn)
}

// An interceptor may give each RPC a deadline.
func interceptor(addr string, in grpc.UnaryClientInterceptor) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(), grpc.WithUnaryInterceptor(in))
	if err != nil {
		return err
	}
	return pay(conn)
}

// So may one of a chain.
func chain(addr string, in grpc.UnaryClientInterceptor) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(), grpc.WithChainUnaryInterceptor(nil, in))
	if err != nil {
		return err
	}
	return pay(conn)
}

// It may be there on some paths: what happens on the others is not claimed to happen.
func sometimes(addr string, in grpc.UnaryClientInterceptor, bound bool) error {
	opts := []grpc.DialOption{grpc.WithInsecure()}
	if bound {
		opts = append(opts, grpc.WithUnaryInterceptor(in))
	}
	conn, err := grpc.NewClient(addr, opts...)
	if err != nil {
		return err
	}
	return pay(conn)
}

// Options that are handed in may be interceptors.
func NewHanded(addr string, opts ...grpc.DialOption) error {
	conn, err := grpc.NewClient(addr, append([]grpc.DialOption{grpc.WithInsecure()}, opts...)...)
	if err != nil {
		return err
	}
	return pay(conn)
}

// The only caller hands in a harmless one.
func dial(addr string, opts ...grpc.DialOption) (*grpc.ClientConn, error) {
	return grpc.NewClient(addr, append(opts, grpc.WithInsecure())...) // want: no-timeout
}

func called(addr string) error {
	conn, err := dial(addr, grpc.WithUserAgent("shop"))
	if err != nil {
		return err
	}
	return pay(conn)
}

// A service config may give all methods a timeout.
func config(addr string) error {
	const text = `{"loadBalancingConfig": [{"round_robin": {}}], "methodConfig": [{"name": [{}], "timeout": "1s"}]}`
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(), grpc.WithDefaultServiceConfig(text))
	if err != nil {
		return err
	}
	return pay(conn)
}

// Which methods these are is not asked.
func configOfSome(addr string) error {
	const text = `{"methodConfig": [{"name": [{"service": "Payments", "method": "Pay"}], "timeout": "1s"}, {"name": [{}], "waitForReady": true}]}`
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(), grpc.WithDefaultServiceConfig(text))
	if err != nil {
		return err
	}
	return pay(conn)
}

// A service config without timeouts bounds nothing.
func configWithout(addr string) error {
	const text = `{"loadBalancingConfig": [{"round_robin": {}}], "methodConfig": [{"name": [{}], "waitForReady": true}]}`
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(), grpc.WithDefaultServiceConfig(text)) // want: no-timeout
	if err != nil {
		return err
	}
	return pay(conn)
}

// What a service config says that is not constant is not known, and neither is one that cannot be read.
func configHanded(addr, text string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(), grpc.WithDefaultServiceConfig(text))
	if err != nil {
		return err
	}
	return pay(conn)
}

func configBroken(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(), grpc.WithDefaultServiceConfig(`{"methodConfig": [`))
	if err != nil {
		return err
	}
	return pay(conn)
}

// An option of the program's own may be anything.
type option struct{ grpc.EmptyDialOption }

func own(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(), option{})
	if err != nil {
		return err
	}
	return pay(conn)
}
