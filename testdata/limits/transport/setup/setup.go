// Package setup gives its transports to functions of other modules, which nobody sees into.
package setup

import (
	"net/http"
	"time"

	utilnet "k8s.io/apimachinery/pkg/util/net"
)

// The function returns the transport that it is given: it is there to set fields of it, and any may be set.
func withDefaults() *http.Client {
	t := utilnet.SetTransportDefaults(&http.Transport{TLSHandshakeTimeout: time.Second})
	return &http.Client{Transport: t, Timeout: time.Second}
}

// The same, as a statement.
func inPlace() *http.Client {
	t := &http.Transport{}
	utilnet.SetTransportDefaults(t)
	return &http.Client{Transport: t, Timeout: time.Second}
}

// What is set to no limit before stays so.
func unlimited() *http.Client {
	t := &http.Transport{MaxConnsPerHost: 0} // want: missing-limits:note
	utilnet.SetTransportDefaults(t)
	return &http.Client{Transport: t, Timeout: time.Second}
}

// A transport that no such function gets has what its literal says.
func plain() *http.Client {
	t := &http.Transport{TLSHandshakeTimeout: time.Second} // want: missing-limits "IdleConnTimeout"
	return &http.Client{Transport: t, Timeout: time.Second}
}

// A clone has net/http's limits where nothing sets others, on whichever path.
func sometimes(set bool) *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone() // want: missing-limits "does not set MaxConnsPerHost, MaxIdleConnsPerHost and ResponseHeaderTimeout (missing"
	if set {
		utilnet.SetTransportDefaults(t)
	}
	return &http.Client{Transport: t, Timeout: time.Second}
}

var _ = []any{withDefaults, inPlace, unlimited, plain, sometimes}
