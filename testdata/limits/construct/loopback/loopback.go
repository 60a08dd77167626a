// Package loopback takes the client of a server that runs in the same process.
package loopback

import (
	"net/http"
	"net/http/httptest"
)

// Such a client never leaves the machine.
func get() (*http.Response, error) {
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	return s.Client().Get(s.URL)
}

// The default client does, to whatever the URL says: a loopback URL is not looked at.
func getDefault() (*http.Response, error) {
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	return http.Get(s.URL) // want: no-timeout, shared-default-transport
}
