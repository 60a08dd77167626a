// Package library has both packages whose breakers have one name; the command says so.
package library

import (
	"example.com/fixtures/naming/twice/adapters/out/mir"
	"example.com/fixtures/naming/twice/adapters/out/qiwi"
	"example.com/fixtures/naming/twice/adapters/out/tinkoff"
)

// All are the adapters.
func All() (*mir.Adapter, *tinkoff.Adapter, *qiwi.Adapter) {
	return mir.New(), tinkoff.New(), qiwi.New()
}
