// Package shared hands one transport to several clients: one finding.
package shared

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

var transport = &http.Transport{} // want: missing-limits

var (
	first  = &http.Client{Timeout: time.Second, Transport: transport}
	second = &http.Client{Timeout: 2 * time.Second, Transport: transport}
)

func factory() *http.Transport { return &http.Transport{} } // want: missing-limits

var (
	third  = &http.Client{Timeout: time.Second, Transport: factory()}
	fourth = &http.Client{Timeout: time.Second, Transport: factory()}
)

// The transport is another package's, and has everything.
var fifth, sixth = &http.Client{Timeout: time.Second, Transport: pool.New()}, &http.Client{Timeout: time.Second, Transport: pool.New()}
