package placement

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/outbound"
)

// elsewhere reports whether a call goes to another system than what wrappers protect: to another registrable domain,
// where those of the calls under wrappers, or of the receiver, are known.
func (w *walker) elsewhere(domain string) bool {
	if domain == "" {
		return false
	}
	if !w.looked {
		w.looked = true
		w.p.madeWith(w.typ, w.domains)
	}
	return len(w.domains) > 0 && !w.domains[domain]
}

// madeWith adds the domains of the constant URLs in the literals of a type.
func (p *pack) madeWith(t *types.TypeName, domains map[string]bool) {
	for _, f := range p.files {
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok || !isType(p.info.TypeOf(lit), t) {
				return true
			}
			for _, e := range lit.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					e = kv.Value
				}
				if d := p.domain(e); d != "" {
					domains[d] = true
				}
			}
			return true
		})
	}
}

// domainOf is the domain that a call of the catalogue sends to, where its URL, or that of its request, begins with a
// constant.
func (p *pack) domainOf(c *ast.CallExpr) string {
	if c == nil {
		return ""
	}
	for _, a := range c.Args {
		if d := p.domain(a); d != "" {
			return d
		}
		id, ok := ast.Unparen(a).(*ast.Ident)
		if !ok || catalog.KindOf(p.info.TypeOf(a)) != catalog.Request {
			continue
		}
		made := p.madeBy(id)
		if made == nil {
			continue
		}
		for _, a := range made.Args {
			if d := p.domain(a); d != "" {
				return d
			}
		}
	}
	return ""
}

// madeBy is the call that a local variable is set to, where it is set once.
func (p *pack) madeBy(id *ast.Ident) *ast.CallExpr {
	v := p.variable(id)
	if v == nil {
		return nil
	}
	var made *ast.CallExpr
	for _, f := range p.order {
		if v.Pos() < f.decl.Pos() || v.Pos() >= f.decl.End() {
			continue
		}
		n := 0
		ast.Inspect(f.decl.Body, func(node ast.Node) bool {
			as, ok := node.(*ast.AssignStmt)
			if !ok {
				return true
			}
			for _, l := range as.Lhs {
				if at, ok := l.(*ast.Ident); ok && p.info.ObjectOf(at) == v {
					n++
					made, _ = ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
				}
			}
			return true
		})
		if n != 1 {
			return nil
		}
	}
	return made
}

// domain is that of a URL which is constant, or begins with a constant: the first operand of a sum, or the format of
// what is printed.
func (p *pack) domain(e ast.Expr) string {
	e = ast.Unparen(e)
	if text, ok := p.constant(e); ok {
		return outbound.Domain(text, true)
	}
	switch x := e.(type) {
	case *ast.BinaryExpr:
		for e = x; ; {
			sum, ok := ast.Unparen(e).(*ast.BinaryExpr)
			if !ok {
				break
			}
			e = sum.X
		}
	case *ast.CallExpr:
		if fn := p.callee(x); fn == nil || fn.FullName() != "fmt.Sprintf" || len(x.Args) == 0 {
			return ""
		}
		e = x.Args[0]
	}
	text, _ := p.constant(e)
	return outbound.Domain(text, false)
}

func (p *pack) constant(e ast.Expr) (string, bool) {
	v := p.info.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}
