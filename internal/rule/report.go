package rule

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/suppress"
)

// A Policy decides which findings are shown. The zero value is the default: every check at its own severity, silent
// in tests, test support and generated files.
type Policy struct {
	Tests    bool                // also report in test files and test-support packages
	Disabled map[string]bool     // check name → off
	Enabled  map[string]bool     // check name → on, for checks that are off by default
	Severity map[string]Severity // check name → severity instead of the finding's own
	Support  []string            // path elements of test-support packages; nil means DefaultSupport

	// KeepNolint shows findings under //nolint too: golangci-lint must see them itself, or it calls the directive
	// unused. //reslint:ignore counts everywhere.
	KeepNolint bool
	// Excluded reports whether nothing is said about a file, Go or settings, given its absolute path. Nil is none. For
	// a finding in a settings file that file counts, not the Go code that loads it.
	Excluded func(file string) bool
}

// Over returns the policy with base below it: where both speak of one check, p counts, and an option is on where it is
// on in either.
func (p Policy) Over(base Policy) Policy {
	out := Policy{
		Tests: p.Tests || base.Tests, Support: p.Support, KeepNolint: p.KeepNolint || base.KeepNolint,
		Disabled: over(p.Disabled, base.Disabled), Enabled: over(p.Enabled, base.Enabled),
		Severity: over(p.Severity, base.Severity), Excluded: p.Excluded,
	}
	for name := range p.Enabled {
		delete(out.Disabled, name)
	}
	for name := range p.Disabled {
		delete(out.Enabled, name)
	}
	if out.Support == nil {
		out.Support = base.Support
	}
	switch {
	case p.Excluded == nil:
		out.Excluded = base.Excluded
	case base.Excluded != nil:
		out.Excluded = func(file string) bool { return p.Excluded(file) || base.Excluded(file) }
	}
	return out
}

// over returns a new map with the entries of both, those of top where both have one.
func over[V any](top, base map[string]V) map[string]V {
	out := make(map[string]V, len(top)+len(base))
	maps.Copy(out, base)
	maps.Copy(out, top)
	return out
}

func (p Policy) excluded(file string) bool {
	return p.Excluded != nil && file != "" && p.Excluded(file)
}

// DefaultSupport lists the path elements that mark a package as test support. A package whose name ends in "test"
// is one as well.
var defaultSupport = []string{"e2e", "testutil", "testserver", "testhelper", "mock", "fake"}

// DefaultSupport returns the path elements that mark a package as test support where a policy names none.
func DefaultSupport() []string { return slices.Clone(defaultSupport) }

// SupportPackage reports whether the package exists for tests only.
func (p Policy) SupportPackage(path, name string) bool {
	if p.Tests {
		return false
	}
	if strings.HasSuffix(name, "test") && name != "test" {
		return true
	}
	words := p.Support
	if words == nil {
		words = defaultSupport
	}
	for elem := range strings.SplitSeq(path, "/") {
		for _, w := range words {
			if elem == w || elem == w+"s" {
				return true
			}
		}
	}
	return false
}

// Shown reports whether findings of the check are wanted at all.
func (p Policy) Shown(c *Check) bool {
	if p.Disabled[c.Name] {
		return false
	}
	return !c.Off || p.Enabled[c.Name]
}

// A Reporter collects the findings of one analyzer over one package and passes them to the host.
type Reporter struct {
	pass       *analysis.Pass
	policy     Policy
	files      map[*token.File]fileKind
	found      []Finding
	suppressed []Suppressed
	index      *suppress.Index // made for the first finding
	settings   []SettingsFile
	fileErrors []FileError
	locals     map[ast.Node]map[string]bool // of functions that have findings
	literals   map[*ast.GenDecl][]*ast.FuncLit
}

type fileKind struct {
	syntax    *ast.File
	generated bool
	silent    bool // a test or test support
	excluded  bool
}

// NewReporter returns a reporter for the pass.
func NewReporter(pass *analysis.Pass, policy Policy) *Reporter {
	r := &Reporter{pass: pass, policy: policy, files: make(map[*token.File]fileKind, len(pass.Files))}
	support := policy.SupportPackage(pass.Pkg.Path(), pass.Pkg.Name())
	for _, f := range pass.Files {
		file := pass.Fset.File(f.FileStart)
		if file == nil {
			continue
		}
		r.files[file] = fileKind{
			syntax:    f,
			generated: GeneratedFile(pass.Fset, f),
			silent:    support || !policy.Tests && TestFile(pass.Fset, f),
			excluded:  policy.excluded(pass.Fset.Position(f.Package).Filename),
		}
	}
	return r
}

// AddSettings says that the pass judges a settings file, so that its suppressions count: they silence findings that
// stand in the file and are themselves checked for use. The name is the one that findings have as their position; the
// anchor is the Go code that loads the file.
func (r *Reporter) AddSettings(name string, src []byte, anchor Place) {
	if r.policy.excluded(name) {
		return
	}
	r.directives().AddSettings(name, src)
	r.settings = append(r.settings, SettingsFile{Name: name, Src: src, Anchor: anchor})
}

func (r *Reporter) directives() *suppress.Index {
	if r.index == nil {
		r.index = suppress.New(r.pass.Fset, r.pass.Files)
	}
	return r.index
}

// directive returns what silences the finding: a comment where it stands or, for one in a settings file, at the Go
// code that loads the file.
func (r *Reporter) directive(f Finding) *suppress.Directive {
	for _, place := range []Place{f.Place, f.Anchor} {
		d := r.directives().At(f.Check.Name, place.Pos)
		if d == nil && !place.Pos.IsValid() && place.Start.Filename != "" {
			d = r.directives().AtLine(f.Check.Name, place.Start.Filename, place.Start.Line)
		}
		if d != nil && !(d.Nolint && r.policy.KeepNolint) {
			return d
		}
	}
	return nil
}

// Report shows a finding, unless the policy or the kind of file says otherwise.
func (r *Reporter) Report(f Finding) { r.report(f, false) }

// ReportGenerated shows a finding in generated code too.
func (r *Reporter) ReportGenerated(f Finding) { r.report(f, true) }

func (r *Reporter) report(f Finding, generated bool) {
	if !r.policy.Shown(f.Check) {
		return
	}
	if f.Severity == 0 {
		f.Severity = f.Check.Severity
	}
	if s, ok := r.policy.Severity[f.Check.Name]; ok {
		f.Severity = s
	}
	anchor := f.Place
	if !anchor.Pos.IsValid() {
		if r.policy.excluded(f.Start.Filename) {
			return
		}
		anchor = f.Anchor
	}
	if anchor.Pos.IsValid() {
		kind := r.files[r.pass.Fset.File(anchor.Pos)]
		if kind.silent || kind.generated && !generated || kind.excluded && f.Pos.IsValid() {
			return
		}
		if f.Symbol == "" && kind.syntax != nil {
			f.Symbol = enclosing(kind.syntax, anchor.Pos)
		}
		if f.Key == "" && f.Pos.IsValid() && kind.syntax != nil {
			if fn := r.function(kind.syntax, f.Pos); fn != nil {
				f.Key = key(WithoutLines(f.Message), r.localNames(fn))
			}
		}
	}
	f.Message = Sanitize(f.Message) + f.Check.Suffix()
	if d := r.directive(f); d != nil {
		r.suppressed = append(r.suppressed, Suppressed{Finding: f, By: d})
		return
	}
	r.found = append(r.found, f)
}

func (r *Reporter) localNames(fn ast.Node) map[string]bool {
	names, ok := r.locals[fn]
	if !ok {
		names = localNames(fn)
		if r.locals == nil {
			r.locals = make(map[ast.Node]map[string]bool)
		}
		r.locals[fn] = names
	}
	return names
}

// Suppressed returns what comments have silenced so far.
func (r *Reporter) Suppressed() []Suppressed { return r.suppressed }

// Result passes the findings to the host in order of position and returns them. Call it once, last.
func (r *Reporter) Result() *Result {
	slices.SortStableFunc(r.found, func(a, b Finding) int { return r.compare(a, b) })
	r.found = slices.CompactFunc(r.found, func(a, b Finding) bool { return r.compare(a, b) == 0 })
	for _, f := range r.found {
		r.emit(f)
	}
	order := func(a, b Suppressed) int { return r.compare(a.Finding, b.Finding) }
	slices.SortStableFunc(r.suppressed, order)
	r.suppressed = slices.CompactFunc(r.suppressed, func(a, b Suppressed) bool { return order(a, b) == 0 })
	return &Result{Findings: r.found, Suppressed: r.suppressed, Settings: r.settings, FileErrors: r.fileErrors}
}

func (r *Reporter) compare(a, b Finding) int {
	pa, _ := a.Resolve(r.pass.Fset)
	pb, _ := b.Resolve(r.pass.Fset)
	return cmp.Or(
		cmp.Compare(pa.Filename, pb.Filename), cmp.Compare(pa.Line, pb.Line), cmp.Compare(pa.Column, pb.Column),
		cmp.Compare(a.Check.Name, b.Check.Name), cmp.Compare(a.Message, b.Message))
}

func (r *Reporter) emit(f Finding) {
	d := analysis.Diagnostic{
		Pos: f.Pos, End: f.End, Category: f.Check.Name, URL: f.Check.URL(),
		Message: f.Message, SuggestedFixes: f.Fixes,
	}
	if !f.Pos.IsValid() {
		d.Pos, d.End, d.SuggestedFixes = f.Anchor.Pos, f.Anchor.End, nil
		name := fromRoot(r.pass.Fset.Position(f.Anchor.Pos).Filename, f.Start.Filename)
		d.Message = fmt.Sprintf("%s:%d: %s", Sanitize(name), f.Start.Line, f.Message)
	}
	if !d.Pos.IsValid() {
		return // nothing in Go to show it at; the command still has it
	}
	for _, rel := range f.Related {
		if rel.Pos.IsValid() {
			d.Related = append(d.Related, analysis.RelatedInformation{
				Pos: rel.Pos, End: rel.End, Message: Sanitize(rel.Message)})
		}
	}
	r.pass.Report(d)
}

// TestFile reports whether the file exists for tests: its name says so, or a function in it takes a *testing.T, a
// *testing.B or a testing.TB.
func TestFile(fset *token.FileSet, f *ast.File) bool {
	if strings.HasSuffix(fset.Position(f.FileStart).Filename, "_test.go") {
		return true
	}
	if !imports(f, "testing") {
		return false
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && takesTesting(fn.Type) {
			return true
		}
	}
	return false
}

// GeneratedFile reports whether the file was written by a program. What cgo makes of a file does not count, although it
// says so: the go command hands it to passes in place of the file, which its positions lead back to.
func GeneratedFile(fset *token.FileSet, f *ast.File) bool {
	if !ast.IsGenerated(f) {
		return false
	}
	source := filepath.Base(fset.Position(f.Package).Filename)
	if f.Comments[0].List[0].Text != cgoMark || source == "_cgo_gotypes.go" {
		return true
	}
	rest := *f
	rest.Comments = f.Comments[1:]
	return ast.IsGenerated(&rest)
}

const cgoMark = "// Code generated by cmd/cgo; DO NOT EDIT."

func imports(f *ast.File, path string) bool {
	for _, i := range f.Imports {
		if i.Path.Value == `"`+path+`"` {
			return true
		}
	}
	return false
}

func takesTesting(t *ast.FuncType) bool {
	for _, p := range t.Params.List {
		typ := p.Type
		if star, ok := typ.(*ast.StarExpr); ok {
			typ = star.X
		}
		sel, ok := typ.(*ast.SelectorExpr)
		if !ok {
			continue
		}
		if id, ok := sel.X.(*ast.Ident); ok && id.Name == "testing" {
			switch sel.Sel.Name {
			case "T", "B", "TB", "F", "M":
				return true
			}
		}
	}
	return false
}

// enclosing names the top-level declaration around pos: "F", "T.Method", "name of a variable or type".
func enclosing(f *ast.File, pos token.Pos) string {
	switch d := declAt(f, pos).(type) {
	case *ast.FuncDecl:
		return funcName(d)
	case *ast.GenDecl:
		if i := around(d.Specs, pos); i >= 0 {
			return specName(d.Specs[i])
		}
	}
	return ""
}

// declAt returns the declaration around pos, or nil.
func declAt(f *ast.File, pos token.Pos) ast.Decl {
	if i := around(f.Decls, pos); i >= 0 {
		return f.Decls[i]
	}
	return nil
}

// around finds the node around pos among nodes in order of position. It is negative where there is none.
func around[N ast.Node](nodes []N, pos token.Pos) int {
	i := sort.Search(len(nodes), func(i int) bool { return pos < nodes[i].End() })
	if i == len(nodes) || pos < nodes[i].Pos() {
		return -1
	}
	return i
}

func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + "." + d.Name.Name
		default:
			return d.Name.Name
		}
	}
}

func specName(s ast.Spec) string {
	switch s := s.(type) {
	case *ast.ValueSpec:
		return s.Names[0].Name
	case *ast.TypeSpec:
		return s.Name.Name
	}
	return ""
}
