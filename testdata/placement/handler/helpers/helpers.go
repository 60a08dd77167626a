// Package helpers has functions that handlers call.
package helpers

import (
	"context"
	"net/http"

	"github.com/sony/gobreaker/v2"
)

type payments interface {
	Register(ctx context.Context) error
}

// Server is a type of handlers.
type Server struct {
	payments payments
	breaker  *gobreaker.CircuitBreaker[any]
	client   *adapter
}

func (s *Server) Pay(w http.ResponseWriter, r *http.Request) {
	if err := s.pay(r.Context()); err != nil {
		http.Error(w, "unavailable", http.StatusServiceUnavailable)
	}
}

// pay is a piece of the handler.
func (s *Server) pay(ctx context.Context) error {
	_, err := s.breaker.Execute(func() (any, error) { return nil, s.payments.Register(ctx) }) // want: wrapper-in-handler
	return err
}

// adapter is an out-adapter that stands in the same package.
type adapter struct {
	http    *http.Client
	breaker *gobreaker.CircuitBreaker[any]
}

// Get enters where it should.
func (a *adapter) Get() error {
	_, err := a.breaker.Execute(func() (any, error) { return a.http.Get("https://sber.example") }) // no finding: a method of the adapter
	return err
}

// get is unexported, and the adapter's.
func (a *adapter) get() error {
	_, err := a.breaker.Execute(func() (any, error) { return a.http.Get("https://sber.example") }) // no finding: a method of the adapter
	return err
}

// no finding: the adapter enters
func (s *Server) Status(w http.ResponseWriter, r *http.Request) {
	_, _ = s.client.Get(), s.client.get()
}

// run is a piece of a handler that is a function.
func run(s *Server, w http.ResponseWriter, r *http.Request) {
	_, _ = s.breaker.Execute(func() (any, error) { return nil, s.payments.Register(r.Context()) }) // want: wrapper-in-handler
}

func (s *Server) Run(w http.ResponseWriter, r *http.Request) { run(s, w, r) }

// job is called by a handler and by a worker.
func (s *Server) job(ctx context.Context) error {
	_, err := s.breaker.Execute(func() (any, error) { return nil, s.payments.Register(ctx) }) // no finding: a job that is not the handler's alone
	return err
}

func (s *Server) Trigger(w http.ResponseWriter, r *http.Request) { _ = s.job(r.Context()) }

func (s *Server) Loop(ctx context.Context) {
	for ctx.Err() == nil {
		_ = s.job(ctx)
	}
}
