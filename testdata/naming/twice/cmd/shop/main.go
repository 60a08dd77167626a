// Command shop has two systems whose breakers have one name, from two packages.
package main

import (
	"example.com/fixtures/naming/twice/adapters/out/mir"
	"example.com/fixtures/naming/twice/adapters/out/qiwi"
	"example.com/fixtures/naming/twice/adapters/out/tinkoff" // want: breaker-name "the circuit breaker of tinkoff has the name of that of mir:" "payments"
)

func main() {
	_ = mir.New().Ping()
	_ = tinkoff.New().Ping()
	_ = qiwi.New().Ping()
}
