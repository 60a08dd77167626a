// Command handle closes in a handler that the server has.
package main

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/lifecycle/closers/client"
)

type quit struct{ c *client.Client }

func (q *quit) ServeHTTP(http.ResponseWriter, *http.Request) { _ = q.c.Close() }

func main() {
	c := client.New()
	srv := &http.Server{Handler: http.HandlerFunc(c.Ask), ReadHeaderTimeout: time.Second}
	mux := http.NewServeMux()
	mux.Handle("/quit", &quit{c})
	srv.Handler = mux
	_ = srv.Shutdown(context.Background())
}
