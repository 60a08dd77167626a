// Package middleware has a router that gives every request a deadline.
package middleware

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"example.com/fixtures/limits/pool"
)

// The router's middleware bounds what the handlers send.
var client = &http.Client{Transport: pool.New()}

func routes() http.Handler {
	r := chi.NewRouter()
	r.Use(middleware.Timeout(time.Minute))
	r.Get("/", func(w http.ResponseWriter, r *http.Request) {
		req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "https://example.com", nil)
		if err == nil {
			client.Do(req)
		}
	})
	return r
}
