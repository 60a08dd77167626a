package lifecycle

import (
	"go/ast"
	"go/token"

	"github.com/reslint/reslint/internal/catalog"
)

// plan is a change to a function that is followed as if it were made.
type plan struct {
	gone          map[ast.Stmt]bool // statements that are left out
	before, after map[ast.Stmt]*ast.DeferStmt
	checked       ast.Stmt // it takes a permit and drops the error, which the function returns now
	fails         *op      // it could not fail, and can now
	mends         *op      // its permits are not lost any more
}

// rehearse follows a function as it is after a change. It reports whether no permit is given back then that was not
// taken, and none is lost that is not lost without the change.
func (c *code) rehearse(o *op, change *plan) bool {
	was := c.analysis(o.in, o.path)
	now := c.followed(o.in, o.path, state{}, change)
	if was.over || now.over || len(now.bad) > 0 {
		return false
	}
	for other, out := range now.takes {
		old := was.takes[other]
		if len(out.leaks) > 0 && (other == change.mends || old == nil || len(out.leaks) > len(old.leaks)) {
			return false
		}
	}
	return true
}

// canFail reports whether an operation can fail to take a permit.
func (w *walk) canFail(o *op) bool { return w.plan != nil && w.plan.fails == o || w.c.canFail(o) }

// planned runs a statement as the plan has it.
func (w *walk) planned(s ast.Stmt, in []state) []state {
	if d := w.plan.before[s]; d != nil {
		in = w.deferStmt(d, in)
	}
	switch {
	case w.plan.gone[s] && w.unit(): // not where it is deferred
	case w.plan.checked == s:
		in = w.takeOrReturn(s, in)
	default:
		in = w.simple(s, in)
	}
	if d := w.plan.after[s]; d != nil {
		in = w.deferStmt(d, in)
	}
	return in
}

// takeOrReturn runs a statement that takes a permit as if the function returned with the error.
func (w *walk) takeOrReturn(s ast.Stmt, in []state) []state {
	call := droppedCall(s)
	if call == nil {
		w.over = true
		return nil
	}
	got, not := w.take(w.args(call, in), w.takeAt(call), true)
	w.unwindFrom(not)
	return w.unite(got)
}

// droppedCall is the call of a statement that drops its result.
func droppedCall(s ast.Stmt) *ast.CallExpr {
	switch s := s.(type) {
	case *ast.ExprStmt:
		call, _ := ast.Unparen(s.X).(*ast.CallExpr)
		return call
	case *ast.AssignStmt:
		if id, ok := s.Lhs[0].(*ast.Ident); ok && id.Name == "_" && s.Tok == token.ASSIGN && len(s.Lhs) == 1 && len(s.Rhs) == 1 {
			call, _ := ast.Unparen(s.Rhs[0]).(*ast.CallExpr)
			return call
		}
	}
	return nil
}

// deferredOp is a statement that defers giving back a permit as an operation does. done ends its use: a literal around
// a channel operation is known as a function until then.
func (c *code) deferredOp(g *op) (d *ast.DeferStmt, done func()) {
	if call, ok := g.node.(*ast.CallExpr); ok {
		return &ast.DeferStmt{Defer: call.Pos(), Call: call}, func() {}
	}
	stmt, ok := g.node.(ast.Stmt)
	if !ok {
		stmt = &ast.ExprStmt{X: g.node.(ast.Expr)}
	}
	at := g.node.Pos()
	body := &ast.BlockStmt{Lbrace: at, List: []ast.Stmt{stmt}, Rbrace: g.node.End()}
	lit := &ast.FuncLit{Type: &ast.FuncType{Func: at, Params: &ast.FieldList{}}, Body: body}
	call := &ast.CallExpr{Fun: lit, Lparen: body.End(), Rparen: body.End()}
	f := &fn{node: lit, typ: lit.Type, body: body, outer: g.in, top: g.in.top, use: use{kind: usedDefer, call: call}}
	c.lits[lit] = f
	return &ast.DeferStmt{Defer: at, Call: call}, func() {
		delete(c.lits, lit)
		for k := range c.has {
			if k.f == f {
				delete(c.has, k)
			}
		}
	}
}

// plainGives lists the operations of a function that give permits of a semaphore back. ok is false where something else may
// do so too, or take one: another function, a goroutine, a callback, or whoever gets hold of the semaphore.
func (c *code) plainGives(o *op) (gives []*op, ok bool) {
	w := c.analysis(o.in, o.path)
	if w.over || w.inverted || c.givenElsewhere(w, o) {
		return nil, false
	}
	operands := make(map[ast.Node]bool)
	for _, x := range c.ops {
		if c.key(x.path) == w.key {
			ast.Inspect(x.sem, func(n ast.Node) bool { operands[n] = true; return true })
		}
	}
	ok = true
	ast.Inspect(o.in.top.body, func(n ast.Node) bool {
		if n == nil || !ok {
			return false
		}
		switch x := w.opAt(n); {
		case x == o:
		case x != nil && x.role == catalog.Give && x.in == o.in && x.sel == nil:
			gives = append(gives, x)
		case x != nil || !c.runsLiteral(n) && (w.does(n, false, 0) || w.does(n, true, 0)):
			ok = false
		default:
			ok = operands[n] || !c.isAt(w.key, n)
		}
		return ok
	})
	return gives, ok && len(gives) > 0
}

// runsLiteral reports whether a node is a call of a function literal.
func (c *code) runsLiteral(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	return ok && c.called(call) != nil
}

// isAt reports whether a node is the expression of what has a key.
func (c *code) isAt(key string, n ast.Node) bool {
	switch e := n.(type) {
	case *ast.Ident:
		return c.info.Defs[e] == nil && c.key(c.path(e)) == key
	case *ast.SelectorExpr, *ast.IndexExpr, *ast.StarExpr:
		return c.key(c.path(e.(ast.Expr))) == key
	}
	return false
}
