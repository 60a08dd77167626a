// Command forward has a round tripper that would close, if the client were asked to.
package main

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/lifecycle/closers/client"
)

func main() {
	c := client.New()
	srv := &http.Server{Handler: http.HandlerFunc(c.Ask), ReadHeaderTimeout: time.Second}
	h := &http.Client{Timeout: time.Second, Transport: &client.Transport{Base: http.DefaultTransport}}
	_, _ = h.Get("https://sber.example/")
	_ = srv.Shutdown(context.Background()) // want: client-not-closed
}
