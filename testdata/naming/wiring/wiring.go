// Package wiring puts the units of adapters together that packages tell apart.
package wiring

import (
	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"

	"example.com/fixtures/naming"
	"example.com/fixtures/naming/adapters/out/insurance"
	"example.com/fixtures/naming/adapters/out/receipt"
	"example.com/fixtures/naming/adapters/out/sber"
)

func right() {
	payments := sber.NewAdapter("", naming.Client(), naming.Named("sber"), semaphore.NewWeighted(8)) // the result may be called for what it does
	sberClient := sber.NewClient("")
	sber.NewAdapter("", sberClient, naming.Named("sber"), nil)
	_ = payments
}

func wrong() {
	sberClient := sber.NewClient("")
	sberBreaker := naming.Named("sber")
	paymentsSem := semaphore.NewWeighted(8)
	sber.NewAdapter("", sberClient, sberBreaker, paymentsSem) // want: unit-name "package sber"
}

func label() {
	receiptClient := receipt.NewClient("")
	receiptBreaker := gobreaker.NewCircuitBreaker[[]byte](gobreaker.Settings{Name: "fiscal"}) // want: unit-name
	receipt.NewAdapter("", receiptClient, receiptBreaker, nil)
}

type clients struct {
	insurance, other *semaphore.Weighted
}

func fields(c clients) {
	insurance.NewAdapter("", naming.Client(), naming.Named("insurance"), c.insurance) // the field's name
	insurance.NewAdapter("", naming.Client(), naming.Named("insurance"), c.other)     // says no system, and has no word for a part
}

func roles(sber *semaphore.Weighted) {
	insurance.NewAdapter("", naming.Client(), naming.Named("insurance"), sber) // want: unit-name "bulkhead sber"
}

var _ = []any{right, wrong, label, fields, roles}
