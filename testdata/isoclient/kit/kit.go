// Package kit gives the other fixtures parts that are nobody's yet.
package kit

import (
	"net/http"
	"time"
)

// Transport returns a pool of its own.
func Transport() *http.Transport {
	return &http.Transport{MaxConnsPerHost: 10, MaxIdleConnsPerHost: 8, IdleConnTimeout: time.Minute}
}

// Client returns a client over a pool of its own.
func Client() *http.Client {
	return &http.Client{Timeout: time.Second, Transport: Transport()}
}
