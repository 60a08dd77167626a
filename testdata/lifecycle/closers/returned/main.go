// Command returned closes in a handler that a function returns as the interface.
package main

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/lifecycle/closers/client"
)

type quit struct{ c *client.Client }

func (q *quit) ServeHTTP(http.ResponseWriter, *http.Request) { _ = q.c.Close() }

func newHandler(c *client.Client) http.Handler { return &quit{c} }

func main() {
	c := client.New()
	srv := &http.Server{Handler: http.HandlerFunc(c.Ask), ReadHeaderTimeout: time.Second}
	srv.Handler = newHandler(c)
	_ = srv.Shutdown(context.Background())
}
