// Package untimed uses middlewares of another package that give requests no deadline.
package untimed

import (
	"context"
	"net/http"

	"example.com/fixtures/limits/deadline/ownmiddleware/mw"
	"example.com/fixtures/limits/pool"
)

type server struct{ client *http.Client }

func newServer() *server {
	return &server{client: &http.Client{Transport: pool.New()}} // want: no-timeout:error
}

func (s *server) routes() http.Handler {
	save := func(context.Context, string) error { return nil }
	return mw.Tagged(mw.Audit(save)(http.HandlerFunc(s.handle)))
}

func (s *server) handle(w http.ResponseWriter, r *http.Request) { s.ask(r.Context()) }

func (s *server) ask(ctx context.Context) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://example.com", nil)
	if err == nil {
		s.client.Do(req)
	}
}
