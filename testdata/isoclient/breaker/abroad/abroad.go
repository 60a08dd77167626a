// Package abroad has adapters behind a type of another package that holds a breaker and a bulkhead.
package abroad

import (
	"net/http"

	"example.com/fixtures/isoclient/breaker/abroad/guard"
	"example.com/fixtures/isoclient/kit"
)

type SberAdapter struct {
	c *http.Client
	g *guard.Guard
}

func (a *SberAdapter) Pay(r *http.Request) error {
	return a.g.Do(func() error { _, err := a.c.Do(r); return err })
}

type ReceiptAdapter struct {
	c *http.Client
	g *guard.Guard
}

func (a *ReceiptAdapter) Print(r *http.Request) error {
	return a.g.Do(func() error { _, err := a.c.Do(r); return err })
}

var sber, receipt = wire()

func wire() (*SberAdapter, *ReceiptAdapter) {
	g := guard.New("x") // want: shared-breaker, shared-bulkhead
	return &SberAdapter{kit.Client(), g}, &ReceiptAdapter{kit.Client(), g}
}

// One each.
func apart() (*SberAdapter, *ReceiptAdapter) {
	return &SberAdapter{kit.Client(), guard.New("sber")}, &ReceiptAdapter{kit.Client(), guard.New("receipt")}
}
