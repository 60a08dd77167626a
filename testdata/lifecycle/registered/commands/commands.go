// Package commands has the subcommands in variables: whoever imports it may run them.
package commands

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/lifecycle/registered/server"
)

var client = &http.Client{Timeout: time.Second}

var all = map[string]func(context.Context) error{
	"serve": func(ctx context.Context) error { return server.New(http.HandlerFunc(ask)).Run(ctx) },
}

// Execute runs a subcommand.
func Execute(ctx context.Context, name string) error { return all[name](ctx) }

func ask(w http.ResponseWriter, r *http.Request) {
	if resp, err := client.Get("https://sber.example/"); err == nil {
		resp.Body.Close()
	}
}
