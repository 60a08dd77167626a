// Package limits reports clients and transports without explicit timeouts and limits.
package limits

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/catalog"
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
		Name:       name,
		Doc:        "report clients and transports without explicit timeouts and limits",
		URL:        rule.PageURL,
		Requires:   []*analysis.Analyzer{opts.Model},
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, opts), nil },
		ResultType: reflect.TypeFor[*rule.Result](),
	}
}

func run(pass *analysis.Pass, opts Options) *rule.Result {
	r := rule.NewReporter(pass, opts.Policy)
	model := pass.ResultOf[opts.Model].(*outbound.Model)
	for _, c := range model.Constructions {
		if c.Elsewhere {
			checkDeadlines(r, c)
			continue
		}
		switch c.Kind {
		case catalog.Client, catalog.ReverseProxy:
			checkTimeout(r, c)
			checkDefaultTransport(r, c)
			checkOrder(r, c)
			checkDeadlines(r, c)
		case catalog.Transport:
			checkLimits(r, c)
			checkRead(r, c)
		}
	}
	return r.Result()
}

func at(c *outbound.Construction) rule.Place { return rule.Place{Pos: c.Pos, End: c.End} }
