// Package sber is the adapter of the payment provider.
package sber

import (
	"net"
	"net/http"
	"time"

	"example.com/payments/internal/config"
)

// NewClient builds the HTTP client of the payment provider.
func NewClient(c config.Client) *http.Client {
	dialer := &net.Dialer{Timeout: c.ConnectTimeout, KeepAlive: 30 * time.Second}
	transport := &http.Transport{
		DialContext:           dialer.DialContext,
		ForceAttemptHTTP2:     true,
		MaxConnsPerHost:       c.MaxConnections,
		MaxIdleConns:          c.MaxKeepaliveConnections,
		MaxIdleConnsPerHost:   c.MaxKeepaliveConnections,
		IdleConnTimeout:       90 * time.Second,
		TLSHandshakeTimeout:   5 * time.Second,
		ResponseHeaderTimeout: c.ReadTimeout,
	}
	return &http.Client{Transport: transport}
}
