package placement

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
)

// multi evaluates an expression that may have several results.
func (w *walker) multi(e ast.Expr) []value {
	if c, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		return w.call(c)
	}
	return []value{w.eval(e)}
}

// eval walks through an expression in order of execution.
func (w *walker) eval(e ast.Expr) value {
	switch e := e.(type) {
	case nil:
	case *ast.ParenExpr:
		return w.eval(e.X)
	case *ast.StarExpr:
		return w.eval(e.X)
	case *ast.UnaryExpr:
		v := w.eval(e.X)
		w.permit(e, v)
		return v
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			yes, no := w.cond(e)
			w.st = join(yes, no)
			return value{}
		}
		w.eval(e.X)
		w.eval(e.Y)
	case *ast.Ident:
		return w.ident(e)
	case *ast.SelectorExpr:
		return w.selector(e)
	case *ast.CallExpr:
		if vs := w.call(e); len(vs) > 0 {
			return vs[0]
		}
	case *ast.FuncLit:
		return value{funcs: []closure{{lit: e, env: w.fr.env}}}
	default:
		return w.compound(e)
	}
	return value{}
}

// permit notes that a permit of a channel which the receiver holds is taken or given back.
func (w *walker) permit(n ast.Node, ch value) {
	if !ch.own {
		return
	}
	if _, takes := w.p.takes(n); takes {
		w.st.have |= bulkhead
		w.holds(bulkhead, ch)
	}
	if _, gives := w.p.gives(n); gives {
		w.st.have &^= bulkhead
	}
}

// compound evaluates expressions that are made of others.
func (w *walker) compound(e ast.Expr) value {
	switch e := e.(type) {
	case *ast.CompositeLit:
		var out value
		for _, x := range e.Elts {
			out.own = w.eval(x).own || out.own
		}
		return out
	case *ast.KeyValueExpr:
		return w.eval(e.Value)
	case *ast.IndexExpr:
		v := w.eval(e.X)
		if tv := w.p.info.Types[e.Index]; !tv.IsType() {
			w.eval(e.Index)
		}
		return v
	case *ast.IndexListExpr:
		return w.eval(e.X)
	case *ast.SliceExpr:
		return w.eval(e.X)
	case *ast.TypeAssertExpr:
		return w.eval(e.X)
	}
	return value{}
}

func (w *walker) ident(id *ast.Ident) value {
	switch obj := w.p.info.ObjectOf(id).(type) {
	case *types.Func:
		return value{funcs: []closure{{fn: obj.Origin()}}}
	case *types.Var:
		return w.fr.env.get(obj)
	}
	return value{}
}

func (w *walker) selector(e *ast.SelectorExpr) value {
	sel := w.p.info.Selections[e]
	if sel == nil {
		return w.ident(e.Sel)
	}
	x := w.eval(e.X)
	fn, ok := sel.Obj().(*types.Func)
	if !ok {
		v := value{own: x.own}
		if n := gotypes.Named(sel.Recv()); x.own && n != nil {
			v.of = n.Origin().Obj()
			v.field, _ = sel.Obj().(*types.Var)
		}
		return v
	}
	return value{funcs: []closure{{fn: fn.Origin(), recv: x}}}
}

// operands evaluates the receiver and the arguments of a call.
func (w *walker) operands(c *ast.CallExpr) (recv value, args []value) {
	fun := ast.Unparen(c.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = ast.Unparen(x.X)
	case *ast.IndexListExpr:
		fun = ast.Unparen(x.X)
	}
	if sel, ok := fun.(*ast.SelectorExpr); ok && w.p.info.Selections[sel] != nil {
		recv = w.eval(sel.X)
	}
	if len(c.Args) == 1 {
		return recv, w.multi(c.Args[0])
	}
	for _, a := range c.Args {
		args = append(args, w.eval(a))
	}
	return recv, args
}

// call walks through a call.
func (w *walker) call(c *ast.CallExpr) []value {
	if tv, ok := w.p.info.Types[c.Fun]; ok && (tv.IsType() || tv.IsBuiltin()) {
		_, args := w.operands(c)
		w.st.dead = w.st.dead || w.p.builtin(c, "panic")
		if tv.IsType() {
			return args
		}
		return nil
	}
	fn := w.p.callee(c)
	if fn == nil {
		return w.dynamic(c)
	}
	recv, args := w.operands(c)
	if row := catalog.LookupFunc(fn); row != nil {
		return w.known(c, row, fn, recv, args)
	}
	if w.p.funcs[fn] != nil {
		return w.invoke(closure{fn: fn, recv: recv}, args)
	}
	w.foreign(c, fn, recv, args)
	return []value{{own: recv.own || anyOwn(args)}}
}

// dynamic walks through the call of a function value.
func (w *walker) dynamic(c *ast.CallExpr) []value {
	v := w.eval(c.Fun)
	_, args := w.operands(c)
	w.st.have &^= v.ends
	var out []value
	for _, f := range v.funcs {
		out = w.apply(f, args)
	}
	if len(v.funcs) == 0 {
		w.handed(args, 0)
	}
	return out
}

// apply calls a function value.
func (w *walker) apply(f closure, args []value) []value {
	if f.lit == nil && w.p.funcs[f.fn] == nil {
		w.function(f.fn, f.recv)
		return nil
	}
	return w.invoke(f, args)
}

// function calls a declared function of which no call expression is there.
func (w *walker) function(fn *types.Func, recv value) {
	switch row := catalog.LookupFunc(fn); {
	case row != nil:
		if row.Send != nil && row.Enter == catalog.None {
			w.send(recv.of, nil)
		}
		w.giveBack(fn, recv)
	case w.p.funcs[fn] != nil:
		w.invoke(closure{fn: fn, recv: recv}, nil)
	default:
		w.foreign(nil, fn, recv, nil)
	}
}

// wrapper returns what a call enters: its receiver, or an argument that is the judged receiver's.
func wrapper(recv value, args []value) value {
	if recv.own {
		return recv
	}
	for _, a := range args {
		if a.own {
			return a
		}
	}
	return value{}
}

func anyOwn(vs []value) bool {
	for _, v := range vs {
		if v.own {
			return true
		}
	}
	return false
}

// handed calls the functions among arguments, which code that is not known may call.
func (w *walker) handed(args []value, under kinds) {
	for _, a := range args {
		for _, f := range a.funcs {
			if f.lit != nil && w.p.serves(f.lit.Type) || f.fn != nil && w.p.servesFunc(f.fn) {
				continue // it is registered: requests that come in call it
			}
			w.isolated(under, func() { w.apply(f, nil) })
		}
	}
}

// known walks through the call of a function that the catalogue has a row for.
func (w *walker) known(c *ast.CallExpr, row *catalog.Func, fn *types.Func, recv value, args []value) []value {
	if row.Enter == catalog.None {
		w.giveBack(fn, recv)
		if row.Send != nil {
			w.send(recv.of, c)
		}
		w.handed(args, 0)
		return []value{{own: (recv.own || anyOwn(args)) && !makesWrapper(fn)}}
	}
	k, held := w.wraps(c, row)
	if !w.mine(c, fn, recv, args) {
		w.handed(args, 0)
		return nil
	}
	if x := wrapper(recv, args); x.own {
		w.holds(held, x)
	}
	if row.Send != nil {
		w.isolated(k, func() { w.send(recv.of, c) })
		return []value{{own: recv.own}}
	}
	if len(row.Calls) > 0 {
		w.used |= k & breaker
		w.handed(args, k)
		return nil
	}
	w.st.have |= k
	return []value{{own: true, ends: k & breaker}}
}

// wraps returns the kinds of wrappers that a call may enter, and those that it certainly enters.
func (w *walker) wraps(c *ast.CallExpr, row *catalog.Func) (may, does kinds) {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	switch {
	case row.Entered == nil:
		return kindSet(row.Enter), kindSet(row.Enter)
	case !runsPolicies(row) || !ok:
		return both, both // a unit
	}
	does, sure := w.p.policies(sel.X)
	if !sure {
		return both, does | heldIn(w.typ.Type(), 0)
	}
	return does, does
}

// makesWrapper reports whether a function makes a wrapper out of numbers and strings: whoever has those does not hold it.
func makesWrapper(fn *types.Func) bool {
	sig := fn.Signature()
	if sig.Recv() != nil || sig.Results().Len() == 0 || kindSet(catalog.KindOf(sig.Results().At(0).Type())) == 0 {
		return false
	}
	for v := range sig.Params().Variables() {
		if _, ok := v.Type().Underlying().(*types.Basic); !ok {
			return false
		}
	}
	return true
}

// mine reports whether what a call enters may be a wrapper of the receiver.
func (w *walker) mine(c *ast.CallExpr, fn *types.Func, recv value, args []value) bool {
	if recv.own || anyOwn(args) {
		return true
	}
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	return !ok || fn.Signature().Recv() == nil || !w.other(sel.X)
}

// giveBack notes that a permit is given back, or an outcome recorded.
func (w *walker) giveBack(fn *types.Func, recv value) {
	if !recv.own {
		return
	}
	if p := catalog.LookupPermit(fn); p != nil && p.Role == catalog.Give {
		w.st.have &^= bulkhead
	}
}

// foreign walks through the call of a function that is not the package's and not in the catalogue.
func (w *walker) foreign(c *ast.CallExpr, fn *types.Func, recv value, args []value) {
	if recv.own && strings.HasPrefix(fn.Name(), "Record") && isBreaker(fn) {
		w.st.have &^= breaker
		return
	}
	if catalog.LookupMethod(fn) != nil || isRPC(fn) {
		w.send(recv.of, c)
		return
	}
	impl := w.p.implementation(fn)
	if impl != nil && recv.own && w.p.entering()[impl] && !w.ofAnother(receiver(impl)) {
		w.invoke(closure{fn: impl, recv: recv}, args) // a wrapper type behind an interface
		return
	}
	if impl != nil && w.p.makesCall(impl) {
		w.handed(args, 0)
		w.function(impl, value{})
		return
	}
	r := w.p.reach(fn)
	var k kinds
	if r.Breaker {
		k |= breaker
	}
	if r.Bulkhead {
		k |= bulkhead
	}
	switch {
	case k != 0:
		w.through(k, fn, recv, args, r.Requests)
	case r.Requests:
		w.send(recv.of, c)
		w.handed(args, 0)
	case recv.own && heldIn(fn.Signature().Recv().Type(), 0) != 0, recv.own && types.IsInterface(fn.Signature().Recv().Type()):
		w.handed(args, both) // perhaps a wrapper
	default:
		w.handed(args, 0)
	}
	w.port(c, fn, recv)
}

// through walks through a function of another package that enters wrappers.
func (w *walker) through(k kinds, fn *types.Func, recv value, args []value, requests bool) {
	if t := receiver(fn); t != nil && recv.own {
		w.holds(k, value{of: t})
	} else if x := wrapper(recv, args); x.own {
		w.holds(k, x)
	}
	if len(args) == 0 || !requests {
		w.used |= k
	}
	calls := false
	for _, a := range args {
		calls = calls || len(a.funcs) > 0
	}
	w.handed(args, k)
	if !calls && !requests {
		w.st.have |= k // it takes a permit, or asks the breaker, and leaves with it
	}
}

// port notes a call through a field of the receiver whose type the package does not know.
func (w *walker) port(c *ast.CallExpr, fn *types.Func, recv value) {
	if c == nil || !recv.own || fn.Pkg() == nil || kindSet(catalog.KindOf(fn.Signature().Recv().Type())) != 0 {
		return
	}
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok || !w.p.remote(fn) {
		return
	}
	if via := w.p.variable(sel.X); via != nil && via.IsField() {
		w.viaPort(port{via, fn})
	}
}

// remote reports whether a method may lead out of the process, though nothing is known of it: of an interface that the
// module declares, or of a library that is no database pool.
func (p *pack) remote(fn *types.Func) bool {
	recv := fn.Signature().Recv().Type()
	if p.inModule(fn.Pkg()) {
		return types.IsInterface(recv) && isPort(fn)
	}
	return strings.Contains(first(fn.Pkg().Path()), ".") && catalog.KindOf(recv) != catalog.Database && !database(fn.Pkg().Path()) && takesContext(fn)
}

func first(path string) string {
	f, _, _ := strings.Cut(path, "/")
	return f
}

func takesContext(fn *types.Func) bool {
	params := fn.Signature().Params()
	return params.Len() > 0 && gotypes.IsContext(params.At(0).Type())
}

// isRPC reports whether a function is what generated gRPC clients call.
func isRPC(fn *types.Func) bool {
	return fn.Pkg() != nil && fn.Pkg().Path() == "google.golang.org/grpc" && fn.Signature().Recv() != nil &&
		(fn.Name() == "Invoke" || fn.Name() == "NewStream")
}

func isBreaker(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && catalog.KindOf(recv.Type()) == catalog.Breaker
}
