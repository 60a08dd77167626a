// Package timed uses a middleware of another package that gives requests a deadline.
package timed

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/limits/deadline/ownmiddleware/mw"
	"example.com/fixtures/limits/pool"
)

type server struct{ client *http.Client }

func newServer() *server { return &server{client: &http.Client{Transport: pool.New()}} }

func (s *server) routes() http.Handler { return mw.Timeout(time.Second)(http.HandlerFunc(s.handle)) }

func (s *server) handle(w http.ResponseWriter, r *http.Request) { s.ask(r.Context()) }

func (s *server) ask(ctx context.Context) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://example.com", nil)
	if err == nil {
		s.client.Do(req)
	}
}
