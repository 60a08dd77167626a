// Package server serves.
package server

import (
	"context"
	"net/http"
	"time"
)

// Runner runs.
type Runner interface {
	Run(ctx context.Context) error
}

type runner struct{ srv *http.Server }

// New makes a runner, of a type with no name elsewhere.
func New(h http.Handler) Runner {
	return &runner{&http.Server{Handler: h, ReadHeaderTimeout: time.Second}}
}

func (r *runner) Run(ctx context.Context) error {
	go r.srv.ListenAndServe()
	<-ctx.Done()
	return r.srv.Shutdown(context.Background()) // want: client-not-closed
}
