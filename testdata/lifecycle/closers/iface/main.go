// Command iface closes through an interface of its own.
package main

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/lifecycle/closers/client"
)

type part interface {
	Ask(http.ResponseWriter, *http.Request)
	Close() error
}

func main() {
	c := client.New()
	srv := &http.Server{Handler: http.HandlerFunc(c.Ask), ReadHeaderTimeout: time.Second}
	parts := []part{c}
	_ = srv.Shutdown(context.Background())
	for _, p := range parts {
		_ = p.Close()
	}
}
