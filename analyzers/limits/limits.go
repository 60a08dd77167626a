// Package limits reports clients and transports without explicit timeouts and limits.
package limits

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/rule"
)

// Options changes what is reported. The zero value is the default.
type Options struct {
	Policy rule.Policy
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
		Name:     "reslimits",
		Doc:      "report clients and transports without explicit timeouts and limits",
		URL:      rule.PageURL,
		Requires: []*analysis.Analyzer{opts.Model},
		Run: func(pass *analysis.Pass) (any, error) {
			r := rule.NewReporter(pass, opts.Policy)
			return r.Result(), nil
		},
		ResultType: reflect.TypeFor[*rule.Result](),
	}
}
