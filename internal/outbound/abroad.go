package outbound

import (
	"go/types"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
)

// What a client does that is handed to another module cannot be seen. What can be seen are the contexts that the package
// hands to that module: an SDK makes its requests under them.

// sdk is what the package does with the packages of one vendor, of other modules.
type sdk struct {
	takes   bool               // a client can be handed to what the package mentions of it
	asked   bool               // bare is known
	bare    bool               // see callsBare
	callers []*types.Func      // hand contexts to it
	ctxs    []value            // those contexts
	conns   bool               // it takes gRPC connections
	calls   map[string][]value // of these, by the type whose methods get them: see rpcsAbroad
}

// vendor is what the import paths of one vendor's packages have in common, as in example.com/vendor/sdk/option; it is
// empty for the standard library and for the module itself.
func (w *world) vendor(p *types.Package) string {
	name, known := w.vendors[p]
	if known || p == nil {
		return name
	}
	if strings.Contains(firstElem(p.Path()), ".") && !w.inModule(p) {
		elems := strings.SplitN(p.Path(), "/", 3)
		name = strings.Join(elems[:min(2, len(elems))], "/")
	}
	w.vendors[p] = name
	return name
}

// abroad reports whether a type is another module's: its fields are looked at there.
func (w *world) abroad(t types.Type) bool {
	n := gotypes.Named(t)
	return n != nil && w.vendor(n.Obj().Pkg()) != ""
}

func (w *world) sdk(vendor string) *sdk {
	s := w.sdks[vendor]
	if s == nil {
		s = &sdk{}
		w.sdks[vendor] = s
	}
	return s
}

// abroad notes what a name of another module says: that it takes a client, or a context.
func (s *scanner) abroad(obj types.Object) {
	if obj == nil || obj.Pkg() == nil || obj.Pkg() == s.w.pass.Pkg {
		return
	}
	vendor := s.w.vendor(obj.Pkg())
	if vendor == "" {
		return
	}
	var client, conn, ctx bool
	switch obj := obj.(type) {
	case *types.Func:
		for p := range obj.Signature().Params().Variables() {
			client, conn, ctx = client || sendsFor(p.Type()), conn || catalog.IsConnection(p.Type()), ctx || gotypes.IsContext(p.Type())
		}
	case *types.Var:
		client, conn = obj.IsField() && sendsFor(obj.Type()), obj.IsField() && catalog.IsConnection(obj.Type())
	}
	if !client && !conn && !ctx {
		return
	}
	k := s.w.sdk(vendor)
	k.takes, k.conns = k.takes || client || conn, k.conns || conn
	if ctx && s.fn != nil {
		k.callers = append(k.callers, s.fn)
	}
}

// sendsFor reports whether a type is a client, or an interface that clients are used through.
func sendsFor(t types.Type) bool {
	switch catalog.KindOf(t) {
	case catalog.Client, catalog.Retryable:
		return true
	}
	in, ok := types.Unalias(t).Underlying().(*types.Interface)
	if !ok || in.NumMethods() != 1 || in.Method(0).Name() != "Do" {
		return false
	}
	params := in.Method(0).Signature().Params()
	return params.Len() == 1 && catalog.KindOf(params.At(0).Type()) == catalog.Request
}

// markAbroad: where a client may be handed to another module, the functions that hand it contexts are worth a look.
func (w *world) markAbroad() {
	for _, k := range w.sdks {
		for _, fn := range k.callers {
			if k.takes {
				w.relevant[fn] = true
			}
		}
	}
}

// callAbroad remembers under which context another module is called. What makes something that takes contexts itself
// makes no requests: its own context is for making it.
func (f *frame) callAbroad(ctx value, cs *callSite) {
	if len(f.w.sdks) == 0 || len(ctx) == 0 || cs.fn == nil {
		return
	}
	vendor := f.w.vendor(cs.fn.Pkg())
	if k := f.w.sdks[vendor]; vendor == "" || k == nil || !k.takes || makesHolder(cs.fn.Signature()) {
		return
	}
	f.later(&event{kind: evAbroad, name: vendor, method: f.w.rpcHolder(vendor, cs.fn), ctx: ctx})
}

func makesHolder(sig *types.Signature) bool {
	if sig.Recv() != nil {
		return false
	}
	for r := range sig.Results().Variables() {
		if slices.ContainsFunc(methodsOf(r.Type()), takesContext) {
			return true
		}
	}
	return false
}

// boundAbroad is what bounds the requests of a function or field of another package that a client is handed to, by its
// name: the contexts that this package hands to its vendor, or else that it takes some.
func (w *world) boundAbroad(name string) Bound {
	to := w.importedObject(name)
	if to == nil {
		return Unbounded
	}
	vendor := w.vendor(to.Pkg())
	bound := Unbounded
	if w.offersContexts(to, vendor) {
		bound = ByCallers
	}
	if vendor == "" {
		return bound
	}
	k := w.sdk(vendor)
	if !k.asked {
		k.asked, k.bare = true, w.callsBare(vendor)
	}
	switch {
	case k.bare:
		return Unbounded
	case len(k.ctxs) == 0:
		return bound
	}
	bound = Deadline
	for _, ctx := range k.ctxs {
		bound = min(bound, w.bound(ctx, new(Request)))
	}
	return bound
}

// callsBare reports whether the package uses a method of a vendor without a context that there is with one as well, as in
// Get and GetContext. Where it uses others with contexts, that counts for the types of these: what it asks something else
// for, such as credentials, need not go through the client.
func (w *world) callsBare(vendor string) bool {
	bare, with := make(map[*types.TypeName]bool), make(map[*types.TypeName]bool)
	for _, obj := range w.info.Uses {
		fn, ok := obj.(*types.Func)
		if !ok || fn.Signature().Recv() == nil || w.vendor(fn.Pkg()) != vendor {
			continue
		}
		n := gotypes.Named(fn.Signature().Recv().Type())
		switch {
		case n == nil:
		case takesContext(fn):
			with[n.Obj()] = true
		case hasSibling(fn):
			bare[n.Obj()] = true
		}
	}
	for t := range bare {
		if with[t] || len(with) == 0 {
			return true
		}
	}
	return false
}

// hasSibling reports whether there is a method that does the same and takes a context.
func hasSibling(fn *types.Func) bool {
	for _, more := range []string{"Context", "WithContext", "Ctx", "WithCtx"} {
		sibling, _, _ := types.LookupFieldOrMethod(fn.Signature().Recv().Type(), true, fn.Pkg(), fn.Name()+more)
		if m, ok := sibling.(*types.Func); ok && takesContext(m) {
			return true
		}
	}
	return false
}

// importedObject finds the function or type of a direct import that a name begins with, as in (*path.Type).Method.
func (w *world) importedObject(name string) types.Object {
	name = strings.TrimLeft(name, "(*")
	for _, p := range w.pass.Pkg.Imports() {
		rest, ok := strings.CutPrefix(name, p.Path()+".")
		if !ok {
			continue
		}
		if i := strings.IndexAny(rest, ".)["); i >= 0 {
			rest = rest[:i]
		}
		return p.Scope().Lookup(rest)
	}
	return nil
}

// vendorOf is the vendor of the direct import that a name begins with.
func (w *world) vendorOf(name string) string {
	if to := w.importedObject(name); to != nil {
		return w.vendor(to.Pkg())
	}
	return ""
}

// offersContexts reports whether calls that lead to a holder of a client may carry contexts: those of its vendor do, or
// those that take what holds it.
func (w *world) offersContexts(to types.Object, vendor string) bool {
	var holders []types.Type
	if fn, ok := to.(*types.Func); ok {
		for r := range fn.Signature().Results().Variables() {
			if n := gotypes.Named(r.Type()); n != nil && n.Obj().Pkg() != nil {
				holders = append(holders, n)
			}
		}
	}
	for _, p := range append(w.pass.Pkg.Imports(), w.pass.Pkg) {
		same := vendor != "" && w.vendor(p) == vendor
		offers := func(fn *types.Func) bool {
			return takesContext(fn) && (same && canFail(fn) || takesOne(fn, holders))
		}
		if slices.ContainsFunc(exportedFuncs(p), offers) {
			return true
		}
	}
	return false
}

// exportedFuncs are the functions of a package, and the methods of its types, that others can call.
func exportedFuncs(p *types.Package) []*types.Func {
	var out []*types.Func
	for _, name := range p.Scope().Names() {
		switch obj := p.Scope().Lookup(name).(type) {
		case *types.Func:
			out = append(out, obj)
		case *types.TypeName:
			if obj.Exported() && !obj.IsAlias() {
				out = append(out, methodsOf(obj.Type())...)
			}
		}
	}
	return slices.DeleteFunc(out, func(fn *types.Func) bool { return !fn.Exported() })
}

// methodsOf are the methods that a named type, or what it points to, declares.
func methodsOf(t types.Type) []*types.Func {
	n := gotypes.Named(t)
	if n == nil {
		return nil
	}
	var out []*types.Func
	for m := range n.Methods() {
		out = append(out, m)
	}
	if in, ok := n.Underlying().(*types.Interface); ok {
		for m := range in.Methods() {
			out = append(out, m)
		}
	}
	return out
}

func takesContext(fn *types.Func) bool {
	for p := range fn.Signature().Params().Variables() {
		if gotypes.IsContext(p.Type()) {
			return true
		}
	}
	return false
}

// canFail reports whether a function returns an error, as those do that make requests: a setter of a context does not.
func canFail(fn *types.Func) bool {
	for r := range fn.Signature().Results().Variables() {
		if gotypes.IsError(r.Type()) {
			return true
		}
	}
	return false
}

// takesOne reports whether a function has a parameter of one of the types, a pointer to one or some of one.
func takesOne(fn *types.Func, ts []types.Type) bool {
	for p := range fn.Signature().Params().Variables() {
		t := types.Unalias(p.Type())
		if s, ok := t.(*types.Slice); ok {
			t = s.Elem()
		}
		n := gotypes.Named(t)
		if n != nil && slices.ContainsFunc(ts, func(h types.Type) bool { return types.Identical(n, h) }) {
			return true
		}
	}
	return false
}
