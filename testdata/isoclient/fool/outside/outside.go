// Package outside has helpers that are handed their clients by packages that nobody sees from here.
package outside

import "net/http"

type api struct{ client *http.Client }

func (a *api) get(url string) { _, _ = a.client.Get(url) }

type SberClient struct{ api *api }

// Each constructor is called with a client, which need not be the same.
func NewSberClient(c *http.Client) *SberClient { return &SberClient{&api{c}} }

func (s *SberClient) Pay(url string) { s.api.get(url) }

type ReceiptClient struct{ api *api }

func NewReceiptClient(c *http.Client) *ReceiptClient { return &ReceiptClient{&api{c}} }

func (s *ReceiptClient) Print(url string) { s.api.get(url) }

type Deps struct{ HTTP *http.Client }

// Each function is called with dependencies, which need not be the same.
func Slack(d *Deps) { _, _ = d.HTTP.Get("https://hooks.slack.com") }

func Pager(d *Deps) { _, _ = d.HTTP.Get("https://events.pagerduty.com") }

// All methods may be called on one value.
type Notifier struct{ c *http.Client }

func NewNotifier(c *http.Client) *Notifier { return &Notifier{c} } // want: shared-client

func (n *Notifier) Slack() { _, _ = n.c.Get("https://hooks.slack.com") }

func (n *Notifier) Pager() { _, _ = n.c.Get("https://events.pagerduty.com") }

// One client is handed on to two.
func Wire(c *http.Client) (*SberClient, *ReceiptClient) {
	return NewSberClient(c), NewReceiptClient(c) // want: shared-client
}

// The dependencies have one client for two.
func WireDeps(d Deps) (*SberClient, *ReceiptClient) {
	return NewSberClient(d.HTTP), NewReceiptClient(d.HTTP) // want: shared-client
}

// A client each.
func WireApart(sber, receipt *http.Client) (*SberClient, *ReceiptClient) {
	return NewSberClient(sber), NewReceiptClient(receipt)
}
