// Package samehost has two types over one constant host.
package samehost

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

const gateway = "https://gw.shop.com"

type SberAdapter struct{ c *http.Client }

func (a *SberAdapter) Pay() { _, _ = a.c.Get(gateway + "/pay") }

type ReceiptAdapter struct{ c *http.Client }

func (a *ReceiptAdapter) Print() { _, _ = a.c.Get(gateway + "/print") }

// The same constant host beats the names of the types.
func wire() (*SberAdapter, *ReceiptAdapter) {
	c := kit.Client()
	return &SberAdapter{c}, &ReceiptAdapter{c}
}

var _ = wire
