// Command noidle keeps no connection alive, so that none is idle when it ends.
package main

import (
	"context"
	"net/http"
	"time"
)

func main() {
	client := &http.Client{Timeout: time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	srv := &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if resp, err := client.Get("https://sber.example/"); err == nil {
			resp.Body.Close()
		}
	})}
	_ = srv.Shutdown(context.Background())
}
