// Package ownmiddleware gives every request that it serves a deadline, by a middleware of its own.
package ownmiddleware

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

type server struct{ client *http.Client }

func newServer() *server { return &server{client: &http.Client{Transport: pool.New()}} }

func timed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), time.Second)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func (s *server) routes() http.Handler { return timed(http.HandlerFunc(s.handle)) }

func (s *server) handle(w http.ResponseWriter, r *http.Request) { s.ask(r.Context()) }

func (s *server) ask(ctx context.Context) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://example.com", nil)
	if err == nil {
		s.client.Do(req)
	}
}
