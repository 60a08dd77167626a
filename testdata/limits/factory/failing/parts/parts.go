// Package parts makes what clients are put together from, or fails.
package parts

import (
	"errors"
	"net/http"

	"example.com/fixtures/limits/pool"
)

var errHost = errors.New("no host")

// Transport is one with every limit, and none where it fails.
func Transport(host string) (*http.Transport, error) {
	if host == "" {
		return nil, errHost
	}
	return pool.New(), nil
}

// Optional is a transport, or none where the settings have none: that is no error.
func Optional(proxy string) (http.RoundTripper, error) {
	if proxy == "" {
		return nil, nil
	}
	return pool.New(), nil
}
