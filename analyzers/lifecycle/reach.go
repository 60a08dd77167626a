package lifecycle

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/reslint/reslint/internal/catalog"
)

// reach is what a function leads to.
type reach struct {
	sends   bool
	limited bool     // a permit is taken somewhere, or a lock held at the call
	at      ast.Node // the call that leads there
	via     ast.Expr // what it is made through: the receiver of a method, or the client
}

// goroutine tells what a goroutine leads to, or nil where that cannot be seen.
func (c *code) goroutine(sp *spawn) *reach {
	if l, ok := c.literal(sp.fun); ok {
		return c.reachOf(c.lits[l], 0)
	}
	fun := ast.Unparen(sp.fun)
	if id, ok := fun.(*ast.Ident); ok {
		if v, isVar := c.info.Uses[id].(*types.Var); isVar && c.single[v] != nil {
			if l, ok := c.literal(c.single[v]); ok {
				return c.reachOf(c.lits[l], 0)
			}
		}
	}
	var via ast.Expr
	if sel, ok := fun.(*ast.SelectorExpr); ok {
		via = sel.X
	}
	if d := c.declOf(fun); d != nil {
		r := *c.reachOf(d, 0)
		if r.via != nil && via != nil {
			r.via = via
		}
		return &r
	}
	if _, isGo := sp.at.(*ast.GoStmt); isGo {
		var r reach
		c.reachOfCall(sp.call, &r, 0)
		return &r
	}
	return nil
}

// reachOf follows the calls of a function, in order. The first one that goes out counts.
func (c *code) reachOf(f *fn, depth int) *reach {
	if f == nil || depth > 2*maxInline {
		return &reach{}
	}
	if r := c.outs[f]; r != nil {
		return r
	}
	r := &reach{}
	c.outs[f] = r
	c.walkReach(f.body, f, r, depth)
	return r
}

func (c *code) walkReach(body ast.Node, f *fn, r *reach, depth int) {
	locked := false
	ast.Inspect(body, func(n ast.Node) bool {
		if o := c.ops[n]; o != nil && o.role != catalog.Give {
			r.limited = true
		}
		switch n := n.(type) {
		case *ast.DeferStmt, *ast.GoStmt:
			return false
		case *ast.FuncLit:
			return c.runsHere(c.lits[n])
		case *ast.CallExpr:
			if name := c.lockName(n); name != "" {
				locked = name == "Lock"
			}
			r.limited = r.limited || locked && !r.sends || c.waitsIn(n)
			c.inOrder(n, f, r, depth)
			return false
		}
		return true
	})
}

// inOrder visits a call after what is computed for it.
func (c *code) inOrder(n *ast.CallExpr, f *fn, r *reach, depth int) {
	for _, a := range n.Args {
		c.walkReach(a, f, r, depth)
	}
	c.walkReach(n.Fun, f, r, depth)
	c.reachOfCall(n, r, depth)
}

// runsHere reports whether a literal runs where it stands, as far as anyone can tell.
func (c *code) runsHere(l *fn) bool {
	return l != nil && (l.use.kind == usedCall || l.use.kind == usedArg)
}

// lockName is Lock or Unlock for a call of a mutex.
func (c *code) lockName(n *ast.CallExpr) string {
	f := c.callee(n)
	if f == nil || f.Pkg() == nil || f.Pkg().Path() != "sync" {
		return ""
	}
	if f.Name() == "Lock" || f.Name() == "Unlock" {
		return f.Name()
	}
	return ""
}

func (c *code) reachOfCall(n *ast.CallExpr, r *reach, depth int) {
	if l := c.called(n); l != nil {
		if _, here := ast.Unparen(n.Fun).(*ast.FuncLit); !here {
			c.join(r, c.reachOf(c.lits[l], depth+1), n, nil)
		}
		return
	}
	f := c.callee(n)
	if f == nil {
		return
	}
	var via ast.Expr
	if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && c.info.Selections[sel] != nil {
		via = sel.X
	}
	if row := catalog.LookupFunc(f); row != nil {
		if row.Send != nil {
			r.found(n, via)
		}
		r.limited = r.limited || row.Enter == catalog.Bulkhead
		return
	}
	if d := c.decls[f]; d != nil {
		c.join(r, c.reachOf(d, depth+1), n, via)
		return
	}
	if d := c.implementation(f); d != nil {
		c.join(r, c.reachOf(d, depth+1), n, via)
		return
	}
	if catalog.LookupMethod(f) != nil || catalog.LookupRPC(f) != nil {
		r.found(n, via)
		return
	}
	known := c.model.Reach(f)
	if known.Sends {
		r.found(n, via)
	}
	r.limited = r.limited || known.Bulkhead
}

// found notes a call that goes out.
func (r *reach) found(n ast.Node, via ast.Expr) {
	if !r.sends {
		r.sends, r.at, r.via = true, n, via
	}
}

// join takes over what a function that is called leads to.
func (c *code) join(r, callee *reach, n ast.Node, via ast.Expr) {
	if callee.sends {
		r.found(n, via)
	}
	r.limited = r.limited || callee.limited
}

// implementation is the method behind a method of an interface of the package that one type of it implements.
func (c *code) implementation(f *types.Func) *fn {
	recv := f.Signature().Recv()
	if recv == nil || f.Pkg() != c.pass.Pkg {
		return nil
	}
	iface, ok := recv.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var found *fn
	for g, d := range c.decls {
		if g.Name() != f.Name() || g.Signature().Recv() == nil || !types.Implements(g.Signature().Recv().Type(), iface) {
			continue
		}
		if found != nil {
			return nil
		}
		found = d
	}
	return found
}

// perItem reports whether what a goroutine calls through comes from the item of the loop: each item has its own system.
func (r *reach) perItem(c *code, loop ast.Stmt) bool {
	l, ok := loop.(*ast.RangeStmt)
	if !ok || r.via == nil {
		return false
	}
	p := c.pathOfRoot(r.via)
	for _, e := range []ast.Expr{l.Key, l.Value} {
		if id, ok := e.(*ast.Ident); ok && p != nil && c.comesFrom(p, c.info.ObjectOf(id), 0) {
			return true
		}
	}
	return false
}

// pathOfRoot is the variable at the root of an expression.
func (c *code) pathOfRoot(e ast.Expr) types.Object {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			return c.info.ObjectOf(x)
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.CallExpr:
			e = x.Fun
		case *ast.UnaryExpr:
			if x.Op != token.AND {
				return nil
			}
			e = x.X
		default:
			return nil
		}
	}
}

// comesFrom reports whether a variable is made from another one.
func (c *code) comesFrom(o, from types.Object, depth int) bool {
	if o == nil || from == nil || depth > maxAlias {
		return false
	}
	if o == from {
		return true
	}
	v, ok := o.(*types.Var)
	if !ok {
		return false
	}
	if f, i := c.paramOf(v); f != nil && f.obj == nil && f.use.kind == usedGo && f.use.call.Fun == f.node && i < len(f.use.call.Args) {
		return c.comesFrom(c.pathOfRoot(f.use.call.Args[i]), from, depth+1)
	}
	for _, a := range c.writes[v] {
		if a.value == nil {
			continue
		}
		found := false
		ast.Inspect(a.value, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && c.info.Uses[id] == from {
				found = true
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}
