// Package server can be run by programs that are not here.
package server

import (
	"context"
	"net/http"
)

// Event is what both sides speak of.
type Event struct{ Name string }

// Server serves events.
type Server struct{ srv *http.Server }

// Stop ends it. A program that uses nothing but Event never comes here.
func (s *Server) Stop(ctx context.Context) error { return s.srv.Shutdown(ctx) }
