// Package server serves, and closes its client last.
package server

import (
	"context"
	"net/http"
	"time"
)

// Run serves until ctx ends.
func Run(ctx context.Context) error {
	client := &http.Client{Timeout: time.Second}
	srv := &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if resp, err := client.Get("https://sber.example/"); err == nil {
			resp.Body.Close()
		}
	})}
	go srv.ListenAndServe()
	<-ctx.Done()
	err := srv.Shutdown(context.Background())
	client.CloseIdleConnections()
	return err
}
