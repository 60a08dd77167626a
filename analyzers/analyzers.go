// Package analyzers lists the passes of reslint.
package analyzers

import (
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/analyzers/isoclient"
	"github.com/reslint/reslint/analyzers/lifecycle"
	"github.com/reslint/reslint/analyzers/limits"
	"github.com/reslint/reslint/analyzers/naming"
	"github.com/reslint/reslint/analyzers/placement"
	"github.com/reslint/reslint/analyzers/sizing"
	"github.com/reslint/reslint/analyzers/suppressions"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/configpass"
	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/settingspass"
)

// Options configures all passes at once. The zero value is what hosts without flags need.
type Options struct {
	// Policy goes before what the configuration says.
	Policy rule.Policy
	// Config is the project's configuration. Where it is nil, the passes find the file of each package themselves, and
	// fail if it is broken.
	Config *config.Config
}

// A Suite is the passes of one run and the results that they share.
type Suite struct {
	Model     *analysis.Analyzer   // its result is an *outbound.Model
	Settings  *analysis.Analyzer   // its result is a *settingspass.Result
	Analyzers []*analysis.Analyzer // what finds something: each has a *rule.Result
}

// New returns passes that share no state with any other suite.
func New(opts Options) Suite {
	if opts.Config != nil {
		return assemble(opts.Config, opts.Policy, nil)
	}
	return late(opts.Policy)
}

// All returns the passes with default options, for hosts that take a list.
func All() []*analysis.Analyzer { return New(Options{}).Analyzers }

// Checks lists every check, in the order of the passes.
func Checks() []*rule.Check {
	return slices.Concat(judged(), suppressions.Checks())
}

// judged lists the checks whose findings comments can silence, apart from those about comments.
func judged() []*rule.Check {
	return slices.Concat(limits.Checks(), isoclient.Checks(), naming.Checks(), sizing.Checks(), placement.Checks(),
		lifecycle.Checks())
}

// assemble makes the passes under a configuration. They take each other's results from the passes of linked, which
// are the same ones if it is nil.
func assemble(cfg *config.Config, policy rule.Policy, linked *Suite) Suite {
	policy = policy.Over(cfg.Policy())
	s := Suite{
		Model:    outbound.New(outbound.Options{Policy: policy, Config: cfg}),
		Settings: settingspass.New(settingspass.Options{Policy: policy, Settings: cfg.Settings}),
	}
	from := &s
	if linked != nil {
		from = linked
	}
	s.Analyzers = []*analysis.Analyzer{
		limits.New(limits.Options{Policy: policy, Model: from.Model, Fix: cfg.Fix, Reader: from.Settings}),
		isoclient.New(isoclient.Options{Policy: policy, Model: from.Model}),
		naming.New(naming.Options{Policy: policy, Model: from.Model, Reader: from.Settings, Config: cfg}),
		sizing.New(sizing.Options{Policy: policy, Settings: cfg.Settings, Reader: from.Settings,
			Constants: sizing.Constants(from.Model, cfg.Settings.Replicas), Requires: []*analysis.Analyzer{from.Model}}),
		placement.New(placement.Options{Policy: policy, Model: from.Model}),
		lifecycle.New(lifecycle.Options{Policy: policy, Model: from.Model, Fix: cfg.Fix}),
	}
	s.Analyzers = append(s.Analyzers, suppressions.New(suppressions.Options{
		Policy: policy, Analyzers: from.Analyzers[:len(s.Analyzers)], Checks: judged(),
	}))
	return s
}

// Settings returns a suite that reads settings and judges nothing: its analyzers have a *settingspass.Result and a
// *sizing.Code.
func Settings(cfg *config.Config) Suite {
	s := assemble(cfg, rule.Policy{}, nil)
	return Suite{Model: s.Model, Settings: s.Settings, Analyzers: []*analysis.Analyzer{s.Settings, sizing.Reader(s.Model)}}
}

// all lists the passes, always in the same order.
func (s Suite) all() []*analysis.Analyzer {
	return append([]*analysis.Analyzer{s.Model, s.Settings}, s.Analyzers...)
}

// late returns passes that work under the configuration of the package that they are run on.
func late(policy rule.Policy) Suite {
	outer := assemble(config.Default(), policy, nil)
	found := configpass.New(Checks())
	var made sync.Map // *config.Config → Suite
	under := func(cfg *config.Config) Suite {
		s, ok := made.Load(cfg)
		if !ok {
			s, _ = made.LoadOrStore(cfg, assemble(cfg, policy, &outer))
		}
		return s.(Suite)
	}
	for i, a := range outer.all() {
		a.Requires = append(slices.Clip(a.Requires), found)
		a.Run = func(pass *analysis.Pass) (any, error) {
			c := pass.ResultOf[found].(*configpass.Result)
			switch {
			case c.Err == nil:
				return under(c.Config).all()[i].Run(pass)
			case slices.Contains(outer.Analyzers, a):
				return nil, c.Err
			}
			return reflect.New(a.ResultType.Elem()).Interface(), nil // so that the others come to say it
		}
	}
	return outer
}
