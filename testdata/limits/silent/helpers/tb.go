package helpers

import (
	"net/http"
	"testing"
)

// testing.TB, among other parameters, is as good.
func get(url string, tb testing.TB) {
	if _, err := http.Get(url); err != nil {
		tb.Fatal(err)
	}
}
