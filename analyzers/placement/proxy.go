package placement

import (
	"go/ast"
	"go/types"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
)

// maxPass bounds through how many functions a request is followed.
const maxPass = 3

// passesOn reports whether a handler hands its own request on: to the next handler, as middleware does, or to the
// system behind a proxy.
func (p *pack) passesOn(t *ast.FuncType, body *ast.BlockStmt, depth int) bool {
	own := p.ownRequest(t)
	if depth > maxPass {
		return false
	}
	p.derive(body, own)
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && !found {
			found = p.nextHandler(c, own) || p.sendsOwn(c, own) || p.handsOn(c, own, depth)
		}
		return !found
	})
	return found
}

// ownRequest are the parameters that stand for the request that is served.
func (p *pack) ownRequest(t *ast.FuncType) map[types.Object]bool {
	own := make(map[types.Object]bool)
	for _, param := range t.Params.List {
		pt := p.info.TypeOf(param.Type)
		if n := gotypes.Named(pt); n == nil || n.Obj().Name() == "ResponseWriter" || !handlerParam(pt) && catalog.KindOf(pt) != catalog.Request {
			continue
		}
		for _, id := range param.Names {
			own[p.info.Defs[id]] = true
		}
	}
	return own
}

// derive adds the variables that hold a copy of the request, or one with its method or its body.
func (p *pack) derive(body *ast.BlockStmt, own map[types.Object]bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || len(as.Rhs) != 1 || !p.copies(as.Rhs[0], own) {
			return true
		}
		if id, ok := as.Lhs[0].(*ast.Ident); ok && p.info.ObjectOf(id) != nil {
			own[p.info.ObjectOf(id)] = true
		}
		return true
	})
}

func (p *pack) copies(e ast.Expr, own map[types.Object]bool) bool {
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return p.mine(e, own)
	}
	if catalog.KindOf(firstResult(p.info.TypeOf(c))) != catalog.Request {
		return false
	}
	if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && p.mine(sel.X, own) {
		return true // Clone, WithContext, or the request of a framework's context
	}
	for _, a := range c.Args {
		if sel, ok := ast.Unparen(a).(*ast.SelectorExpr); ok && (sel.Sel.Name == "Method" || sel.Sel.Name == "Body") && p.mine(sel.X, own) {
			return true
		}
		if p.mine(a, own) {
			return true
		}
	}
	return false
}

// mine reports whether an expression is the request, or the request of a framework's context.
func (p *pack) mine(e ast.Expr, own map[types.Object]bool) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return own[p.info.ObjectOf(e)]
	case *ast.SelectorExpr:
		return catalog.KindOf(p.info.TypeOf(e)) == catalog.Request && p.mine(e.X, own)
	case *ast.CallExpr:
		sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		return ok && catalog.KindOf(p.info.TypeOf(e)) == catalog.Request && p.mine(sel.X, own)
	}
	return false
}

func (p *pack) anyMine(c *ast.CallExpr, own map[types.Object]bool) bool {
	for _, a := range c.Args {
		if p.mine(a, own) {
			return true
		}
	}
	return false
}

// nextHandler reports whether a call has the request served by another handler: ServeHTTP, a function value that gets
// the writer or the framework's context, or the next one of a framework's chain.
func (p *pack) nextHandler(c *ast.CallExpr, own map[types.Object]bool) bool {
	fn := p.callee(c)
	if fn == nil {
		t := p.info.TypeOf(c.Fun)
		if t == nil {
			return false
		}
		sig, ok := t.Underlying().(*types.Signature)
		return ok && servesSignature(sig)
	}
	if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && fn.Name() == "Next" && p.mine(sel.X, own) {
		return true
	}
	return fn.Name() == "ServeHTTP" && p.anyMine(c, own)
}

// sendsOwn reports whether a call sends the request on.
func (p *pack) sendsOwn(c *ast.CallExpr, own map[types.Object]bool) bool {
	fn := p.callee(c)
	if fn == nil {
		return false
	}
	row := catalog.LookupFunc(fn)
	return (row != nil && row.Send != nil || catalog.LookupMethod(fn) != nil || fn.Name() == "RoundTrip") && p.anyMine(c, own)
}

// handsOn reports whether a call hands the request to a function of the package that passes it on.
func (p *pack) handsOn(c *ast.CallExpr, own map[types.Object]bool, depth int) bool {
	fn := p.callee(c)
	if fn == nil || p.funcs[fn] == nil || !p.anyMine(c, own) {
		return false
	}
	decl := p.funcs[fn].decl
	return p.passesOn(decl.Type, decl.Body, depth+1)
}
