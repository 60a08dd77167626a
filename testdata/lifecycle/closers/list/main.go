// Command list closes what is in a list of closers.
package main

import (
	"context"
	"io"
	"net/http"
	"time"

	"example.com/fixtures/lifecycle/closers/client"
)

func main() {
	c := client.New()
	srv := &http.Server{Handler: http.HandlerFunc(c.Ask), ReadHeaderTimeout: time.Second}
	closers := []io.Closer{c}
	_ = srv.Shutdown(context.Background())
	for _, x := range closers {
		_ = x.Close()
	}
}
