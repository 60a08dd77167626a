package helpers

import (
	"net/http"
	"testing"
)

// The file asks whether a test runs; it is not one.
func client2() *http.Client {
	if testing.Testing() {
		return nil
	}
	return &http.Client{} // want: no-timeout, shared-default-transport
}
