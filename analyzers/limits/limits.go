// Package limits reports clients, transports and gRPC connections without explicit timeouts and limits.
package limits

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/settingspass"
)

// Options changes what is reported. The zero value is the default.
type Options struct {
	Policy rule.Policy
	Model  *analysis.Analyzer // outbound.Analyzer unless set
	Fix    config.Fix         // values that fixes write; those of config.Default where they are 0
	Reader *analysis.Analyzer // made by settingspass.New; settingspass.Analyzer unless set
}

// Analyzer is the analyzer with default options.
var Analyzer = New(Options{})

// New returns an analyzer of its own, which shares no state with any other.
func New(opts Options) *analysis.Analyzer {
	if opts.Model == nil {
		opts.Model = outbound.Analyzer
	}
	if opts.Reader == nil {
		opts.Reader = settingspass.Analyzer
	}
	return &analysis.Analyzer{
		Name:       name,
		Doc:        rule.Doc("report clients and transports without explicit timeouts and limits", Checks()),
		URL:        rule.PageURL,
		Requires:   []*analysis.Analyzer{opts.Model, opts.Reader},
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, opts), nil },
		ResultType: reflect.TypeFor[*rule.Result](),
	}
}

func run(pass *analysis.Pass, opts Options) *rule.Result {
	r := rule.NewReporter(pass, opts.Policy)
	model := pass.ResultOf[opts.Model].(*outbound.Model)
	fix := newFixer(pass, model, opts.Fix)
	for _, c := range model.Constructions {
		if c.Elsewhere {
			checkDeadlines(r, c)
			checkForeignRead(r, c)
			if c.Kind == catalog.GRPC && c.Pos.IsValid() {
				checkRPCs(r, c)
			}
			continue
		}
		switch c.Kind {
		case catalog.Client, catalog.ReverseProxy:
			checkTimeout(r, fix, c)
			checkDefaultTransport(r, c)
			checkOrder(r, c)
			checkDeadlines(r, c)
		case catalog.GRPC:
			checkRPCs(r, c)
		case catalog.Transport:
			checkLimits(r, fix, c)
			checkRead(r, c)
		}
	}
	checkSettings(r, pass.ResultOf[opts.Reader].(*settingspass.Result))
	return r.Result()
}

func at(c *outbound.Construction) rule.Place { return rule.Place{Pos: c.Pos, End: c.End} }
