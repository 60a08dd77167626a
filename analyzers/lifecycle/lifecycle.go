// Package lifecycle reports permits that do not come back, waits and fan-outs without a bound, and shutdowns that close
// what is still in use.
//
// It reads the typed syntax of one package. scan.go finds the places of interest, walk.go follows the paths through a
// function for one semaphore, and a file for each check judges them. fix.go makes the suggested fixes; a change to a
// function is rehearsed, which is to follow its paths as if it were made.
package lifecycle

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/rule"
)

// Options changes what is reported. The zero value is the default.
type Options struct {
	Policy rule.Policy
	Fix    config.Fix         // values that fixes write; those of config.Default where they are 0
	Model  *analysis.Analyzer // outbound.Analyzer unless set
}

// Analyzer is the analyzer with default options.
var Analyzer = New(Options{})

// New returns an analyzer of its own, which shares no state with any other.
func New(opts Options) *analysis.Analyzer {
	if opts.Model == nil {
		opts.Model = outbound.Analyzer
	}
	return &analysis.Analyzer{
		Name:       name,
		Doc:        rule.Doc("report permits that are lost, waits without a bound and shutdowns in the wrong order", Checks()),
		URL:        rule.PageURL,
		Requires:   []*analysis.Analyzer{opts.Model},
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, opts), nil },
		ResultType: reflect.TypeFor[*rule.Result](),
	}
}

func run(pass *analysis.Pass, opts Options) *rule.Result {
	r := rule.NewReporter(pass, opts.Policy)
	if opts.Policy.SupportPackage(pass.Pkg.Path(), pass.Pkg.Name()) {
		return r.Result()
	}
	model := pass.ResultOf[opts.Model].(*outbound.Model)
	c := scan(pass, opts.Policy, model)
	c.fix = newFixer(c, opts.Fix)
	checkPermits(r, c)
	checkWaits(r, c)
	checkFanOut(r, c)
	checkShutdown(r, c)
	checkClosed(r, c)
	checkLiterals(r, c)
	return r.Result()
}
