// Package deps passes a container around.
package deps

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type Deps struct {
	HTTP *http.Client
	Name string
}

type Sber struct {
	*Deps
}

type Receipt struct {
	deps *Deps
}

func NewSberGateway(d *Deps) *Sber       { return &Sber{d} }
func NewReceiptGateway(d *Deps) *Receipt { return &Receipt{deps: d} }

func (s *Sber) Pay() { _, _ = s.HTTP.Get("https://api.sberbank.ru/pay") }

func (r *Receipt) Print() { _, _ = r.deps.HTTP.Get("https://receipt.example.com/print") }

func wire() (*Sber, *Receipt) {
	d := &Deps{HTTP: kit.Client(), Name: "shop"} // want: shared-client
	return NewSberGateway(d), NewReceiptGateway(d)
}

// The container holds a client each.
type Apart struct {
	Sber, Receipt *http.Client
}

type sberUser struct{ a *Apart }
type receiptUser struct{ a *Apart }

func (s *sberUser) Pay()      { _, _ = s.a.Sber.Get("https://api.sberbank.ru/pay") }
func (r *receiptUser) Print() { _, _ = r.a.Receipt.Get("https://receipt.example.com/print") }

func apart() (*sberUser, *receiptUser) {
	a := &Apart{Sber: kit.Client(), Receipt: kit.Client()}
	return &sberUser{a}, &receiptUser{a}
}

var _, _ = wire, apart
