// Package byname has a subcommand in a variable, which names the function that runs it.
package byname

import (
	"context"
	"net/http"
	"time"
)

var client = &http.Client{Timeout: time.Second}

var all = map[string]func(context.Context) error{"serve": serve}

func serve(ctx context.Context) error {
	srv := &http.Server{Handler: http.HandlerFunc(ask), ReadHeaderTimeout: time.Second}
	go srv.ListenAndServe()
	<-ctx.Done()
	return srv.Shutdown(context.Background()) // want: client-not-closed
}

// Execute runs a subcommand.
func Execute(ctx context.Context, name string) error { return all[name](ctx) }

func ask(w http.ResponseWriter, r *http.Request) {
	if resp, err := client.Get("https://sber.example/"); err == nil {
		resp.Body.Close()
	}
}
