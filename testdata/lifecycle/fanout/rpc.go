package fanout

import (
	"context"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
	health "google.golang.org/grpc/health/grpc_health_v1"

	"example.com/fixtures/lifecycle/fanout/remote"
	pb "example.com/fixtures/limits/rpc/paymentspb"
)

// payer pays through a generated client.
type payer struct {
	conn *grpc.ClientConn
	stub pb.PaymentsClient
}

func (p *payer) payAll(ctx context.Context, all []*pb.Request) {
	var wg sync.WaitGroup
	for _, r := range all {
		wg.Add(1)
		go func() { // want: unbounded-fanout
			defer wg.Done()
			_, _ = p.stub.Pay(ctx, r)
		}()
	}
	wg.Wait()
}

func (p *payer) pay(ctx context.Context, r *pb.Request) error {
	_, err := pb.NewPaymentsClient(p.conn).Pay(ctx, r)
	return err
}

func (p *payer) payInGroup(ctx context.Context, all []*pb.Request) error {
	var g errgroup.Group
	for _, r := range all {
		g.Go(func() error { return p.pay(ctx, r) }) // want: unbounded-fanout
	}
	return g.Wait()
}

func (p *payer) invokeAll(ctx context.Context, all []*pb.Request) {
	for _, r := range all {
		go p.conn.Invoke(ctx, "/payments.Payments/Pay", r, new(pb.Reply)) // want: unbounded-fanout
	}
}

func payElsewhere(ctx context.Context, stub pb.PaymentsClient, all []*pb.Request) {
	for _, r := range all {
		go remote.Pay(ctx, stub, r) // want: unbounded-fanout
	}
}

// no finding: the group has a limit
func (p *payer) payLimited(ctx context.Context, all []*pb.Request) error {
	var g errgroup.Group
	g.SetLimit(4)
	for _, r := range all {
		g.Go(func() error { return p.pay(ctx, r) })
	}
	return g.Wait()
}

// no finding: a goroutine for each of several systems
func payEach(ctx context.Context, stubs []pb.PaymentsClient) {
	for _, stub := range stubs {
		go stub.Pay(ctx, new(pb.Request))
	}
}

// Probes are calls as well.
func probeAll(ctx context.Context, c health.HealthClient, names []string) {
	for _, n := range names {
		go c.Check(ctx, &health.HealthCheckRequest{Service: n}) // want: unbounded-fanout
	}
}

// no finding: a function that has a context and options, but of its own kind
func (p *payer) local(ctx context.Context, all []*pb.Request, f interface {
	Do(context.Context, *pb.Request, ...int) error
}) {
	for _, r := range all {
		go f.Do(ctx, r)
	}
}

// doer is what an HTTP client is used through.
type doer interface {
	Do(*http.Request) (*http.Response, error)
}

func doAll(d doer, all []*http.Request) {
	for _, r := range all {
		go d.Do(r) // want: unbounded-fanout
	}
}

// guarded is the one thing in the package that pays, one after the other.
type guarded struct {
	stub pb.PaymentsClient
	slot chan struct{}
}

func (g *guarded) Pay(ctx context.Context, in *pb.Request, opts ...grpc.CallOption) (*pb.Reply, error) {
	select {
	case g.slot <- struct{}{}:
	case <-time.After(time.Second):
		return nil, context.DeadlineExceeded
	}
	defer func() { <-g.slot }()
	return g.stub.Pay(ctx, in, opts...)
}

type pays interface {
	Pay(ctx context.Context, in *pb.Request, opts ...grpc.CallOption) (*pb.Reply, error)
}

// no finding: what is behind the interface has a permit
func payGuarded(ctx context.Context, p pays, all []*pb.Request) {
	for _, r := range all {
		go p.Pay(ctx, r)
	}
}
