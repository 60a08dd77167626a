// Package sber is the adapter of the payment provider.
package sber

import (
	"net"
	"net/http"
	"time"

	"github.com/reslint/reslint/runtime/settings"
)

// NewClient builds the HTTP client of the payment provider.
func NewClient(s settings.System) *http.Client {
	dialer := &net.Dialer{Timeout: s.ConnectTimeout, KeepAlive: 30 * time.Second}
	transport := &http.Transport{
		DialContext:           dialer.DialContext,
		ForceAttemptHTTP2:     true,
		MaxConnsPerHost:       s.MaxConnections,
		MaxIdleConns:          s.MaxKeepaliveConnections,
		MaxIdleConnsPerHost:   s.MaxKeepaliveConnections,
		IdleConnTimeout:       90 * time.Second,
		TLSHandshakeTimeout:   5 * time.Second,
		ResponseHeaderTimeout: s.ReadTimeout,
	}
	return &http.Client{Transport: transport, Timeout: s.TotalTimeout}
}
