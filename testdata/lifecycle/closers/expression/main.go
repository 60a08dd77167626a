// Command expression calls by method expressions, whose first argument is the receiver.
package main

import (
	"context"
	"net/http"
	"time"
)

var client = &http.Client{Timeout: time.Second}

func main() {
	srv := &http.Server{Addr: ":8080"}
	go (*http.Server).ListenAndServe(srv)
	req, err := http.NewRequest(http.MethodGet, "https://api.example.com", nil)
	if err != nil {
		return
	}
	resp, err := (*http.Client).Do(client, req)
	if err == nil {
		resp.Body.Close()
	}
	(*http.Server).Shutdown(srv, context.Background()) // want: client-not-closed
}
