// Command lateclient has the call that shuts down in main, and no shutdown is no finding: see once.
package main

import (
	"context"
	"net/http"
	"time"
)

func main() {
	client := &http.Client{Timeout: time.Second}
	a, b := newServer(client), newServer(client)
	_ = a.Shutdown(context.Background()) // want: client-not-closed
	_ = b.Shutdown(context.Background())
}

func newServer(client *http.Client) *http.Server {
	return &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if resp, err := client.Get("https://sber.example/"); err == nil {
			resp.Body.Close()
		}
	})}
}
