package lifecycle

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/gotypes"
	"github.com/reslint/reslint/internal/rule"
)

// checkServe reports what a function closes as soon as a server has stopped to take requests, which a goroutine has told
// it to: what serves returns at once then, and nobody waits for the requests under way.
func checkServe(r *rule.Reporter, c *code, f *fn) {
	down, serve := c.shutAside(f)
	if serve == nil || c.waitsOn(f, serve) {
		return
	}
	w := step{node: down.call, path: c.receiver(down.sel), drain: true, server: true, name: types.ExprString(down.call.Fun)}
	for _, s := range c.steps(f, 0) {
		after := s.deferred || s.node.Pos() > serve.End() && c.leadsTo(f, s, step{node: serve})
		if s.closer != nil && after && c.servedWith(f, s, w) {
			reportClose(r, c, s, w)
		}
	}
}

// shutAside finds a call that serves requests and, in a goroutine that the function starts before, the call that shuts the
// same server down.
func (c *code) shutAside(f *fn) (down *stop, serve *ast.CallExpr) {
	for _, sp := range c.spawned {
		lit, ok := c.literal(sp.fun)
		if !ok || sp.in != f || sp.row != nil {
			continue
		}
		for _, s := range c.stops {
			if s.drain == nil || !s.drain.Server || s.call.Pos() < lit.Pos() || s.call.End() > lit.End() {
				continue
			}
			if call := c.serving(f, c.key(c.receiver(s.sel)), lit.End()); call != nil {
				return s, call
			}
		}
	}
	return nil, nil
}

// serving is the call by which a function itself serves with a server, after a place.
func (c *code) serving(f *fn, server string, after token.Pos) *ast.CallExpr {
	var out *ast.CallExpr
	inGo := make(map[*ast.CallExpr]bool)
	inspectOwn(f.body, func(n ast.Node) {
		if g, ok := n.(*ast.GoStmt); ok {
			inGo[g.Call] = true
		}
		call, ok := n.(*ast.CallExpr)
		if !ok || call.Pos() < after || inGo[call] || out != nil {
			return
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if ok && (strings.HasPrefix(sel.Sel.Name, "ListenAndServe") || strings.HasPrefix(sel.Sel.Name, "Serve")) && c.key(c.receiver(sel)) == server {
			out = call
		}
	})
	return out
}

// waitsOn reports whether a function may wait for something after a call, or in what it defers.
func (c *code) waitsOn(f *fn, after ast.Node) bool {
	found := false
	inspectOwn(f.body, func(n ast.Node) {
		d, deferred := n.(*ast.DeferStmt)
		switch {
		case found:
		case deferred:
			lit, ok := c.literal(d.Call.Fun)
			found = !ok && c.mayWait(d.Call) || ok && c.waitsAfter(lit.Body, lit.Pos())
		case n == f.body:
			found = c.waitsAfter(f.body, after.End())
		}
	})
	return found
}

// waitsAfter reports whether something in a body may wait, after a place.
func (c *code) waitsAfter(body *ast.BlockStmt, at token.Pos) bool {
	found := false
	inspectOwn(body, func(n ast.Node) {
		if n.Pos() < at || found {
			return
		}
		switch n := n.(type) {
		case *ast.UnaryExpr:
			found = n.Op == token.ARROW
		case *ast.SelectStmt, *ast.RangeStmt, *ast.ForStmt:
			found = true
		case *ast.CallExpr:
			found = c.mayWait(n)
		}
	})
	return found
}

// mayWait reports whether a call may wait for something: one of a function of the package or of a function value, or one
// with a name that says so. What the standard library joins is text and errors.
func (c *code) mayWait(call *ast.CallExpr) bool {
	if tv := c.info.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() || gotypes.Is(tv.Type, "context", "CancelFunc") {
		return false
	}
	f := c.callee(call)
	if f == nil || c.decls[f] != nil {
		return true
	}
	if f.Pkg() == nil {
		return false
	}
	words := []string{"wait", "shutdown", "stop", "drain", "sleep"}
	if first, _, _ := strings.Cut(f.Pkg().Path(), "/"); strings.Contains(first, ".") {
		words = append(words, "join")
	}
	name := strings.ToLower(f.Name())
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(name, w) })
}
