// Package local calls two systems through a local variable.
package local

import (
	"net/http"
	"time"

	"example.com/fixtures/isoclient/kit"
)

func notify() {
	client := kit.Client() // want: shared-client "the client serves pagerduty.com (host events.pagerduty.com) and slack.com (host hooks.slack.com)"
	_, _ = client.Get("https://hooks.slack.com/services/x")
	_, _ = client.Get("https://events.pagerduty.com/v2/enqueue")
}

// The finding stands at the literal where the package itself builds the client.
func literal() {
	client := &http.Client{Transport: kit.Transport(), Timeout: time.Second} // want: shared-client "the client serves pagerduty.com (host events.pagerduty.com) and slack.com (host hooks.slack.com)"
	c := client
	_, _ = c.Get("https://hooks.slack.com/services/x")
	_, _ = client.Get("https://events.pagerduty.com/v2/enqueue")
}

// Two hosts below one registrable domain are no evidence.
func oneDomain() {
	client := kit.Client()
	_, _ = client.Get("https://hooks.slack.com/services/x")
	_, _ = client.Get("https://api.slack.com/chat")
}

// Loopback does not count.
func loopback() {
	client := kit.Client()
	_, _ = client.Get("http://localhost:8080/health")
	_, _ = client.Get("http://127.0.0.1:9090/health")
	_, _ = client.Get("http://[::1]:9090/health")
	_, _ = client.Get("https://hooks.slack.com/services/x")
}

// Addresses that are no constants are no evidence.
func unknown(a, b string) {
	client := kit.Client()
	_, _ = client.Get(a)
	_, _ = client.Get(b)
}
