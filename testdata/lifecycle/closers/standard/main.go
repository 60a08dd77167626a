// Command standard gives the client to a function of the standard library that closes what it has.
package main

import (
	"context"
	"io"
	"net/http"
	"net/rpc"
	"time"

	"example.com/fixtures/lifecycle/closers/client"
)

type conn struct {
	io.ReadWriter
	*client.Client
}

func main() {
	c := client.New()
	srv := &http.Server{Handler: http.HandlerFunc(c.Ask), ReadHeaderTimeout: time.Second}
	peer := rpc.NewClient(conn{Client: c})
	_ = srv.Shutdown(context.Background())
	_ = peer.Close()
}
