// Package one has all breakers in one package.
package one

import (
	"example.com/fixtures/naming"
)

type MirAdapter struct{ breaker *naming.Breaker }

type QiwiAdapter struct{ breaker *naming.Breaker }

type VisaAdapter struct{ breaker *naming.Breaker }

// VisaRefundsAdapter calls the same system.
type VisaRefundsAdapter struct{ breaker *naming.Breaker }

func (a *MirAdapter) Ping()  { _, _ = a.breaker.Execute(nil) }
func (a *QiwiAdapter) Ping() { _, _ = a.breaker.Execute(nil) }

func mir() *MirAdapter {
	cb := naming.Named("payments") // want: unit-name
	return &MirAdapter{breaker: cb}
}

func qiwi() *QiwiAdapter {
	cb := naming.Named("qiwi")
	return &QiwiAdapter{breaker: cb}
}

func visa() (*VisaAdapter, *VisaRefundsAdapter) {
	a, b := naming.Named("visa"), naming.Named("visa")
	return &VisaAdapter{breaker: a}, &VisaRefundsAdapter{breaker: b} // one system, one name
}

var _ = []any{mir, qiwi, visa}
