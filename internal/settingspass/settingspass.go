// Package settingspass finds out what a package has to do with settings: which settings files of the module it is
// the one to report on, and which defaults its own code gives.
//
// Settings files belong to a module and passes to packages, and a host may show a pass no other package. So every
// pass works out from the files of the module alone which package owns a settings file, and all passes come to the
// same answer: the first package, in path order, that names the file in a string or embeds it; else the first main
// package; else the first package of the module. Test files, generated files, test support and what the platform
// leaves out do not count.
package settingspass

import (
	"path/filepath"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/settings"
)

// Options changes what is read. The zero value is the default.
type Options struct {
	Settings settings.Options
	Policy   rule.Policy
}

// Analyzer is the analyzer with default options. It reports nothing.
var Analyzer = New(Options{})

// New returns an analyzer of its own, whose result is a *Result. The analyzers that judge settings share one.
func New(opts Options) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "ressettings",
		Doc:        "read settings files and the defaults in struct tags",
		URL:        rule.PageURL,
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, opts), nil },
		ResultType: reflect.TypeFor[*Result](),
	}
}

// A Result is what one package has to do with settings.
type Result struct {
	Owned  []Owned          // files whose findings this package reports
	Errors []rule.FileError // files that cannot be judged, of those that it would report on
	Code   *settings.Set    // defaults in struct tags and calls of this package; it may be empty
	Named  []Named          // every setting that the package's struct tags name, with or without a default

	sets []judging
}

// An Owned file is reported by this package.
type Owned struct {
	*settings.File
	Anchor rule.Place // the Go code that loads it
}

// A Named setting is a field whose tag says which setting it takes.
type Named struct {
	System string // as the tag says, in lower case; "" where only the struct says it
	*settings.Value
}

type judging struct {
	set    *settings.Set
	anchor rule.Place
	code   bool // only what follows from a value in code is reported: another package reports the rest
}

// Sets returns what the package judges, for people to look at.
func (r *Result) Sets() []*settings.Set {
	var sets []*settings.Set
	for _, j := range r.sets {
		if !j.code {
			sets = append(sets, j.set)
		}
	}
	return sets
}

// Violations applies a check, such as settings.Timeouts, to everything that the package judges.
func (r *Result) Violations(check func(*settings.Set) []settings.Violation) []settings.Judged {
	var sets []*settings.Set
	partly := make(map[*settings.Set]bool)
	for _, j := range r.sets {
		sets = append(sets, j.set)
		partly[j.set] = j.code
	}
	return settings.Join(sets, func(s *settings.Set) []settings.Violation {
		found := check(s)
		if !partly[s] {
			return found
		}
		return slices.DeleteFunc(found, func(v settings.Violation) bool { return !fromCode(v.Values) })
	})
}

func fromCode(values []*settings.Value) bool {
	return slices.ContainsFunc(values, func(v *settings.Value) bool { return v.Place.Pos.IsValid() })
}

// Finding makes a finding of a violation.
func (r *Result) Finding(check *rule.Check, j settings.Judged) rule.Finding {
	f := rule.Finding{Check: check, Place: j.At.Place, System: j.System, Message: j.Text()}
	if !f.Pos.IsValid() {
		f.Anchor = r.anchor(j)
	}
	for _, v := range j.Values {
		if v != j.At {
			f.Related = append(f.Related, rule.Related{Place: v.Place, Message: v.Key.String() + " is " + v.String()})
		}
		if from := v.Overrides; from != nil {
			f.Related = append(f.Related, rule.Related{Place: from.Place, Message: "the default of " + from.String() + ", which is overridden"})
		}
	}
	if e := j.Fix; e != nil {
		f.FileFix = &rule.FileFix{Message: e.Message, Edits: []rule.FileEdit{{File: e.Path, Start: e.Start, End: e.End, New: e.New}}}
	}
	return f
}

// anchor is the Go code for a finding in a settings file: what loads the file or, where another package does, the
// default in this one.
func (r *Result) anchor(j settings.Judged) rule.Place {
	for _, o := range r.Owned {
		if o.Path == j.At.Place.Start.Filename {
			return o.Anchor
		}
	}
	for _, v := range j.Values {
		for _, at := range []*settings.Value{v, v.Overrides} {
			if at != nil && at.Place.Pos.IsValid() {
				return at.Place
			}
		}
	}
	for _, judged := range r.sets { // a profile: the anchor of its first file
		if slices.ContainsFunc(judged.set.Files, func(f *settings.File) bool { return f.Path == j.At.Place.Start.Filename }) {
			return judged.anchor
		}
	}
	return rule.Place{}
}

// AddTo tells a reporter about the files that this package reports on.
func (r *Result) AddTo(report *rule.Reporter) {
	for _, o := range r.Owned {
		report.AddSettings(o.Path, o.Data, o.Anchor)
	}
}

func run(pass *analysis.Pass, opts Options) *Result {
	res := &Result{Code: &settings.Set{}}
	dir := packageDir(pass)
	if !local(pass) || dir == "" || opts.Policy.SupportPackage(pass.Pkg.Path(), pass.Pkg.Name()) {
		return res
	}
	readCode(pass, opts, res)
	root := rule.ModuleRoot(dir)
	candidates, errs := settings.Candidates(root, opts.Settings)
	if root == "" || len(candidates)+len(errs) == 0 {
		res.addCode()
		return res
	}
	p := newPlacer(pass, root, dir, opts.Policy, candidates)
	if p.mayOwn() || !res.Code.Empty() {
		res.judge(p, settings.LoadFiles(root, candidates, errs, opts.Settings))
	}
	return res
}

// local reports whether the package belongs to the module that is checked.
func local(pass *analysis.Pass) bool {
	m := pass.Module
	return m != nil && m.Path != "" && m.Version == ""
}

// packageDir is the directory of the package's sources, or "" where all of its files are tests.
func packageDir(pass *analysis.Pass) string {
	for _, f := range pass.Files {
		name := pass.Fset.Position(f.Package).Filename // of the source, where cgo made another file of it
		if rule.TestFile(pass.Fset, f) || !sourceName(name) {
			continue
		}
		if dir, err := filepath.Abs(filepath.Dir(name)); err == nil {
			return dir
		}
	}
	return ""
}

// judge decides what the package judges.
func (r *Result) judge(p *placer, m *settings.Module) {
	owned := make(map[string]rule.Place)
	for _, e := range m.Errors {
		if p.owns(e.File) {
			owned[e.File] = p.anchor(e.File)
			r.Errors = append(r.Errors, rule.FileError{
				File: filepath.Join(p.root, filepath.FromSlash(e.File)), Name: e.File,
				Line: e.Line, Column: e.Column, Message: e.Msg, Anchor: owned[e.File]})
		}
	}
	for _, f := range m.Files {
		if p.owns(f.Name) {
			owned[f.Name] = p.anchor(f.Name)
			r.Owned = append(r.Owned, Owned{File: f, Anchor: owned[f.Name]})
		}
	}
	met := false
	for _, set := range m.Sets {
		anchor, own := owned[set.Files[0].Name]
		meets := settings.Meet(r.Code, set)
		met = met || meets
		if meets {
			set = settings.Over(r.Code, set)
		}
		if own || meets {
			r.sets = append(r.sets, judging{set: set, anchor: anchor, code: !own})
		}
	}
	if !met {
		r.addCode()
	}
}

// addCode judges the defaults in code by themselves.
func (r *Result) addCode() {
	if !r.Code.Empty() {
		r.sets = append(r.sets, judging{set: r.Code})
	}
}
