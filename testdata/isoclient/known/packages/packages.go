// Package packages wires packages that say what system they are.
package packages

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
	"example.com/fixtures/isoclient/known/packages/adapters/out/eu"
	"example.com/fixtures/isoclient/known/packages/adapters/out/receipt"
	"example.com/fixtures/isoclient/known/packages/adapters/out/receipt/wire"
	"example.com/fixtures/isoclient/known/packages/adapters/out/sber"
	"example.com/fixtures/isoclient/known/packages/adapters/out/us"
	"example.com/fixtures/isoclient/known/packages/domain/orders"
	"example.com/fixtures/isoclient/known/packages/domain/users"
)

func systems(r *http.Request) {
	c := kit.Client() // want: shared-client
	sber.New(c).Call(r)
	receipt.New(c).Call(r)
}

// A package below an adapter belongs to it.
func below(r *http.Request) {
	c := kit.Client()
	wire.Call(c, r)
	receipt.New(c).Call(r)
}

// Packages below no root are no evidence.
func elsewhere(r *http.Request) {
	c := kit.Client()
	orders.Call(c, r)
	users.Call(c, r)
}

// The same constant host beats the packages.
func oneHost() {
	c := kit.Client()
	eu.Call(c)
	us.Call(c)
}
