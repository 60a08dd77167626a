package placement

import (
	"go/ast"
	"go/types"

	"github.com/reslint/reslint/internal/catalog"
)

// runsInBreaker reports whether a call runs a function that it is handed in the breaker of a wrapper type of the module, or
// in one that it is handed as well.
func (p *pack) runsInBreaker(c *ast.CallExpr) bool {
	fn := p.callee(c)
	if fn == nil || fn.Pkg() == nil || !p.inModule(fn.Pkg()) || catalog.LookupFunc(fn) != nil || !p.handsFunction(c) {
		return false
	}
	if t := receiver(fn); t != nil && (types.IsInterface(t.Type()) || callsByItself(t)) {
		return false
	}
	if f := p.funcs[fn]; f != nil {
		return !f.generated && p.entering()[fn] && !p.makesCall(fn) && p.entersBreaker(f, 0)
	}
	r := p.reach(fn)
	return r.Breaker && !r.Requests
}

// handsFunction reports whether an argument of a call is a function.
func (p *pack) handsFunction(c *ast.CallExpr) bool {
	for _, a := range c.Args {
		if t := p.info.TypeOf(a); t != nil {
			if _, ok := t.Underlying().(*types.Signature); ok {
				return true
			}
		}
	}
	return false
}

// entersBreaker reports whether a function enters a breaker, itself or through functions of the package.
func (p *pack) entersBreaker(f *function, depth int) bool {
	found := false
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && !found {
			found = p.enters(c) == catalog.Breaker
			if next := p.funcs[p.callee(c)]; next != nil && depth < maxDepth && !found {
				found = p.entersBreaker(next, depth+1)
			}
		}
		return !found
	})
	return found
}

// localCallbacks says what the functions are that a call hands over, where all of them are local; else it is empty.
func (p *pack) localCallbacks(c *ast.CallExpr) string {
	l := &locality{p: p, seen: make(map[*types.Func]bool), all: true}
	l.callbacks(c)
	return l.what()
}
