// Package usesfake takes a client of a test-support package, whose facts count although it is silent.
package usesfake

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/silent/fakes"
)

// Built in the package that is silent.
func get(url string) { fakes.New().Get(url) }

// The setter of the silent package is a setter.
func full() *http.Client {
	c := &http.Client{}
	fakes.Set(c, time.Second)
	return c
}
