package placement

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
)

// runsPolicies reports whether a function enters whatever policies its receiver is made of.
func runsPolicies(row *catalog.Func) bool {
	return row.Entered != nil && row.Entered.Field == "policies"
}

// policies returns the kinds of wrappers among the policies that an executor is made of, or that a value holds which is
// made of an executor. It is not sure where some of them cannot be seen.
func (p *pack) policies(e ast.Expr) (k kinds, sure bool) {
	r := policyReader{p: p, seen: make(map[types.Object]bool), sure: true}
	r.read(e)
	return r.k, r.sure
}

type policyReader struct {
	p    *pack
	seen map[types.Object]bool
	k    kinds
	sure bool
}

// read adds what an expression stands for: a policy, an executor, a list of policies or what is made of these.
func (r *policyReader) read(e ast.Expr) {
	e = ast.Unparen(e)
	t := r.p.info.TypeOf(e)
	if t == nil || gotypes.IsContext(t) {
		return
	}
	if k := kindSet(catalog.KindOf(t)); k != 0 {
		r.k |= k
		return
	}
	if otherPolicy(t) {
		return
	}
	switch e := e.(type) {
	case *ast.CallExpr:
		r.call(e)
	case *ast.CompositeLit:
		for _, x := range e.Elts {
			r.read(x)
		}
	case *ast.Ident, *ast.SelectorExpr:
		r.variable(r.p.variable(e))
	default:
		r.sure = false
	}
}

// otherPolicy reports whether a type is a policy that is neither a breaker nor a bulkhead, a request or a listener.
func otherPolicy(t types.Type) bool {
	if _, fn := t.Underlying().(*types.Signature); fn {
		return true
	}
	switch catalog.KindOf(t) {
	case catalog.Request, catalog.Client:
		return true
	}
	n := gotypes.Named(t)
	if n == nil || n.Obj().Pkg() == nil {
		return false
	}
	_, library, ok := strings.Cut(n.Obj().Pkg().Path(), "failsafe-go/failsafe-go/")
	return ok && library != "policy" && library != "failsafehttp"
}

// call adds the policies of what a call returns: those that it is given, and those of its receiver.
func (r *policyReader) call(c *ast.CallExpr) {
	fn := r.p.callee(c)
	if fn != nil && r.p.funcs[fn] != nil {
		r.results(fn)
		return
	}
	if fn == nil && !r.p.builtin(c, "append") || fn != nil && catalog.LookupFunc(fn) == nil {
		r.sure = false
		return
	}
	if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && r.p.info.Selections[sel] != nil {
		r.read(sel.X) // WithContext, Compose
	}
	for _, a := range c.Args {
		r.read(a)
	}
}

// results adds what a function of the package returns first.
func (r *policyReader) results(fn *types.Func) {
	if r.seen[fn] {
		return
	}
	r.seen[fn] = true
	found := false
	ast.Inspect(r.p.funcs[fn].decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) > 0 {
				found = true
				r.read(n.Results[0])
			}
		}
		return true
	})
	r.sure = r.sure && found
}

// variable adds all that a variable or field of the package is set to.
func (r *policyReader) variable(v *types.Var) {
	if v == nil {
		r.sure = false
		return
	}
	if v = v.Origin(); r.seen[v] {
		return
	}
	r.seen[v] = true
	values := r.p.assigned(v)
	if len(values) == 0 {
		r.sure = false
	}
	for _, x := range values {
		r.read(x)
	}
}

// assigned returns the expressions that a variable or field is set to in the package. There is none where it is set to
// one of several results.
func (p *pack) assigned(v *types.Var) []ast.Expr {
	var out []ast.Expr
	for _, f := range p.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				if id, ok := n.Key.(*ast.Ident); ok && p.is(id, v) {
					out = append(out, n.Value)
				}
			case *ast.CompositeLit:
				if x := positional(p.info.TypeOf(n), n, v); x != nil {
					out = append(out, x)
				}
			case *ast.AssignStmt:
				for i, l := range n.Lhs {
					if len(n.Lhs) == len(n.Rhs) && p.is(l, v) {
						out = append(out, n.Rhs[i])
					}
				}
			case *ast.ValueSpec:
				for i, id := range n.Names {
					if len(n.Names) == len(n.Values) && p.is(id, v) {
						out = append(out, n.Values[i])
					}
				}
			}
			return true
		})
	}
	return out
}

func (p *pack) is(e ast.Expr, v *types.Var) bool {
	x := p.variable(e)
	return x != nil && x.Origin() == v
}

// positional returns what a literal without keys sets a field to, or nil.
func positional(t types.Type, l *ast.CompositeLit, v *types.Var) ast.Expr {
	if t == nil || !v.IsField() || len(l.Elts) == 0 {
		return nil
	}
	if _, keyed := l.Elts[0].(*ast.KeyValueExpr); keyed {
		return nil
	}
	s, ok := structOf(t)
	if !ok {
		return nil
	}
	for i := range min(s.NumFields(), len(l.Elts)) {
		if s.Field(i).Origin() == v {
			return l.Elts[i]
		}
	}
	return nil
}
