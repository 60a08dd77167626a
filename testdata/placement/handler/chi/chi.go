// Package chi has handlers on a chi router.
package chi

import (
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/sony/gobreaker/v2"
)

type api struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func (a *api) routes() http.Handler {
	r := chi.NewRouter()
	r.Get("/pay", a.pay)
	r.Post("/refund", func(w http.ResponseWriter, r *http.Request) {
		_, _ = a.breaker.Execute(func() (*http.Response, error) { return a.client.Get("https://sber.example") }) // want: wrapper-in-handler
	})
	return r
}

func (a *api) pay(w http.ResponseWriter, r *http.Request) {
	_, _ = a.breaker.Execute(func() (*http.Response, error) { return a.client.Get("https://sber.example") }) // want: wrapper-in-handler
}
