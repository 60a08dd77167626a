package shutdown

import (
	"context"
	"database/sql"
	"log"
	"net/http"
	"strings"
	"sync"
)

func routes(db *sql.DB) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { db.ExecContext(r.Context(), "SELECT 1") })
}

// What serves returns when the goroutine begins to shut down, and the database is closed while requests are under way.
func servesFirst(ctx context.Context, dsn string) error {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	defer db.Close() // want: close-before-drain
	server := &http.Server{Handler: routes(db)}
	go func() {
		<-ctx.Done()
		server.Shutdown(context.Background())
	}()
	return server.ListenAndServe()
}

// Text that is joined is no wait.
func servesAndSays(ctx context.Context, dsn string) error {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	defer db.Close() // want: close-before-drain
	server := &http.Server{Handler: routes(db)}
	go func() {
		<-ctx.Done()
		server.Shutdown(context.Background())
	}()
	err = server.ListenAndServe()
	log.Println(strings.Join([]string{"served", dsn}, " "))
	return err
}

// The same by a statement, with a handler that is set later and a deferred cancel.
func servesThen(ctx context.Context, s *service) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		<-ctx.Done()
		s.server.Shutdown(context.Background())
	}()
	if err := s.server.ListenAndServe(); err != nil {
		log.Print(err)
	}
	s.db.Close() // want: close-before-drain
}

// no finding: the end of the shutdown is waited for
func servesAndWaits(ctx context.Context, s *service) {
	defer s.db.Close()
	done := make(chan struct{})
	go func() {
		defer close(done)
		<-ctx.Done()
		s.server.Shutdown(context.Background())
	}()
	s.server.ListenAndServe()
	<-done
}

// no finding: in what is deferred
func servesAndDefers(ctx context.Context, s *service) error {
	defer s.db.Close()
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Add(1)
	go func() {
		defer wg.Done()
		<-ctx.Done()
		s.server.Shutdown(context.Background())
	}()
	return s.server.ListenAndServe()
}

// no finding: by a function of the package
func servesAndJoins(ctx context.Context, s *service) {
	defer s.db.Close()
	go func() {
		<-ctx.Done()
		s.server.Shutdown(context.Background())
		close(s.done)
	}()
	s.server.ListenAndServe()
	s.join()
}

func (s *service) join() { <-s.done }

// no finding: the goroutine closes it, after the shutdown
func servesAside(ctx context.Context, s *service) error {
	go func() {
		<-ctx.Done()
		s.server.Shutdown(context.Background())
		s.db.Close()
	}()
	return s.server.ListenAndServe()
}

// no finding: the server could not be started
func servesNot(ctx context.Context, s *service) error {
	go func() {
		<-ctx.Done()
		s.server.Shutdown(context.Background())
	}()
	if err := s.server.ListenAndServe(); err != http.ErrServerClosed {
		s.db.Close()
		return err
	}
	return nil
}

// no finding: the goroutine stops another server
func servesOther(ctx context.Context, s *service, other *http.Server) error {
	defer s.db.Close()
	go func() {
		<-ctx.Done()
		other.Shutdown(context.Background())
	}()
	return s.server.ListenAndServe()
}

// Both are deferred, and the database is closed first.
func deferredServer(ctx context.Context, dsn string) error {
	server := &http.Server{}
	defer server.Shutdown(context.Background())
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	defer db.Close() // want: close-before-drain
	server.Handler = routes(db)
	go server.ListenAndServe()
	<-ctx.Done()
	return nil
}

// no finding: the server is shut down first
func deferredInOrder(ctx context.Context, dsn string) error {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	server := &http.Server{Handler: routes(db)}
	defer server.Shutdown(context.Background())
	go server.ListenAndServe()
	<-ctx.Done()
	return nil
}
