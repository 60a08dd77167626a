// Package once calls what shares a client from several places: the finding stands once, where it is shared.
package once

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type SberAdapter struct {
	c   *http.Client
	url string
}

func (a *SberAdapter) Pay(r *http.Request) { _, _ = a.c.Do(r) }

type ReceiptAdapter struct {
	c   *http.Client
	url string
}

func (a *ReceiptAdapter) Print(r *http.Request) { _, _ = a.c.Do(r) }

func wire(sber, receipt string) (*SberAdapter, *ReceiptAdapter) {
	c := kit.Client() // want: shared-client
	return &SberAdapter{c, sber}, &ReceiptAdapter{c, receipt}
}

func calls(url string) {
	c := kit.Client() // want: shared-client
	_, _ = c.Get("https://hooks.slack.com")
	_, _ = c.Get("https://events.pagerduty.com")
	_, _ = c.Get(url)
}

func first() {
	wire("https://one.example.com", "https://receipts.com")
	calls("https://one.example.com")
}

func second() {
	wire("https://two.example.com", "https://receipts.com")
	calls("https://two.example.com")
}

var _, _ = first, second
