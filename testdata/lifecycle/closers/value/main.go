// Command value hands the method on: somebody may call it.
package main

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/lifecycle/closers/client"
)

func run(f func() error) { _ = f() }

func main() {
	c := client.New()
	srv := &http.Server{Handler: http.HandlerFunc(c.Ask), ReadHeaderTimeout: time.Second}
	defer run(c.Close)
	_ = srv.Shutdown(context.Background())
}
