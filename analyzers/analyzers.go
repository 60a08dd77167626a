// Package analyzers lists the passes of reslint.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/analyzers/limits"
	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/rule"
)

// Options configures all passes at once. The zero value is the default.
type Options struct {
	Policy rule.Policy
}

// A Suite is the passes of one run and the model that they share.
type Suite struct {
	Model     *analysis.Analyzer // its result is an *outbound.Model
	Analyzers []*analysis.Analyzer
}

// New returns passes that share one model and no state with any other suite.
func New(opts Options) Suite {
	model := outbound.New(outbound.Options{Policy: opts.Policy})
	return Suite{Model: model, Analyzers: []*analysis.Analyzer{
		limits.New(limits.Options{Policy: opts.Policy, Model: model}),
	}}
}

// All returns the passes with default options, for hosts that take a list.
func All() []*analysis.Analyzer { return New(Options{}).Analyzers }

// Checks lists every check, in the order of the passes.
func Checks() []*rule.Check {
	return limits.Checks()
}
