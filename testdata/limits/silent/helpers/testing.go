package helpers

import (
	"net/http"
	"testing"
)

// The file serves tests, as its function shows.
func newClient(t *testing.T) *http.Client {
	t.Helper()
	return &http.Client{}
}
