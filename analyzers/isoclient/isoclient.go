// Package isoclient reports clients, pools, breakers and bulkheads that serve several external systems.
package isoclient

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

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
		Doc:        rule.Doc("report clients, pools, breakers and bulkheads that serve several external systems", Checks()),
		URL:        rule.PageURL,
		Requires:   []*analysis.Analyzer{opts.Model},
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, opts), nil },
		ResultType: reflect.TypeFor[*rule.Result](),
	}
}

func run(pass *analysis.Pass, opts Options) *rule.Result {
	r := rule.NewReporter(pass, opts.Policy)
	model := pass.ResultOf[opts.Model].(*outbound.Model)
	for _, s := range model.Shared {
		checkShared(r, s)
	}
	for _, p := range model.PerCall {
		r.Report(rule.Finding{Check: perCallClient, Place: rule.Place{Pos: p.Pos, End: p.End},
			Message: "a client with a pool of its own is built for each call: no connection is ever used again"})
	}
	for _, c := range model.Changed {
		r.Report(rule.Finding{Check: mutatedDefault, Place: rule.Place{Pos: c.Pos, End: c.End},
			Message: fmt.Sprintf("%s of a client that others use is set where calls are made", c.Field)})
	}
	checkMutations(pass, r, model)
	return r.Result()
}

// checkShared reports one thing that serves several systems.
func checkShared(r *rule.Reporter, s outbound.Sharing) {
	f := rule.Finding{Place: rule.Place{Pos: s.Pos, End: s.End}}
	thing := "the client"
	switch s.Kind {
	case catalog.Breaker:
		f.Check, thing = sharedBreaker, "the circuit breaker"
	case catalog.Bulkhead:
		f.Check, thing = sharedBulkhead, "the semaphore"
	case catalog.Transport:
		f.Check, thing = sharedClient, "the transport"
		f.Severity = rule.Warning
	case catalog.Wrapper:
		f.Check, thing = sharedClient, "the round tripper"
	default:
		f.Check = sharedClient
	}
	if s.Level == outbound.ByField {
		f.Severity = rule.Warning
	}
	var names []string
	for i, u := range s.Users {
		if i == 3 && len(s.Users) > 4 {
			names = append(names, fmt.Sprintf("%d more", len(s.Users)-3))
			break
		}
		names = append(names, fmt.Sprintf("%s (%s)", u.Name(), u.Says(strongest(u, s.Level))))
	}
	f.Message = thing + where(s.Location) + " serves " + rule.List(names)
	f.System = s.Users[0].Name()
	for _, u := range s.Users {
		for _, x := range append([]outbound.User{u}, u.More...) {
			if rel := (rule.Related{Place: placeOf(x), Message: x.Consumer + " uses it for " + u.Name()}); rel.Place != (rule.Place{}) {
				f.Related = append(f.Related, rel)
			}
		}
	}
	r.Report(f)
}

// placeOf is where a user is, in this package or another.
func placeOf(u outbound.User) rule.Place {
	switch {
	case u.Pos.IsValid():
		return rule.Place{Pos: u.Pos, End: u.End}
	case u.Where.IsValid():
		return rule.In(u.Where, u.Where)
	}
	return rule.Place{}
}

// where says in a message which variable or field something is in, or what it is known by.
func where(location string) string {
	if location == "" {
		return ""
	}
	if _, name, ok := strings.Cut(location, " "); ok {
		return fmt.Sprintf(" %q", name)
	}
	name := location[strings.LastIndexByte(location, '/')+1:]
	return " in " + strings.ReplaceAll(name, ".()", "()")
}

// strongest is the level at which a user's evidence is named: where the systems differ, if it has evidence there.
func strongest(u outbound.User, level outbound.Level) outbound.Level {
	if u.Has(level) {
		return level
	}
	for l := outbound.BySettings; l > outbound.NoEvidence; l-- {
		if u.Has(l) {
			return l
		}
	}
	return outbound.NoEvidence
}

// checkMutations reports assignments to http.DefaultClient, http.DefaultTransport and their fields.
func checkMutations(pass *analysis.Pass, r *rule.Reporter, model *outbound.Model) {
	report := func(pos, end token.Pos, what string) {
		r.Report(rule.Finding{Check: mutatedDefault, Place: rule.Place{Pos: pos, End: end},
			Message: what + " is changed, which the whole process uses"})
	}
	seen := make(map[token.Pos]bool)
	for _, d := range mentioning(pass, model.Defaults) {
		ast.Inspect(d, func(n ast.Node) bool {
			var changed []ast.Expr
			switch n := n.(type) {
			case *ast.AssignStmt:
				changed = n.Lhs
			case *ast.IncDecStmt:
				changed = []ast.Expr{n.X}
			case *ast.UnaryExpr: // whoever gets the pointer sets what it points to
				if n.Op == token.AND {
					changed = []ast.Expr{n.X}
				}
			}
			for _, l := range changed {
				if what := defaultRoot(pass.TypesInfo, l); what != "" {
					seen[l.Pos()] = true
					report(l.Pos(), l.End(), what)
				}
			}
			return true
		})
	}
	for _, p := range model.Mutated {
		if !seen[p.Pos] {
			report(p.Pos, p.End, p.Field)
		}
	}
}

// mentioning returns the declarations that places are in.
func mentioning(pass *analysis.Pass, at []token.Pos) []ast.Decl {
	var out []ast.Decl
	for _, file := range pass.Files {
		if !slices.ContainsFunc(at, func(p token.Pos) bool { return file.FileStart <= p && p < file.FileEnd }) {
			continue
		}
		for _, d := range file.Decls {
			if slices.ContainsFunc(at, func(p token.Pos) bool { return d.Pos() <= p && p < d.End() }) {
				out = append(out, d)
			}
		}
	}
	return out
}

// defaultRoot names the default at the root of what is assigned.
func defaultRoot(info *types.Info, e ast.Expr) string {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.TypeAssertExpr:
			e = x.X
		case *ast.SelectorExpr:
			if what := defaultName(info.Uses[x.Sel]); what != "" {
				return what
			}
			e = x.X
		case *ast.Ident:
			return defaultName(info.Uses[x])
		default:
			return ""
		}
	}
}

func defaultName(obj types.Object) string {
	v, ok := obj.(*types.Var)
	if !ok || v.Pkg() == nil || v.Pkg().Path() != "net/http" || v.IsField() {
		return ""
	}
	if v.Name() == "DefaultClient" || v.Name() == "DefaultTransport" {
		return "http." + v.Name()
	}
	return ""
}
