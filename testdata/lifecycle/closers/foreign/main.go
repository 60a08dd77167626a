// Command foreign gives the client to a library, which may close it.
package main

import (
	"context"
	"net/http"
	"time"

	"google.golang.org/grpc"

	"example.com/fixtures/lifecycle/closers/client"
)

func main() {
	c := client.New()
	srv := &http.Server{Handler: http.HandlerFunc(c.Ask), ReadHeaderTimeout: time.Second}
	g := grpc.NewServer()
	g.RegisterService(&grpc.ServiceDesc{ServiceName: "sber"}, c)
	_ = srv.Shutdown(context.Background())
}
