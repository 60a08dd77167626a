// Package server serves.
package server

import (
	"context"
	"net/http"
	"time"
)

// Run serves until ctx ends.
func Run(ctx context.Context, h http.Handler) error {
	srv := &http.Server{Handler: h, ReadHeaderTimeout: time.Second}
	go srv.ListenAndServe()
	<-ctx.Done()
	return srv.Shutdown(context.Background()) // want: client-not-closed
}
