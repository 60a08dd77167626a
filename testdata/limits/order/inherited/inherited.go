// Package inherited has values that a clone brought along.
package inherited

import (
	"net"
	"net/http"
	"time"

	"github.com/hashicorp/go-cleanhttp"
)

func written() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxConnsPerHost = 10
	t.DialContext = (&net.Dialer{Timeout: 20 * time.Second}).DialContext
	return &http.Client{Timeout: 10 * time.Second, Transport: t} // want: timeout-order "20s" "10s"
}

func writtenRead() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxConnsPerHost = 10
	t.ResponseHeaderTimeout = 20 * time.Second
	return &http.Client{Timeout: 10 * time.Second, Transport: t} // want: timeout-order "20s" "10s"
}

// The clone's dialer has 30 s by default: nobody wrote that.
func clone() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxConnsPerHost = 10
	t.ResponseHeaderTimeout = 5 * time.Second
	return &http.Client{Timeout: 10 * time.Second, Transport: t}
}

// So has the default transport.
var plain = &http.Client{Timeout: 10 * time.Second} // want: shared-default-transport

// So has the clean one.
func clean() *http.Client {
	t := cleanhttp.DefaultPooledTransport()
	t.MaxConnsPerHost = 10
	return &http.Client{Timeout: 10 * time.Second, Transport: t}
}

// A server's timeouts are of another kind.
var _ = &http.Server{ReadHeaderTimeout: time.Minute, ReadTimeout: time.Second, WriteTimeout: time.Second}
