// Package timeouthandler gives every request that it serves a deadline.
package timeouthandler

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

// The standard library's middleware bounds what the handler sends.
var client = &http.Client{Transport: pool.New()}

func handle(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "https://example.com", nil)
	if err == nil {
		client.Do(req)
	}
}

func routes(mux *http.ServeMux) {
	mux.Handle("/", http.TimeoutHandler(http.HandlerFunc(handle), time.Second, "late"))
}
