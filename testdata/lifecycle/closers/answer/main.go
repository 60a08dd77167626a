// Command answer closes idle connections with the body of each answer.
package main

import (
	"context"
	"io"
	"net/http"
	"time"

	"example.com/fixtures/lifecycle/closers/client"
)

type body struct {
	io.ReadCloser
	c *client.Client
}

func (b *body) Close() error {
	_ = b.c.Close()
	return b.ReadCloser.Close()
}

type transport struct{ c *client.Client }

func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err == nil {
		resp.Body = &body{resp.Body, t.c}
	}
	return resp, err
}

func main() {
	h := &http.Client{Timeout: time.Second, Transport: &transport{client.New()}}
	srv := &http.Server{ReadHeaderTimeout: time.Second}
	if resp, err := h.Get("https://sber.example/"); err == nil {
		resp.Body.Close()
	}
	_ = srv.Shutdown(context.Background())
}
