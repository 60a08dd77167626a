package shutdown

import (
	"context"
	"database/sql"
	"sync"

	"google.golang.org/grpc"
)

type pump struct {
	conn *grpc.ClientConn
	wg   sync.WaitGroup
}

func newPump(conn *grpc.ClientConn) *pump {
	p := new(pump)
	p.conn = conn
	return p
}

func (p *pump) start(ctx context.Context) {
	p.wg.Go(func() { p.conn.Invoke(ctx, "/pump/Push", nil, nil) })
}

func (p *pump) stop() { p.wg.Wait() }

// What the goroutines use through a field is closed by the variable that was put there.
func pumped(ctx context.Context, conn *grpc.ClientConn) {
	p := &pump{conn: conn}
	p.start(ctx)
	<-ctx.Done()
	conn.Close() // want: close-before-drain
	p.stop()
}

// A function puts it there.
func pumpedByNew(ctx context.Context, conn *grpc.ClientConn) {
	p := newPump(conn)
	p.start(ctx)
	defer p.wg.Wait()
	defer conn.Close() // want: close-before-drain
	<-ctx.Done()
}

// In order.
func pumpedInOrder(ctx context.Context, conn *grpc.ClientConn) {
	defer conn.Close()
	p := newPump(conn)
	p.start(ctx)
	defer p.stop()
	<-ctx.Done()
}

// The one that is waited for next has a connection of its own.
func twoPumps(ctx context.Context, a, b *grpc.ClientConn) {
	first, second := newPump(a), &pump{conn: b}
	first.start(ctx)
	second.start(ctx)
	<-ctx.Done()
	first.stop()
	a.Close()
	second.stop()
	b.Close()
}

type counted struct {
	db *sql.DB
	n  int
	wg sync.WaitGroup
}

func (c *counted) start() { c.wg.Go(func() { c.n++ }) }

// The goroutines do not use what is held.
func countedOnly(db *sql.DB) {
	c := &counted{db: db}
	c.start()
	db.Close()
	c.wg.Wait()
}

func (p *pump) close() {
	p.wg.Wait()
	p.conn.Close()
}

// Each has its own connection.
func twoClosed(ctx context.Context, a, b *grpc.ClientConn) {
	first, second := newPump(a), newPump(b)
	first.start(ctx)
	second.start(ctx)
	<-ctx.Done()
	first.close()
	second.close()
}

// Of two that were made together, each its own.
func pair(ctx context.Context, first, second *pump) {
	<-ctx.Done()
	first.conn.Close() // want: close-before-drain
	first.wg.Wait()
	second.wg.Wait()
	second.conn.Close()
}
