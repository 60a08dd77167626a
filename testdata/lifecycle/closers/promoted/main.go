// Command promoted closes through an interface that only a wrapper has all of.
package main

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/lifecycle/closers/client"
)

type named struct{ *client.Client }

func (named) Name() string { return "sber" }

type part interface {
	Name() string
	Close() error
}

func main() {
	c := client.New()
	srv := &http.Server{Handler: http.HandlerFunc(c.Ask), ReadHeaderTimeout: time.Second}
	var p part = named{c}
	_ = srv.Shutdown(context.Background())
	_ = p.Close()
}
