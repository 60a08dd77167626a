// Package aliases uses names that the settings of the test declare: insurance is ins and strahovka.
package aliases

import (
	"golang.org/x/sync/semaphore"

	"example.com/fixtures/naming"
	"example.com/fixtures/naming/adapters/out/insurance"
	"example.com/fixtures/naming/adapters/out/sber"
)

func declared() {
	strahovkaClient := naming.Client()
	insSem := semaphore.NewWeighted(8)
	insurance.NewAdapter("", strahovkaClient, naming.Named("ins-quotes"), insSem) // aliases, one with a suffix
}

func ofAnother() {
	insSem := semaphore.NewWeighted(8)
	sber.NewAdapter("", naming.Client(), naming.Named("sber"), insSem) // want: unit-name "bulkhead insSem" !"did you mean"
}

var _ = []any{declared, ofAnother}
