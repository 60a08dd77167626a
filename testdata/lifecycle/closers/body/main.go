// Command body closes bodies through io.ReadCloser, which a client is not.
package main

import (
	"context"
	"io"
	"net/http"
	"time"

	"example.com/fixtures/lifecycle/closers/client"
)

func ping() {
	resp, err := http.Get("http://localhost:8080/")
	if err == nil {
		b := body{resp.Body}
		b.Close()
	}
}

type body struct{ io.ReadCloser }

func main() {
	c := client.New()
	srv := &http.Server{Handler: http.HandlerFunc(c.Ask), ReadHeaderTimeout: time.Second}
	ping()
	_ = srv.Shutdown(context.Background()) // want: client-not-closed
}
