// Command stream closes idle connections with what it reads.
package main

import (
	"context"
	"io"
	"net/http"
	"time"

	"example.com/fixtures/lifecycle/closers/client"
)

type body struct {
	io.ReadCloser
	c *client.Client
}

func (b *body) Close() error {
	_ = b.c.Close()
	return b.ReadCloser.Close()
}

func main() {
	c := client.New()
	srv := &http.Server{Handler: http.HandlerFunc(c.Ask), ReadHeaderTimeout: time.Second}
	var in io.ReadCloser = &body{http.NoBody, c}
	_ = srv.Shutdown(context.Background())
	_ = in.Close()
}
