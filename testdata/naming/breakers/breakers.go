// Package breakers builds breakers with and without names.
package breakers

import (
	"os"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/sony/gobreaker/v2"

	"example.com/fixtures/naming"
)

var global = gobreaker.NewCircuitBreaker[any](gobreaker.Settings{}) // want: breaker-name:warning "the circuit breaker has no name"

func unnamed() {
	_ = gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: ""})                // want: breaker-name
	_ = gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: "default"})         // want: breaker-name "is called" "default"
	_ = gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: "Default-Breaker"}) // want: breaker-name
	_ = gobreaker.NewTwoStepCircuitBreaker[any](gobreaker.Settings{MaxRequests: 1})   // want: breaker-name
	_ = naming.Named("default")                                                       // want: breaker-name
	_ = naming.Named("")                                                              // want: breaker-name
}

const fallback = "default"

func viaConstant() {
	_ = gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: fallback}) // want: breaker-name
}

// A helper that forgets the name has the finding, once.
func forgetful() *gobreaker.CircuitBreaker[any] {
	return gobreaker.NewCircuitBreaker[any](gobreaker.Settings{MaxRequests: 1}) // want: breaker-name
}

var first, second = forgetful(), forgetful() // reported where it is built

var elsewhere = naming.Unnamed() // reported in the package that builds it

func setLater() {
	var st gobreaker.Settings
	st.Name = "sber"
	_ = gobreaker.NewCircuitBreaker[any](st) // the field was set
}

func named() {
	_ = gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: "sber"})
	_ = gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: "HTTP GET"})                // says no system, but is a name
	_ = gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: os.Getenv("BREAKER_NAME")}) // known at run time only
	_ = circuitbreaker.NewWithDefaults[any]()                                                 // the type takes no name
}

// The caller's settings may have a name.
func handed(st gobreaker.Settings) *gobreaker.CircuitBreaker[any] {
	return gobreaker.NewCircuitBreaker[any](st)
}

// Only on some paths.
func defaulted(name string) *gobreaker.CircuitBreaker[any] {
	if name == "" {
		name = "default"
	}
	return gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: name})
}

type registry struct {
	all map[string]*gobreaker.CircuitBreaker[any]
}

// A registry names each as it is asked for.
func (r *registry) get(system string) *gobreaker.CircuitBreaker[any] {
	if r.all[system] == nil {
		r.all[system] = gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: system})
	}
	return r.all[system]
}

var _ = []any{elsewhere, global, unnamed, viaConstant, first, second, setLater, named, handed, defaulted, (*registry).get}

func helper(name string) *gobreaker.CircuitBreaker[any] {
	return gobreaker.NewCircuitBreaker[any](gobreaker.Settings{Name: name})
}

// Callers of a helper give the name.
func byHelper() {
	_ = helper("default") // want: breaker-name
	_ = helper("sber")
}
