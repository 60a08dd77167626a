// Package naming reports isolation units whose parts carry the names of different external systems.
package naming

import (
	"go/ast"
	"go/token"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/settingspass"
)

// Options changes what is reported. The zero value is the default.
type Options struct {
	Policy rule.Policy
	Model  *analysis.Analyzer // outbound.Analyzer unless set
	Reader *analysis.Analyzer // settingspass.Analyzer unless set
	// Config has the systems with their aliases, the adapter roots, the suffixes of adapter types and the roots of
	// settings. Nil is config.Default.
	Config *config.Config
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
	if opts.Config == nil {
		opts.Config = config.Default()
	}
	return &analysis.Analyzer{
		Name:       name,
		Doc:        rule.Doc("report isolation units whose parts carry the names of different systems", Checks()),
		URL:        rule.PageURL,
		Requires:   []*analysis.Analyzer{opts.Model, opts.Reader},
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, opts), nil },
		ResultType: reflect.TypeFor[*rule.Result](),
	}
}

// A checker judges one package.
type checker struct {
	*systems
	pass     *analysis.Pass
	report   *rule.Reporter
	model    *outbound.Model
	read     *settingspass.Result
	files    []*ast.File        // that are judged
	reported map[token.Pos]bool // breakers that have a finding, by where they are named or made

	sectioned bool                     // some expression of the package reads a section
	judged    map[*ast.File][]ast.Decl // declarations in which a name can be judged
	rooted    map[string]bool          // see isRoot
}

func run(pass *analysis.Pass, opts Options) *rule.Result {
	c := &checker{
		systems: newSystems(pass, opts.Config), pass: pass, report: rule.NewReporter(pass, opts.Policy),
		model: pass.ResultOf[opts.Model].(*outbound.Model), read: pass.ResultOf[opts.Reader].(*settingspass.Result),
		reported: make(map[token.Pos]bool), rooted: make(map[string]bool),
	}
	if opts.Policy.SupportPackage(pass.Pkg.Path(), pass.Pkg.Name()) {
		return c.report.Result()
	}
	for _, f := range pass.Files {
		if opts.Policy.Tests || !rule.TestFile(pass.Fset, f) {
			c.files = append(c.files, f)
		}
	}
	c.learn()
	for _, u := range c.model.Units {
		c.checkUnit(u)
	}
	c.checkCode()
	c.checkBreakers()
	c.checkTags()
	return c.report.Result()
}
