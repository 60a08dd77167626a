// Package bare calls RPCs that may wait for ever.
package bare

import (
	"context"
	"net/http"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"

	pb "example.com/fixtures/limits/rpc/paymentspb"
)

func background(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials())) // want: no-timeout "PaymentsClient.Pay may wait for ever"
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = pb.NewPaymentsClient(conn).Pay(context.Background(), &pb.Request{})
	return err
}

// A probe of the standard health service is an RPC as any other.
func probe(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure()) // want: no-timeout "HealthClient.Check may wait for ever"
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = grpc_health_v1.NewHealthClient(conn).Check(context.Background(), &grpc_health_v1.HealthCheckRequest{})
	return err
}

func todo(addr string) error {
	conn, err := grpc.Dial(addr, grpc.WithInsecure()) // want: no-timeout "PaymentsClient.Refund"
	if err != nil {
		return err
	}
	stub := pb.NewPaymentsClient(conn)
	_, err = stub.Refund(context.TODO(), &pb.Request{}, grpc.WaitForReady(true))
	return err
}

// The context of the dial is not that of the RPC.
func dialContext(ctx context.Context, addr string) error {
	conn, err := grpc.DialContext(ctx, addr, grpc.WithInsecure(), grpc.WithBlock()) // want: no-timeout "PaymentsClient.Pay"
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err = pb.NewPaymentsClient(conn).Pay(ctx, &pb.Request{})
	return err
}

func invoke(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure()) // want: no-timeout "payments.Payments/Pay may wait"
	if err != nil {
		return err
	}
	return conn.Invoke(context.Background(), "/payments.Payments/Pay", &pb.Request{}, &pb.Reply{})
}

// Adapter keeps the generated client.
type Adapter struct{ stub pb.PaymentsClient }

func NewAdapter(addr string) (*Adapter, error) {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure(), grpc.WithUserAgent("shop")) // want: no-timeout "PaymentsClient.Pay and PaymentsClient.Refund"
	if err != nil {
		return nil, err
	}
	return &Adapter{stub: pb.NewPaymentsClient(conn)}, nil
}

func (a *Adapter) Pay() error {
	_, err := a.stub.Pay(context.Background(), &pb.Request{})
	return err
}

func (a *Adapter) Refund() error {
	_, err := a.stub.Refund(context.Background(), &pb.Request{})
	return err
}

// Server keeps the connection, and relies on those that call it.
type Server struct{ conn *grpc.ClientConn }

func newServer(addr string) *Server {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure()) // want: no-timeout "PaymentsClient.Pay"
	if err != nil {
		panic(err)
	}
	return &Server{conn}
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, err := pb.NewPaymentsClient(s.conn).Pay(r.Context(), &pb.Request{}); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func serve(addr string) error { return http.ListenAndServe(":8080", newServer(addr)) }

// One of two has a deadline.
var global pb.PaymentsClient

func open(addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure()) // want: no-timeout "PaymentsClient.Refund may" !"Pay,"
	if err != nil {
		return err
	}
	global = pb.NewPaymentsClient(conn)
	return nil
}

func payGlobal(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := global.Pay(ctx, &pb.Request{})
	return err
}

func refundGlobal() error {
	_, err := global.Refund(context.Background(), &pb.Request{})
	return err
}

// The context goes through a helper, and so does the client.
func helped(addr string) error {
	conn, err := dial(addr)
	if err != nil {
		return err
	}
	return pay(context.Background(), pb.NewPaymentsClient(conn))
}

func dial(addr string) (*grpc.ClientConn, error) {
	return grpc.NewClient(addr, grpc.WithInsecure()) // want: no-timeout "PaymentsClient.Pay"
}

func pay(ctx context.Context, stub pb.PaymentsClient) error {
	_, err := stub.Pay(ctx, &pb.Request{})
	return err
}
