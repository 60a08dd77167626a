// Package sizing reports pools whose sizes do not fit their bulkhead, each other, or the database.
//
// The numbers come from settings files, from the defaults in struct tags, and from constants in code, which the model
// of outbound calls supplies.
package sizing

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/settings"
	"github.com/reslint/reslint/internal/settingspass"
)

// Options changes what is reported. The zero value is the default.
type Options struct {
	Policy   rule.Policy
	Settings settings.Options
	Reader   *analysis.Analyzer // made by settingspass.New with the same settings; settingspass.Analyzer unless set

	// Constants returns what constants in the package's code say: sets whose values stand in Go. Requires are the
	// analyzers whose results it reads. Nil is none.
	Constants func(*analysis.Pass) []*settings.Set
	Requires  []*analysis.Analyzer
}

// Analyzer is the analyzer with default options.
var Analyzer = New(Options{})

// New returns an analyzer of its own, which shares no state with any other.
func New(opts Options) *analysis.Analyzer {
	if opts.Reader == nil {
		opts.Reader = settingspass.Analyzer
	}
	return &analysis.Analyzer{
		Name:       name,
		Doc:        rule.Doc("report connection pools that fit neither their bulkhead nor the database pool", Checks()),
		URL:        rule.PageURL,
		Requires:   append([]*analysis.Analyzer{opts.Reader}, opts.Requires...),
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, opts), nil },
		ResultType: reflect.TypeFor[*rule.Result](),
	}
}

func run(pass *analysis.Pass, opts Options) *rule.Result {
	report := rule.NewReporter(pass, opts.Policy)
	read := pass.ResultOf[opts.Reader].(*settingspass.Result)
	read.AddTo(report)
	for _, e := range read.Errors {
		report.FileError(e)
	}
	judge := func(s *settings.Set) []settings.Violation { return settings.Sizes(s, opts.Settings) }
	found := read.Violations(judge)
	if opts.Constants != nil {
		found = append(found, settings.Join(opts.Constants(pass), judge)...)
	}
	for _, v := range found {
		report.Report(read.Finding(checkOf(v.Kind), v))
	}
	return report.Result()
}
