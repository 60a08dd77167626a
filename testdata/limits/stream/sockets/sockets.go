// Package sockets opens websockets through clients.
package sockets

import (
	"context"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"example.com/fixtures/limits/pool"
)

var (
	cut    = &http.Client{Timeout: 30 * time.Second, Transport: pool.New()} // want: no-timeout:warning "30s"
	phases = &http.Client{Transport: pool.New()}                            // want: no-timeout:note
)

func dial(ctx context.Context, url string) {
	websocket.Dial(ctx, url, &websocket.DialOptions{HTTPClient: cut})
	opts := &websocket.DialOptions{}
	opts.HTTPClient = phases
	websocket.Dial(context.Background(), url, opts)
}
