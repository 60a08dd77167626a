// Command dead has a method that closes, which nobody calls.
package main

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/lifecycle/closers/client"
)

type app struct{ c *client.Client }

func (a *app) Close() error { return a.c.Close() }

// closeAll is called by nobody either.
func closeAll(as ...*app) {
	for _, a := range as {
		_ = a.Close()
	}
}

func (a *app) Run() { a.c.Ask(nil, nil) }

func main() {
	c := client.New()
	srv := &http.Server{Handler: http.HandlerFunc(c.Ask), ReadHeaderTimeout: time.Second}
	a := &app{c}
	a.Run()
	_ = srv.Shutdown(context.Background()) // want: client-not-closed
}
