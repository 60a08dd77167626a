// Package ifaces hides the client behind an interface.
package ifaces

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

type SberAdapter struct{ d Doer }

func NewSberAdapter(d Doer) *SberAdapter { return &SberAdapter{d} }

func (a *SberAdapter) Pay(r *http.Request) { _, _ = a.d.Do(r) }

type ReceiptAdapter struct{ d Doer }

func NewReceiptAdapter(d Doer) *ReceiptAdapter { return &ReceiptAdapter{d: d} }

func (a *ReceiptAdapter) Print(r *http.Request) { _, _ = a.d.Do(r) }

func wire() (*SberAdapter, *ReceiptAdapter) {
	c := kit.Client() // want: shared-client
	return NewSberAdapter(c), NewReceiptAdapter(c)
}

// logged is a Doer of its own around a client.
type logged struct{ next Doer }

func (l logged) Do(r *http.Request) (*http.Response, error) { return l.next.Do(r) }

func wrapped() (*SberAdapter, *ReceiptAdapter) {
	c := kit.Client() // want: shared-client
	return NewSberAdapter(logged{c}), NewReceiptAdapter(logged{next: c})
}

func oneWrapper() (*SberAdapter, *ReceiptAdapter) {
	l := logged{kit.Client()} // want: shared-client
	return NewSberAdapter(l), NewReceiptAdapter(l)
}

// A client each.
func apart() (*SberAdapter, *ReceiptAdapter) {
	return NewSberAdapter(kit.Client()), NewReceiptAdapter(logged{kit.Client()})
}

// Two instances of one adapter are one system to us: nothing says otherwise.
func tenants() (a, b *SberAdapter) {
	c := kit.Client()
	return NewSberAdapter(c), NewSberAdapter(c)
}

var _, _, _, _, _ = wire, wrapped, oneWrapper, apart, tenants
