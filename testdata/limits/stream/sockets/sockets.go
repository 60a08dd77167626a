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

// The handshake has a deadline, and what is read later does not go through the client.
func dialled(url string, t *http.Transport) (*websocket.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, url, &websocket.DialOptions{HTTPClient: &http.Client{Transport: t}})
	return conn, err
}

func read(c *websocket.Conn) ([]byte, error) {
	_, data, err := c.Read(context.Background())
	return data, err
}
