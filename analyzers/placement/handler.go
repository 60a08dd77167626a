package placement

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/rule"
)

var wrapperNames = map[catalog.Kind]string{catalog.Breaker: "the circuit breaker", catalog.Bulkhead: "the bulkhead"}

// checkGenerated reports wrappers in generated code.
func checkGenerated(r *rule.Reporter, p *pack, f *function) {
	if !f.generated {
		return
	}
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		if k, _ := p.enters(n); k == catalog.Breaker || k == catalog.Bulkhead && isCall(n) {
			r.ReportGenerated(rule.Finding{Check: wrapperOnGenerated, Place: rule.At(n),
				Message: wrapperNames[k] + " is entered in generated code, which the next generation replaces"})
		}
		return true
	})
}

func isCall(n ast.Node) bool { _, ok := n.(*ast.CallExpr); return ok }

// checkHandler reports wrappers that are entered where a request is served.
func checkHandler(r *rule.Reporter, p *pack, f *function) {
	if f.generated {
		return
	}
	p.handlers(f.decl.Type, f.decl.Body, func(body *ast.BlockStmt, t *ast.FuncType) {
		if p.passesOn(body, t) {
			return
		}
		ast.Inspect(body, func(n ast.Node) bool {
			k, _ := p.enters(n)
			if k == catalog.None || k == catalog.Bulkhead && !p.callsOut(body) {
				return true
			}
			r.Report(rule.Finding{Check: wrapperInHandler, Place: rule.At(n),
				Message: wrapperNames[k] + " is entered in an HTTP handler, not in the adapter that makes the call"})
			return true
		})
	})
}

// handlers visits the bodies that serve requests: the function itself, or literals in it.
func (p *pack) handlers(t *ast.FuncType, body *ast.BlockStmt, visit func(*ast.BlockStmt, *ast.FuncType)) {
	if p.serves(t) {
		visit(body, t)
		return
	}
	ast.Inspect(body, func(n ast.Node) bool {
		lit, ok := n.(*ast.FuncLit)
		if !ok || !p.serves(lit.Type) {
			return true
		}
		visit(lit.Body, lit.Type)
		return false
	})
}

// serves reports whether a function takes what a web framework hands to handlers.
func (p *pack) serves(t *ast.FuncType) bool {
	for _, param := range t.Params.List {
		if p.handlerParam(p.info.TypeOf(param.Type)) {
			return true
		}
	}
	return false
}

func (p *pack) handlerParam(t types.Type) bool {
	n := named(t)
	if n == nil || n.Obj().Pkg() == nil {
		return false
	}
	path, name := n.Obj().Pkg().Path(), n.Obj().Name()
	switch {
	case path == "net/http" && name == "ResponseWriter":
		return true
	case strings.HasPrefix(path, "github.com/gin-gonic/gin") && name == "Context":
		return true
	case strings.HasPrefix(path, "github.com/labstack/echo") && name == "Context":
		return true
	case strings.HasPrefix(path, "github.com/gofiber/fiber") && (name == "Ctx" || name == "Context"):
		return true
	}
	return false
}

func named(t types.Type) *types.Named {
	if t == nil {
		return nil
	}
	t = types.Unalias(t)
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// passesOn reports whether a handler hands its own request on: to the next handler, as middleware does, or to the
// system behind a proxy.
func (p *pack) passesOn(body *ast.BlockStmt, t *ast.FuncType) bool {
	own := make(map[types.Object]bool)
	for _, param := range t.Params.List {
		if n := named(p.info.TypeOf(param.Type)); n == nil || n.Obj().Name() == "ResponseWriter" {
			continue
		}
		for _, id := range param.Names {
			own[p.info.Defs[id]] = true
		}
	}
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		found = p.nextHandler(c, own)
		return !found
	})
	return found
}

func (p *pack) nextHandler(c *ast.CallExpr, own map[types.Object]bool) bool {
	name := ""
	switch fun := ast.Unparen(c.Fun).(type) {
	case *ast.SelectorExpr:
		name = fun.Sel.Name
		if id, ok := ast.Unparen(fun.X).(*ast.Ident); ok && own[p.info.Uses[id]] && name == "Next" {
			return true // gin and fiber
		}
	case *ast.Ident:
		name = fun.Name
	}
	switch name {
	case "ServeHTTP", "RoundTrip", "Do", "Clone", "WithContext", "next", "Next":
	default:
		return false
	}
	if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && (name == "Clone" || name == "WithContext") {
		id, ok := ast.Unparen(sel.X).(*ast.Ident)
		return ok && own[p.info.Uses[id]]
	}
	for _, a := range c.Args {
		if id, ok := ast.Unparen(a).(*ast.Ident); ok && own[p.info.Uses[id]] {
			return true
		}
	}
	return false
}

// callsOut reports whether a body makes an outbound call that can be seen, or calls a port: a method of an interface
// of the program that takes a context and can fail.
func (p *pack) callsOut(body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		fn := p.callee(c)
		found = fn != nil && (p.makesCall(fn) || isPort(fn))
		return !found
	})
	return found
}

func isPort(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) || catalog.Known(fn.Pkg().Path()) {
		return false
	}
	sig := fn.Signature()
	if sig.Params().Len() == 0 || sig.Results().Len() == 0 {
		return false
	}
	ctx := named(sig.Params().At(0).Type())
	last := sig.Results().At(sig.Results().Len() - 1).Type()
	return ctx != nil && ctx.Obj().Name() == "Context" && last.String() == "error"
}
