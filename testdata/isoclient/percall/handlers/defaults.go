package handlers

import (
	"net/http"

	"github.com/hashicorp/go-retryablehttp"
)

// A library's own client lasts, and is not built here.
func retried(w http.ResponseWriter, r *http.Request) {
	resp, err := retryablehttp.Get("https://api.example.com/")
	if err == nil {
		resp.Body.Close()
	}
}
