// Package glanced makes transports for a field of them: nothing is sent through these.
package glanced

import (
	"net/http"
	"time"

	"github.com/hashicorp/go-cleanhttp"
)

// Restore gives a transport the dialer of another.
func Restore(t *http.Transport) {
	t.DialContext = cleanhttp.DefaultPooledTransport().DialContext
}

// Proxy takes the proxy of a literal.
func Proxy(t *http.Transport) {
	t.Proxy = (&http.Transport{Proxy: http.ProxyFromEnvironment}).Proxy
}

// Through makes a request through a client that nothing holds.
func Through(url string) (*http.Response, error) {
	return (&http.Client{}).Get(url) // want: no-timeout, shared-default-transport
}

// Below takes the transport of a client, and keeps it.
func Below() *http.Client {
	return &http.Client{Timeout: time.Second, Transport: cleanhttp.DefaultPooledClient().Transport} // want: missing-limits
}
