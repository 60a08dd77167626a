// Package near mistypes and shortens the names of systems.
package near

import (
	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"

	"example.com/fixtures/naming"
	"example.com/fixtures/naming/adapters/out/insurance"
	"example.com/fixtures/naming/adapters/out/sber"
)

func mistyped() {
	sberClient := naming.Client()
	cb := gobreaker.NewCircuitBreaker[[]byte](gobreaker.Settings{Name: "sbr"}) // want: unit-name "sbr" "(did you mean" "sber"
	sber.NewAdapter("", sberClient, cb, nil)
}

func shortened() {
	insuranceClient := naming.Client()
	insSem := semaphore.NewWeighted(8)
	insurance.NewAdapter("", insuranceClient, naming.Named("insurance"), insSem) // want: unit-name "insSem (did you mean" "insurance"
}

func otherSystem() {
	cb := gobreaker.NewCircuitBreaker[[]byte](gobreaker.Settings{Name: "sber"}) // want: unit-name "circuit breaker named" !"did you mean"
	insurance.NewAdapter("", naming.Client(), cb, nil)
}

var _ = []any{mistyped, shortened, otherSystem}
