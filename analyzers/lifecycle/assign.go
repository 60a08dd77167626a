package lifecycle

import (
	"go/ast"
	"go/token"
	"go/types"
)

func (s *scanner) assign(n *ast.AssignStmt) {
	for i, l := range n.Lhs {
		a := assignment{at: n, n: -1}
		switch {
		case n.Tok != token.ASSIGN && n.Tok != token.DEFINE:
		case len(n.Lhs) == len(n.Rhs):
			a.value = n.Rhs[i]
		default:
			a.value, a.n = n.Rhs[0], i
		}
		s.wrote(l, a)
	}
}

func (s *scanner) spec(n *ast.ValueSpec) {
	for i, id := range n.Names {
		a := assignment{at: n, n: -1}
		switch {
		case len(n.Values) == len(n.Names):
			a.value = n.Values[i]
		case len(n.Values) == 1:
			a.value, a.n = n.Values[0], i
		case len(n.Values) == 0:
			s.zero(id, n)
			continue
		}
		s.wrote(id, a)
	}
}

// zero notes a variable that starts as its zero value.
func (s *scanner) zero(id *ast.Ident, n ast.Node) {
	if v, ok := s.c.info.Defs[id].(*types.Var); ok {
		s.c.writes[v] = append(s.c.writes[v], assignment{at: n, n: -1, in: s.fn, value: &ast.Ident{Name: "nil"}})
	}
}

func (s *scanner) rangeAssigns(n *ast.RangeStmt) {
	for _, e := range []ast.Expr{n.Key, n.Value} {
		if e != nil {
			s.wrote(e, assignment{at: n, n: -1})
		}
	}
}

func (s *scanner) wrote(l ast.Expr, a assignment) {
	a.in = s.fn
	switch l := ast.Unparen(l).(type) {
	case *ast.Ident:
		v, ok := s.c.info.ObjectOf(l).(*types.Var)
		if !ok {
			return
		}
		s.c.writes[v] = append(s.c.writes[v], a)
		for f := s.fn; f != nil && (v.Pos() < f.node.Pos() || v.Pos() >= f.node.End()); f = f.outer {
			f.sets = true
		}
		if a.value != nil && a.n < 0 {
			s.markLit(a.value, use{kind: usedVar, v: v})
		}
		s.noteMake(v, a.value)
	case *ast.SelectorExpr:
		if v, ok := s.c.info.Uses[l.Sel].(*types.Var); ok {
			s.c.writes[v.Origin()] = append(s.c.writes[v.Origin()], a)
			s.noteMake(v.Origin(), a.value)
		}
	}
}

// singles finds the local variables that are assigned once and whose address is never taken.
func (c *code) singles() {
	for v, all := range c.writes {
		if len(all) != 1 || v.IsField() || v.Parent() == c.pass.Pkg.Scope() || all[0].value == nil {
			continue
		}
		if all[0].n >= 0 {
			if call, ok := ast.Unparen(all[0].value).(*ast.CallExpr); ok {
				c.tuple[v] = result{call, all[0].n}
			}
			continue
		}
		c.single[v] = all[0].value
		if call, ok := ast.Unparen(all[0].value).(*ast.CallExpr); ok {
			c.tuple[v] = result{call, 0}
		}
	}
}
