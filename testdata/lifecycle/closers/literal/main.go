// Command literal closes in a handler that stands in the literal of the server.
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
	srv := &http.Server{Handler: &quit{c}, ReadHeaderTimeout: time.Second}
	_ = srv.Shutdown(context.Background())
}
