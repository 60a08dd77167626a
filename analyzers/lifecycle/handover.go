package lifecycle

import (
	"go/ast"
	"slices"
)

// beforeHandOver picks an end at which a function fails before it hands the semaphore to what gives the permit back: a
// body that is closed later, say.
func (c *code) beforeHandOver(w *walk, o *op, leaks []final) (leak, bool) {
	if w.isRelease() || o.loop != nil || o.in != w.fn || !slices.ContainsFunc(w.finals, func(f final) bool { return f.kind == endsWell }) {
		return leak{}, false
	}
	if w.handed == nil {
		to := c.handOver(w)
		w.handed = &to
	}
	to := *w.handed
	if to == nil || to.Pos() < o.node.End() {
		return leak{}, false
	}
	for _, end := range leaks {
		if end.kind == endsBadly && !end.again && end.in == nil && end.ret != nil && end.by == o && o.node.End() < end.ret.Pos() && end.ret.End() < to.Pos() {
			return leak{op: o, end: end}, true
		}
	}
	return leak{}, false
}

// handOver is the first place where a function mentions a semaphore other than to take a permit or to give one back. It is
// nil where that is no element of a literal and no argument.
func (c *code) handOver(w *walk) ast.Expr {
	known := make(map[ast.Node]bool)
	for _, f := range w.fn.top.all() {
		for _, o := range f.ops {
			known[o.sem] = true
		}
	}
	handed := make(map[ast.Node]bool)
	var first ast.Expr
	ast.Inspect(w.fn.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					e = kv.Value
				}
				handed[ast.Unparen(e)] = true
			}
		case *ast.CallExpr:
			for _, a := range n.Args {
				handed[ast.Unparen(a)] = true
			}
		case *ast.BinaryExpr: // whether there is one
			known[n.X], known[n.Y] = c.info.Types[n.Y].IsNil() || known[n.X], c.info.Types[n.X].IsNil() || known[n.Y]
		}
		e, ok := n.(ast.Expr)
		if known[n] || first != nil {
			return false
		}
		if ok && c.isAt(w.key, n) {
			first = e
		}
		return true
	})
	if first == nil || !handed[first] {
		return nil
	}
	return first
}
