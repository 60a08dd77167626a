// Package sber is an adapter.
package sber

import (
	"net/http"
	"time"
)

// Adapter calls the system.
type Adapter struct{ client *http.Client }

// New returns one with a client of its own.
func New() *Adapter { return &Adapter{client: &http.Client{Timeout: time.Second}} }

func (a *Adapter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if resp, err := a.client.Get("https://sber.example/"); err == nil {
		resp.Body.Close()
	}
}
