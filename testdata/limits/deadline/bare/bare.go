// Package bare has a router whose middleware bounds nothing.
package bare

import (
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"example.com/fixtures/limits/pool"
)

var client = &http.Client{Transport: pool.New()} // want: no-timeout:error

func routes() http.Handler {
	r := chi.NewRouter()
	r.Use(middleware.Logger)
	r.Get("/", func(w http.ResponseWriter, r *http.Request) {
		req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "https://example.com", nil)
		if err == nil {
			client.Do(req)
		}
	})
	return r
}

// Adjusted sets something else of the client before it calls.
type Adjusted struct{ client *http.Client }

func NewAdjusted() *Adjusted {
	return &Adjusted{client: &http.Client{Transport: pool.New()}} // want: no-timeout:error
}

func (a *Adjusted) Get(url string) {
	a.client.CheckRedirect = nil
	a.client.Get(url)
}
