// Package interceptors dials with interceptors that give RPCs no deadline, and with such that do or may.
package interceptors

import (
	"context"
	"log"
	"time"

	middleware "github.com/grpc-ecosystem/go-grpc-middleware"
	"github.com/grpc-ecosystem/go-grpc-middleware/logging/logrus"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/logging"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/timeout"
	prometheus "github.com/grpc-ecosystem/go-grpc-prometheus"
	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	pb "example.com/fixtures/limits/rpc/paymentspb"
)

func pay(conn grpc.ClientConnInterface) error {
	_, err := pb.NewPaymentsClient(conn).Pay(context.Background(), &pb.Request{})
	return err
}

// Traces, metrics and logs bound nothing.
func known(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(), // want: no-timeout
		grpc.WithStatsHandler(otelgrpc.NewClientHandler()),
		grpc.WithUnaryInterceptor(prometheus.UnaryClientInterceptor),
		grpc.WithChainUnaryInterceptor(otelgrpc.UnaryClientInterceptor(), logging.UnaryClientInterceptor(log.Default()),
			prometheus.NewClientMetrics().UnaryClientInterceptor()))
	if err != nil {
		return err
	}
	return pay(conn)
}

// Neither do several in a row.
func chained(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(), // want: no-timeout
		grpc.WithUnaryInterceptor(middleware.ChainUnaryClient(prometheus.UnaryClientInterceptor, grpc_logrus.UnaryClientInterceptor(nil))))
	if err != nil {
		return err
	}
	return pay(conn)
}

// One of them may.
func chainedUnknown(addr string, in grpc.UnaryClientInterceptor) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(),
		grpc.WithUnaryInterceptor(middleware.ChainUnaryClient(prometheus.UnaryClientInterceptor, in)))
	if err != nil {
		return err
	}
	return pay(conn)
}

// This one does.
func bounded(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(),
		grpc.WithChainUnaryInterceptor(prometheus.UnaryClientInterceptor, timeout.UnaryClientInterceptor(time.Second)))
	if err != nil {
		return err
	}
	return pay(conn)
}

func chainedBounded(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(),
		grpc.WithUnaryInterceptor(middleware.ChainUnaryClient(timeout.UnaryClientInterceptor(time.Second), logging.UnaryClientInterceptor(nil))))
	if err != nil {
		return err
	}
	return pay(conn)
}

// Options of the calls may give each attempt a deadline.
func retried(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(), grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor()))
	if err != nil {
		return err
	}
	return pay(conn)
}

// An interceptor of the program's own that hands its context on.
func count(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	log.Print(method)
	return invoker(ctx, method, req, reply, cc, opts...)
}

func counted(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(), grpc.WithUnaryInterceptor(count)) // want: no-timeout
	if err != nil {
		return err
	}
	return pay(conn)
}

// One that adds to it.
func authorize(token string) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization", token)
		err := invoker(ctx, method, req, reply, cc, opts...)
		if err != nil {
			log.Print(err)
		}
		return err
	}
}

func authorized(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(), grpc.WithChainUnaryInterceptor(count, authorize("secret"))) // want: no-timeout
	if err != nil {
		return err
	}
	return pay(conn)
}

// A method of something.
type meter struct{ n int }

func (m *meter) intercept(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, next grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	m.n++
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return next(ctx, method, req, reply, cc, opts...)
}

func metered(addr string) error {
	m := &meter{}
	conn, err := dial(addr, m.intercept)
	if err != nil {
		return err
	}
	return pay(conn)
}

func dial(addr string, in ...grpc.UnaryClientInterceptor) (*grpc.ClientConn, error) {
	return grpc.NewClient(addr, grpc.WithInsecure(), grpc.WithChainUnaryInterceptor(in...)) // want: no-timeout
}

// One that gives it a deadline.
func limit(d time.Duration) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		ctx, cancel := context.WithTimeout(ctx, d)
		defer cancel()
		return invoker(ctx, method, req, reply, cc, opts...)
	}
}

func limited(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(), grpc.WithChainUnaryInterceptor(count, limit(time.Second)))
	if err != nil {
		return err
	}
	return pay(conn)
}

// One that gives a deadline to those that have none.
func fallback(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Second)
		defer cancel()
	}
	return invoker(ctx, method, req, reply, cc, opts...)
}

func fellBack(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(), grpc.WithUnaryInterceptor(fallback))
	if err != nil {
		return err
	}
	return pay(conn)
}

// One that waits for the answer itself.
func impatient(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	done := make(chan error, 1)
	go func() { done <- invoker(ctx, method, req, reply, cc, opts...) }()
	select {
	case err := <-done:
		return err
	case <-time.After(time.Second):
		return context.DeadlineExceeded
	}
}

func hurried(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(), grpc.WithUnaryInterceptor(impatient))
	if err != nil {
		return err
	}
	return pay(conn)
}

// One that hands the call to somebody else.
type policy interface {
	Run(ctx context.Context, f grpc.UnaryInvoker, method string) error
}

func governed(p policy) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		if p != nil {
			return p.Run(ctx, invoker, method)
		}
		return invoker(ctx, method, req, reply, cc, opts...)
	}
}

func governs(addr string, p policy) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(), grpc.WithUnaryInterceptor(governed(p)))
	if err != nil {
		return err
	}
	return pay(conn)
}

// One that never calls, as in tests and caches.
func canned(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	return nil
}

func cans(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(), grpc.WithUnaryInterceptor(canned))
	if err != nil {
		return err
	}
	return pay(conn)
}
