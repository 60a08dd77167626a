// Package across has handlers that enter wrapper types of another package.
package across

import (
	"context"
	"net/http"

	"example.com/fixtures/placement/bypass/across/guard"
)

type Payments interface {
	Register(ctx context.Context) error
}

type Server struct {
	payments Payments
	guard    *guard.Guard
}

func (s *Server) Pay(w http.ResponseWriter, r *http.Request) {
	_ = s.guard.Run(func() error { return s.payments.Register(r.Context()) }) // want: wrapper-in-handler
}

// no finding: no handler
func (s *Server) Consume(ctx context.Context) error {
	return s.guard.Run(func() error { return s.payments.Register(ctx) })
}

// no finding: the handler passes its own request on
func (s *Server) Proxy(w http.ResponseWriter, r *http.Request, next http.Handler) {
	_ = s.guard.Run(func() error {
		next.ServeHTTP(w, r)
		return nil
	})
}
