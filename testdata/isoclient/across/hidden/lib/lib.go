// Package lib keeps its client to itself and hands it out.
package lib

import (
	"net/http"
	"time"
)

var one = &http.Client{Timeout: 3 * time.Second, Transport: &http.Transport{
	MaxConnsPerHost: 4, MaxIdleConnsPerHost: 3, IdleConnTimeout: time.Minute,
	TLSHandshakeTimeout: time.Second, ResponseHeaderTimeout: time.Second,
}}

// Client returns the same client at every call.
func Client() *http.Client { return one }
