package outbound

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
)

// middleware is what a declaration does of that which a middleware of the program's own does: it gives requests that come in
// a deadline, and passes them on.
type middleware struct{ deadline, rebinds, passes bool }

// bounds reports whether it does all of that.
func (m middleware) bounds() bool { return m.deadline && m.rebinds && m.passes }

// calls notes a function that is named.
func (m *middleware) calls(fn *types.Func) {
	m.rebinds = m.rebinds || rebinds(fn)
	recv := fn.Signature().Recv()
	if recv == nil {
		return
	}
	switch fn.Name() {
	case "ServeHTTP": // a proxy is no next handler: the deadline is that of what it sends
		m.passes = m.passes || servesHTTP(fn.Signature()) && catalog.KindOf(recv.Type()) != catalog.ReverseProxy
	case "Next":
		m.passes = m.passes || isHandlerContext(recv.Type())
	}
}

// holds notes a variable that is called: the next handler of a chain is a function in some frameworks.
func (m *middleware) holds(v *types.Var) {
	if sig, ok := v.Type().Underlying().(*types.Signature); ok {
		m.passes = m.passes || handles(sig)
	}
}

// rebinds reports whether a function puts another context into a request that came in.
func rebinds(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return false
	}
	switch fn.Name() {
	case "WithContext", "Clone":
		return catalog.KindOf(recv.Type()) == catalog.Request
	case "SetRequest", "SetUserContext", "SetContext":
		return isHandlerContext(recv.Type())
	}
	return false
}

// exportedName names a function or method to other packages; it is empty where they cannot name it.
func exportedName(fn *types.Func) string {
	if !fn.Exported() {
		return ""
	}
	if recv := fn.Signature().Recv(); recv != nil {
		n := gotypes.Named(recv.Type())
		if n == nil {
			return ""
		}
		return n.Obj().Name() + "." + fn.Name()
	}
	return fn.Name()
}

// boundsInbound reports whether a function of another package is a middleware that gives requests a deadline.
func (w *world) boundsInbound(fn *types.Func) bool {
	if w.middlewares == nil {
		w.middlewares = middlewaresBelow(w.pass)
	}
	all := w.middlewares[fn.Pkg()]
	return len(all) > 0 && slices.Contains(all, exportedName(fn))
}

// middlewaresBelow are those that the imports tell of.
func middlewaresBelow(pass *analysis.Pass) map[*types.Package][]string {
	out := make(map[*types.Package][]string)
	for _, p := range pass.Pkg.Imports() {
		var fact packageFact
		if pass.ImportPackageFact(p, &fact) && len(fact.Timeouts) > 0 {
			out[p] = fact.Timeouts
		}
	}
	return out
}
