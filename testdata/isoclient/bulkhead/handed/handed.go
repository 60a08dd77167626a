// Package handed takes permits in a function that is handed the channel: any channel of the package may be the one.
package handed

import "example.com/fixtures/isoclient/kit"

func take(slots chan struct{}) { slots <- struct{}{} }

func give(slots chan struct{}) { <-slots }

type SberAdapter struct {
	slots chan struct{}
	pay   func()
}

func (a *SberAdapter) Pay() {
	take(a.slots)
	defer give(a.slots)
	a.pay()
}

type ReceiptAdapter struct {
	slots chan struct{}
	print func()
}

func (a *ReceiptAdapter) Print() {
	take(a.slots)
	defer give(a.slots)
	a.print()
}

func wire(pay, print func()) (*SberAdapter, *ReceiptAdapter) {
	s := make(chan struct{}, 4) // want: shared-bulkhead
	return &SberAdapter{s, pay}, &ReceiptAdapter{s, print}
}

var _ = []any{wire, kit.Client}
