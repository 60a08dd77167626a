// Package shutdown stops what it has started, in the right order and in the wrong one.
package shutdown

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
)

type service struct {
	db      *sql.DB
	conn    *grpc.ClientConn
	client  *http.Client
	other   *http.Client
	server  *http.Server
	metrics *http.Server
	grpc    *grpc.Server
	queue   chan string
	wg      sync.WaitGroup
	group   errgroup.Group
	done    chan struct{}
	cancel  context.CancelFunc
}

func (s *service) start(ctx context.Context) {
	for range 4 {
		s.wg.Go(func() {
			for u := range s.queue {
				if resp, err := s.client.Get(u); err == nil {
					resp.Body.Close()
				}
			}
		})
	}
	s.group.Go(func() error { return s.poll(ctx) })
	go func() {
		defer close(s.done)
		s.store(ctx)
	}()
	s.wg.Add(1)
	go s.listen(ctx)
}

func (s *service) listen(ctx context.Context) {
	defer s.wg.Done()
	s.conn.Invoke(ctx, "/orders/Watch", nil, nil)
}

func (s *service) poll(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, "UPDATE orders SET seen = true")
	return err
}

func (s *service) store(ctx context.Context) { s.poll(ctx) }

// Idle connections of workers that go on.
func (s *service) idle() {
	close(s.queue)
	s.client.CloseIdleConnections() // want: close-before-drain:warning
	s.wg.Wait()
}

// The connection of a worker in a method of its own.
func (s *service) connection() {
	s.cancel()
	s.conn.Close() // want: close-before-drain
	s.wg.Wait()
}

// The database of a group's goroutine, which uses it through a helper.
func (s *service) database() error {
	s.db.Close() // want: close-before-drain
	return s.group.Wait()
}

// A goroutine that closes a channel when it is done.
func (s *service) channel() {
	s.db.Close() // want: close-before-drain
	<-s.done
}

// Handlers still run.
func (s *service) handlers(ctx context.Context) error {
	if err := s.db.Close(); err != nil { // want: close-before-drain
		return err
	}
	return s.server.Shutdown(ctx)
}

// gRPC handlers too.
func (s *service) grpcHandlers() {
	s.conn.Close() // want: close-before-drain
	s.grpc.GracefulStop()
}

// Deferred calls run last first: the database is closed, then the goroutines are waited for.
func (s *service) deferred() {
	defer s.group.Wait()
	defer s.db.Close() // want: close-before-drain
	s.cancel()
}

// A check for nil changes nothing.
func (s *service) checked() {
	if s.conn != nil {
		s.conn.Close() // want: close-before-drain
	}
	s.wg.Wait()
}

// Helpers of the package, in the wrong order.
func (s *service) helpers(ctx context.Context) error {
	s.closeAll() // want: close-before-drain
	return s.drain(ctx)
}

func (s *service) closeAll() {
	s.client.CloseIdleConnections()
	s.db.Close()
}

func (s *service) drain(ctx context.Context) error {
	err := s.server.Shutdown(ctx)
	s.wg.Wait()
	return err
}

// A database that was made here, and handed to what the workers run.
func run(ctx context.Context, jobs func(*sql.DB) func()) error {
	db, err := sql.Open("postgres", "")
	if err != nil {
		return err
	}
	job := jobs(db)
	var wg sync.WaitGroup
	wg.Go(func() { job() })
	<-ctx.Done()
	db.Close() // want: close-before-drain
	wg.Wait()
	return nil
}

// In order.
func (s *service) inOrder(ctx context.Context) error {
	err := s.server.Shutdown(ctx)
	close(s.queue)
	s.wg.Wait()
	err = errors.Join(err, s.group.Wait())
	s.client.CloseIdleConnections()
	return errors.Join(err, s.conn.Close(), s.db.Close())
}

// Helpers in order.
func (s *service) helpersInOrder(ctx context.Context) error {
	err := s.drain(ctx)
	s.closeAll()
	return err
}

// Deferred in the right order: what is used is opened, and its close deferred, first.
func (s *service) deferredInOrder() {
	defer s.db.Close()
	defer s.group.Wait()
	s.cancel()
}

// Nobody who is waited for uses this client.
func (s *service) unused() {
	s.other.CloseIdleConnections()
	s.wg.Wait()
}

// Closing the queue is how workers learn of the end.
func (s *service) queueOnly() {
	close(s.queue)
	s.wg.Wait()
}

// The database was for the start: the server begins later.
func migrate(ctx context.Context, s *service, schema func(*sql.DB) error) error {
	db, err := sql.Open("postgres", "")
	if err != nil {
		return err
	}
	if err := schema(db); err != nil {
		return err
	}
	db.Close()
	go s.server.ListenAndServe()
	<-ctx.Done()
	return s.server.Shutdown(ctx)
}

// On the error path nothing else runs.
func (s *service) failed(ctx context.Context, err error) error {
	if err != nil {
		s.db.Close()
		return err
	}
	return s.server.Shutdown(ctx)
}

// Only the metrics are still served.
func (s *service) metricsLast(ctx context.Context) error {
	s.db.Close()
	return s.metrics.Shutdown(ctx)
}

// The main server has been drained; what is stopped last has no use for the database.
func (s *service) adminLast(ctx context.Context, internal *http.Server) error {
	err := s.server.Shutdown(ctx)
	s.db.Close()
	return errors.Join(err, internal.Shutdown(ctx))
}

// Its goroutines have been started after that.
func restart(ctx context.Context, db *sql.DB, work func()) {
	db.Close()
	var wg sync.WaitGroup
	wg.Go(work)
	wg.Wait()
}

// A goroutine waits for the workers, and it is waited for no longer than a context lasts.
func (s *service) bounded(ctx context.Context) {
	waited := make(chan struct{})
	go func() {
		s.wg.Wait()
		close(waited)
	}()
	s.client.CloseIdleConnections() // want: close-before-drain:warning
	select {
	case <-waited:
	case <-ctx.Done():
	}
}

// no finding: closed after that, and something else is closed before
func (s *service) boundedInOrder(ctx context.Context) {
	waited := make(chan struct{})
	go func() {
		s.wg.Wait()
		close(waited)
	}()
	s.other.CloseIdleConnections()
	select {
	case <-waited:
	case <-ctx.Done():
	}
	s.client.CloseIdleConnections()
}

// Handlers of a framework.
func (s *service) framework(app *fiber.App) error {
	s.db.Close() // want: close-before-drain
	return app.ShutdownWithTimeout(time.Second)
}

// A library's client that embeds what it closes.
func cached(ctx context.Context, cache *redis.Client) {
	var wg sync.WaitGroup
	wg.Go(func() { cache.Get(ctx, "key") })
	cache.Close() // want: close-before-drain
	wg.Wait()
}
