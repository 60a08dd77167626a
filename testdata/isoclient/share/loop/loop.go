// Package loop hands a client over in a loop.
package loop

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type adapter interface{ SetClient(*http.Client) }

type SberAdapter struct{ c *http.Client }

func (a *SberAdapter) SetClient(c *http.Client) { a.c = c }
func (a *SberAdapter) Pay(r *http.Request)      { _, _ = a.c.Do(r) }

type ReceiptAdapter struct{ c *http.Client }

func (a *ReceiptAdapter) SetClient(c *http.Client) { a.c = c }
func (a *ReceiptAdapter) Print(r *http.Request)    { _, _ = a.c.Do(r) }

func wire() []adapter {
	c := kit.Client() // want: shared-client
	all := []adapter{&SberAdapter{}, &ReceiptAdapter{}}
	for _, a := range all {
		a.SetClient(c)
	}
	return all
}

// A client each round.
func apart() []adapter {
	all := []adapter{&SberAdapter{}, &ReceiptAdapter{}}
	for _, a := range all {
		a.SetClient(kit.Client())
	}
	return all
}

func functions() {
	c := kit.Client() // want: shared-client
	for _, use := range []func(*http.Client){slack, pager} {
		use(c)
	}
}

// A client each round.
func functionsApart() {
	for _, use := range []func(*http.Client){slack, pager} {
		use(kit.Client())
	}
}

func slack(c *http.Client) { _, _ = c.Get("https://hooks.slack.com") }
func pager(c *http.Client) { _, _ = c.Get("https://events.pagerduty.com") }

var urls = []string{"https://hooks.slack.com", "https://events.pagerduty.com"}

func addresses() {
	c := kit.Client() // want: shared-client
	for _, url := range []string{"https://hooks.slack.com", "https://events.pagerduty.com"} {
		_, _ = c.Get(url)
	}
}

var _, _, _, _, _ = wire, apart, functions, functionsApart, addresses
