// Package nethttp has net/http handlers that enter breakers and bulkheads.
package nethttp

import (
	"context"
	"database/sql"
	"net/http"

	"github.com/afex/hystrix-go/hystrix"
	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"
)

type payments interface {
	Register(ctx context.Context) error
}

// Server has the breaker that belongs to the adapter.
type Server struct {
	payments payments
	breaker  *gobreaker.CircuitBreaker[any]
	twostep  *gobreaker.TwoStepCircuitBreaker[any]
	sem      *semaphore.Weighted
	client   *http.Client
	db       *sql.DB
}

func (s *Server) Pay(w http.ResponseWriter, r *http.Request) {
	_, err := s.breaker.Execute(func() (any, error) { return nil, s.payments.Register(r.Context()) }) // want: wrapper-in-handler
	if err != nil {
		http.Error(w, "unavailable", http.StatusServiceUnavailable)
	}
}

func (s *Server) Allow(w http.ResponseWriter, r *http.Request) {
	done, err := s.twostep.Allow() // want: wrapper-in-handler
	if err != nil {
		http.Error(w, "unavailable", http.StatusServiceUnavailable)
		return
	}
	done(s.payments.Register(r.Context()))
}

func (s *Server) Named(w http.ResponseWriter, r *http.Request) {
	_ = hystrix.Do("payments", func() error { return s.payments.Register(r.Context()) }, nil) // want: wrapper-in-handler
}

// Permit takes the system's permit around the call.
func (s *Server) Permit(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	if err := s.sem.Acquire(r.Context(), 1); err != nil { // want: wrapper-in-handler
		http.Error(w, "busy", http.StatusServiceUnavailable)
		return
	}
	resp, err := s.client.Get("https://sber.example/" + id)
	s.sem.Release(1)
	if err == nil {
		_ = resp.Body.Close()
	}
}

// ServeHTTP is a handler by its name and parameters.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, _ = s.breaker.Execute(func() (any, error) { return s.client.Get("https://sber.example") }) // want: wrapper-in-handler
}

// no finding: not a handler; its own breaker is an adapter's business
func (s *Server) Register(ctx context.Context) error {
	_, err := s.breaker.Execute(func() (any, error) { return nil, s.payments.Register(ctx) })
	return err
}

// no finding: the state is read for a status page, nothing is entered
func (s *Server) Health(w http.ResponseWriter, r *http.Request) {
	if s.breaker.State() == gobreaker.StateOpen {
		http.Error(w, "open", http.StatusServiceUnavailable)
	}
}

// no finding: the call of a method that enters is how it should be
func (s *Server) Right(w http.ResponseWriter, r *http.Request) {
	if err := s.Register(r.Context()); err != nil {
		http.Error(w, "unavailable", http.StatusServiceUnavailable)
	}
}

// no finding: it has a request and no writer; it is no handler
func (s *Server) send(r *http.Request) (any, error) {
	return s.breaker.Execute(func() (any, error) { return s.client.Do(r) })
}

func routes(mux *http.ServeMux, s *Server, b *gobreaker.CircuitBreaker[any]) {
	mux.HandleFunc("/pay", s.Pay)
	mux.HandleFunc("/literal", func(w http.ResponseWriter, r *http.Request) {
		_, _ = b.Execute(func() (any, error) { return nil, s.payments.Register(r.Context()) }) // want: wrapper-in-handler
	})
	mux.Handle("/converted", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = b.Execute(func() (any, error) { return nil, s.payments.Register(r.Context()) }) // want: wrapper-in-handler
	}))
	mux.HandleFunc("/ok", func(w http.ResponseWriter, r *http.Request) {
		_ = s.Register(r.Context()) // no finding: the adapter enters
	})
	_, _ = b.Execute(func() (any, error) { return s.client.Get("https://sber.example/warm") }) // no finding: at the start, in no handler
}

func pay(b *gobreaker.CircuitBreaker[any], p payments) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = b.Execute(func() (any, error) { return nil, p.Register(r.Context()) }) // want: wrapper-in-handler
	}
}

// worker has a literal that is no handler.
func worker(b *gobreaker.CircuitBreaker[any], p payments) func(context.Context) {
	return func(ctx context.Context) {
		_, _ = b.Execute(func() (any, error) { return nil, p.Register(ctx) }) // no finding: a job, no handler
	}
}
