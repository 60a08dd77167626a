// Package embedded embeds what holds the client.
package embedded

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type transport struct{ *http.Client }

type SberAdapter struct{ transport }

func (a SberAdapter) Pay(r *http.Request) { _, _ = a.Do(r) }

type ReceiptAdapter struct{ *http.Client }

func (a ReceiptAdapter) Print(r *http.Request) { _, _ = a.Client.Do(r) }

func wire() (SberAdapter, ReceiptAdapter) {
	c := kit.Client() // want: shared-client "serves receipt (type ReceiptAdapter) and sber (type SberAdapter)"
	return SberAdapter{transport{c}}, ReceiptAdapter{c}
}

// A client each.
func apart() (SberAdapter, ReceiptAdapter) {
	return SberAdapter{transport{kit.Client()}}, ReceiptAdapter{kit.Client()}
}

var _, _ = wire, apart
