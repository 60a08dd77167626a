// Package prefix puts addresses together.
package prefix

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"example.com/fixtures/isoclient/kit"
)

func get(c *http.Client, base, path string) { _, _ = c.Get(base + "/v1" + path) }

func added() {
	c := kit.Client() // want: shared-client
	get(c, "https://hooks.slack.com", "/x")
	get(c, "https://events.pagerduty.com", "/y")
}

func format(c *http.Client, host string) {
	_, _ = c.Get(fmt.Sprintf("%s/users/%d", host, 1))
}

func formatted() {
	c := kit.Client() // want: shared-client
	format(c, "https://hooks.slack.com")
	format(c, "https://events.pagerduty.com")
}

func joined() {
	c := kit.Client() // want: shared-client
	a, _ := url.JoinPath("https://hooks.slack.com", "x")
	b, _ := url.JoinPath("https://events.pagerduty.com", "y")
	_, _ = c.Get(a)
	_, _ = c.Get(strings.TrimSuffix(b, "/"))
}

func parsed() {
	c := kit.Client() // want: shared-client
	u, _ := url.Parse("https://hooks.slack.com/x")
	_, _ = c.Do(&http.Request{Method: http.MethodGet, URL: u})
	_, _ = c.Get("https://events.pagerduty.com")
}

// The host is not known: only what is before it.
func unknownHost(tenant, region string) {
	c := kit.Client()
	_, _ = c.Get("https://" + tenant + ".slack.com/api")
	_, _ = c.Get(fmt.Sprintf("https://%s.pagerduty.com/x", region))
}

// The host goes on after what is constant.
func openHost(rest string) {
	c := kit.Client()
	_, _ = c.Get("https://api.vendor.com" + rest)
	_, _ = c.Get("https://api.other.com" + rest)
}

// Next pages come from the answer of one system.
func pages(next func(*http.Response) string) {
	c := kit.Client()
	for u := "https://api.vendor.com/items"; u != ""; {
		resp, err := c.Get(u)
		if err != nil {
			return
		}
		u = next(resp)
	}
}

// A public suffix is no domain: two tenants of a platform are two.
func platform() {
	c := kit.Client() // want: shared-client
	_, _ = c.Get("https://one.github.io/x")
	_, _ = c.Get("https://two.github.io/x")
}

// Names inside a cluster.
func cluster() {
	c := kit.Client() // want: shared-client
	_, _ = c.Get("http://billing:8080/x")
	_, _ = c.Get("http://receipts:8080/x")
}

// Addresses of machines say nothing about systems.
func machines() {
	c := kit.Client()
	_, _ = c.Get("http://10.0.0.1:8080/x")
	_, _ = c.Get("http://10.0.0.2:8080/x")
}
