// Package initfn sets package-level adapters in init.
package initfn

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type SberAdapter struct{ c *http.Client }

func (a *SberAdapter) Pay(r *http.Request) { _, _ = a.c.Do(r) }

type ReceiptAdapter struct{ c *http.Client }

func (a *ReceiptAdapter) Print(r *http.Request) { _, _ = a.c.Do(r) }

var (
	sber    *SberAdapter
	receipt *ReceiptAdapter
)

func init() {
	c := kit.Client() // want: shared-client
	sber = &SberAdapter{c}
	receipt = &ReceiptAdapter{c}
}

var (
	alone      = &SberAdapter{kit.Client()}
	aloneToo   = &ReceiptAdapter{kit.Client()}
	together   = kit.Client() // want: shared-client
	sberTwo    = &SberAdapter{together}
	receiptTwo = &ReceiptAdapter{together}
)
