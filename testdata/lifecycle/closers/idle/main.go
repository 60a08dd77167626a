// Command idle imports what closes in a variable.
package main

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/lifecycle/closers/registered"

	"example.com/fixtures/lifecycle/closers/client"
)

func main() {
	c := client.New()
	srv := &http.Server{Handler: http.HandlerFunc(c.Ask), ReadHeaderTimeout: time.Second}
	_ = registered.Hooks
	_ = srv.Shutdown(context.Background())
}
