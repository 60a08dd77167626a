// Package suppressions reports comments that are meant to silence findings and do not.
package suppressions

import (
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/suppress"
)

// Options changes what is reported. With the zero value only the form of the comments is judged.
type Options struct {
	Policy rule.Policy
	// Analyzers are the analyzers whose findings comments silence; the result of each is a *rule.Result.
	Analyzers []*analysis.Analyzer
	// Checks are the checks of those analyzers. Those of this package are added.
	Checks []*rule.Check
}

// Analyzer judges the form of comments only. A suite makes its own, which knows the other analyzers.
var Analyzer = New(Options{})

// New returns an analyzer of its own, which shares no state with any other.
func New(opts Options) *analysis.Analyzer {
	opts.Analyzers, opts.Checks = slices.Clone(opts.Analyzers), slices.Clone(opts.Checks)
	return &analysis.Analyzer{
		Name:     name,
		Doc:      rule.Doc("report suppressions that are malformed or silence nothing", Checks()),
		URL:      rule.PageURL,
		Requires: opts.Analyzers,
		Run: func(pass *analysis.Pass) (any, error) {
			return newJudge(pass, opts).run(), nil
		},
		ResultType: reflect.TypeFor[*rule.Result](),
	}
}

// judge decides about the directives of one package.
type judge struct {
	opts    Options
	report  *rule.Reporter
	index   *suppress.Index
	checks  map[string]*rule.Check
	results map[string]*rule.Result // by name of the analyzer
	anchors map[string]rule.Place   // by name of a settings file
}

func newJudge(pass *analysis.Pass, opts Options) *judge {
	j := &judge{
		opts:    opts,
		report:  rule.NewReporter(pass, opts.Policy),
		index:   suppress.New(pass.Fset, pass.Files),
		checks:  make(map[string]*rule.Check),
		results: make(map[string]*rule.Result),
		anchors: make(map[string]rule.Place),
	}
	for _, c := range slices.Concat(opts.Checks, Checks()) {
		j.checks[c.Name] = c
	}
	for _, a := range opts.Analyzers {
		if r, ok := pass.ResultOf[a].(*rule.Result); ok {
			j.results[a.Name] = r
			j.addSettings(r.Settings)
		}
	}
	return j
}

func (j *judge) addSettings(files []rule.SettingsFile) {
	for _, f := range files {
		if _, ok := j.anchors[f.Name]; !ok {
			j.anchors[f.Name] = f.Anchor
			j.index.AddSettings(f.Name, f.Src)
			j.report.AddSettings(f.Name, f.Src, f.Anchor)
		}
	}
}

func (j *judge) run() *rule.Result {
	for _, a := range j.opts.Analyzers {
		if r := j.results[a.Name]; r != nil {
			j.use(r.Suppressed)
		}
	}
	scope := suppress.Scope{Judged: j.judged}
	if len(j.opts.Checks) > 0 {
		scope.Checks = j.names()
	}
	for _, p := range j.index.Malformed(scope) {
		j.problem(badSuppression, p)
	}
	for _, p := range j.index.Unused(scope) {
		j.problem(unusedSuppression, p)
	}
	// Directives about the checks of this analyzer: what they silence is known only now.
	j.use(j.report.Suppressed())
	scope.Judged = func(_ *suppress.Directive, check string) bool { return own(check) && j.shown(check) }
	if len(j.opts.Analyzers) > 0 {
		for _, p := range j.index.Unused(scope) {
			j.problem(unusedSuppression, p)
		}
	}
	return j.report.Result()
}

func (j *judge) use(silenced []rule.Suppressed) {
	for _, s := range silenced {
		if d := j.index.Find(s.By); d != nil {
			d.Use(s.Check.Name)
		}
	}
}

func (j *judge) names() []string {
	names := make([]string, 0, len(j.checks))
	for name := range j.checks {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func own(check string) bool {
	return slices.ContainsFunc(Checks(), func(c *rule.Check) bool { return c.Name == check })
}

func (j *judge) shown(check string) bool {
	c := j.checks[check]
	return c != nil && j.opts.Policy.Shown(c)
}

// judged reports whether a finding of the check, one of another analyzer, would have been seen where the directive
// stands.
func (j *judge) judged(d *suppress.Directive, check string) bool {
	if !j.shown(check) {
		return false
	}
	r := j.results[j.checks[check].Analyzer]
	if r == nil {
		return false
	}
	return d.Pos.IsValid() || slices.ContainsFunc(r.Settings, func(f rule.SettingsFile) bool {
		return f.Name == d.Start.Filename
	})
}

func (j *judge) problem(c *rule.Check, p suppress.Problem) {
	place := rule.In(p.Start, p.Stop)
	if p.Pos.IsValid() {
		place = rule.Place{Pos: p.Pos, End: p.End}
	}
	j.report.Report(rule.Finding{Check: c, Place: place, Anchor: j.anchors[p.Start.Filename], Message: p.Message})
}
