// Command assigned closes in a handler that is put into a field of the server.
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
	srv.Handler = &quit{c}
	_ = srv.Shutdown(context.Background())
}
