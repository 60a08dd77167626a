package placement

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/reslint/reslint/internal/callee"
	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/stem"
)

// checkHandler reports wrappers that are entered where a request is served.
func checkHandler(r *rule.Reporter, p *pack, f *function) {
	p.handlers(f, func(t *ast.FuncType, body *ast.BlockStmt) {
		if p.passesOn(t, body, 0) {
			return
		}
		ast.Inspect(body, func(n ast.Node) bool {
			if k := p.entersInHandler(n, body, f); k != catalog.None {
				r.Report(rule.Finding{Check: wrapperInHandler, Place: rule.At(n),
					Message: wrapperNames[k] + " is entered in an HTTP handler, not in the adapter that makes the call"})
			}
			return true
		})
	})
}

// entersInHandler returns the kind of wrapper that a node of a handler enters for another system. What is around code that
// is local is not: wrapper-on-local says it.
func (p *pack) entersInHandler(n ast.Node, body *ast.BlockStmt, f *function) catalog.Kind {
	c, call := n.(*ast.CallExpr)
	switch k := p.enters(n); {
	case k == catalog.Breaker && (!call || p.localAround(c, f) == ""), k == catalog.Bulkhead && p.guardsSystem(n, body):
		return k
	case k == catalog.None && call && p.runsInBreaker(c) && !p.handlersOnly(p.callee(c), nil) && p.localCallbacks(c) == "":
		return catalog.Breaker
	}
	return catalog.None
}

// handlers visits the bodies that serve requests: the function itself, or literals in it.
func (p *pack) handlers(f *function, visit func(*ast.FuncType, *ast.BlockStmt)) {
	if p.serves(f.decl.Type) || p.handlersOnly(f.obj, nil) {
		visit(f.decl.Type, f.decl.Body)
		return
	}
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		lit, ok := n.(*ast.FuncLit)
		if !ok || !p.serves(lit.Type) {
			return true
		}
		visit(lit.Type, lit.Body)
		return false
	})
}

// serves reports whether a function takes what a web framework hands to handlers.
func (p *pack) serves(t *ast.FuncType) bool {
	for _, param := range t.Params.List {
		if handlerParam(p.info.TypeOf(param.Type)) {
			return true
		}
	}
	return false
}

// servesFunc is serves for a declared function, of whatever package.
func (p *pack) servesFunc(fn *types.Func) bool { return servesSignature(fn.Signature()) }

func servesSignature(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if handlerParam(v.Type()) {
			return true
		}
	}
	return false
}

// contexts are the types that frameworks hand to handlers, by the import path without its version.
var contexts = map[string]string{
	"net/http.ResponseWriter":                           "net/http",
	"github.com/gin-gonic/gin.Context":                  "gin",
	"github.com/labstack/echo.Context":                  "echo",
	"github.com/gofiber/fiber.Ctx":                      "fiber",
	"github.com/valyala/fasthttp.RequestCtx":            "fasthttp",
	"github.com/cloudwego/hertz/pkg/app.RequestContext": "hertz",
	"github.com/kataras/iris.Context":                   "iris",
	"github.com/beego/beego/server/web/context.Context": "beego",
}

func handlerParam(t types.Type) bool {
	n := gotypes.Named(t)
	if n == nil || n.Obj().Pkg() == nil {
		return false
	}
	return contexts[unversioned(n.Obj().Pkg().Path())+"."+n.Obj().Name()] != ""
}

// unversioned drops the major version out of an import path.
func unversioned(path string) string {
	elems := strings.Split(path, "/")
	out := elems[:0]
	for _, e := range elems {
		if len(e) < 2 || e[0] != 'v' || strings.Trim(e[1:], "0123456789") != "" {
			out = append(out, e)
		}
	}
	return strings.Join(out, "/")
}

// handlersOnly reports whether a function is a piece of handlers: it is called by them and by nobody else, and it is
// no method of another type, which may be the adapter.
func (p *pack) handlersOnly(fn *types.Func, seen map[*types.Func]bool) bool {
	if fn.Exported() || fn.Name() == "main" || fn.Name() == "init" || seen[fn] {
		return false
	}
	if recv := receiver(fn); recv != nil && !p.hasHandlers(recv) {
		return false
	}
	if seen == nil {
		seen = make(map[*types.Func]bool)
	}
	seen[fn] = true
	callers := p.callersOf(fn)
	for _, c := range callers {
		if c.handler {
			continue
		}
		if c.by == nil || !p.handlersOnly(c.by, seen) {
			return false
		}
	}
	return len(callers) > 0
}

func (p *pack) hasHandlers(t *types.TypeName) bool {
	if p.servers == nil {
		p.servers = make(map[*types.TypeName]bool)
		for _, f := range p.order {
			if recv := receiver(f.obj); recv != nil && p.serves(f.decl.Type) {
				p.servers[recv] = true
			}
		}
	}
	return p.servers[t]
}

// caller is one place that names a function of the package.
type caller struct {
	by      *types.Func // nil outside functions, and where the function is used as a value
	handler bool        // it is called while a request is served
}

func (p *pack) callersOf(fn *types.Func) []caller {
	if p.callers == nil {
		p.callers = make(map[*types.Func][]caller)
		for _, f := range p.files {
			for _, d := range f.Decls {
				p.addCallers(d)
			}
		}
	}
	return p.callers[fn]
}

func (p *pack) addCallers(d ast.Decl) {
	var by *types.Func
	if f, ok := d.(*ast.FuncDecl); ok {
		by, _ = p.info.Defs[f.Name].(*types.Func)
	}
	called := make(map[*ast.Ident]bool)
	var visit func(n ast.Node, handler bool)
	visit = func(n ast.Node, handler bool) {
		ast.Inspect(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.FuncLit:
				if !handler && p.serves(m.Type) {
					visit(m.Body, true)
					return false
				}
			case *ast.CallExpr:
				called[callee.Name(m.Fun)] = true
			case *ast.Ident:
				if fn, ok := p.info.Uses[m].(*types.Func); ok && p.funcs[fn.Origin()] != nil {
					c := caller{by, handler && called[m]}
					if !called[m] {
						c.by = nil
					}
					p.callers[fn.Origin()] = append(p.callers[fn.Origin()], c)
				}
			}
			return true
		})
	}
	f, ok := d.(*ast.FuncDecl)
	visit(d, ok && p.serves(f.Type))
}

// guardsSystem reports whether a permit that a handler takes is for another system, and no limit of the requests that
// this service serves: the handler makes the call itself, or calls a port of the bulkhead's name, and does not tell
// its client that it asks too often.
func (p *pack) guardsSystem(n ast.Node, body *ast.BlockStmt) bool {
	found, limits := false, false
	ast.Inspect(body, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.Ident:
			limits = limits || m.Name == "StatusTooManyRequests"
		case *ast.CallExpr:
			if fn := p.callee(m); fn != nil && m.Pos() > n.End() {
				found = found || p.sendsItself(fn) || p.portOf(m, fn, n)
			}
		}
		return true
	})
	return found && !limits
}

// sendsItself reports whether a function makes an outbound call in this package, in no adapter.
func (p *pack) sendsItself(fn *types.Func) bool {
	if row := catalog.LookupFunc(fn); row != nil {
		return row.Send != nil && row.Enter == catalog.None
	}
	if catalog.LookupMethod(fn) != nil {
		return true
	}
	t := receiver(fn)
	return p.funcs[fn] != nil && (t == nil || p.hasHandlers(t)) && p.makesCall(fn)
}

// portOf reports whether a call goes to a port that has the name of what was entered.
func (p *pack) portOf(c *ast.CallExpr, fn *types.Func, entered ast.Node) bool {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok || !isPort(fn) {
		return false
	}
	var wrapper ast.Expr
	switch n := entered.(type) {
	case *ast.SendStmt, *ast.UnaryExpr:
		wrapper, _ = p.takes(n)
	case *ast.CallExpr:
		if s, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok {
			wrapper = s.X
		}
	}
	port, limit := p.variable(sel.X), p.variable(wrapper)
	if port == nil || limit == nil {
		return false
	}
	name := stem.Of(port.Name())
	return name.Known() && name.Stem() == stem.Of(limit.Name()).Stem()
}
