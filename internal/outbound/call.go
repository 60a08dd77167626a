package outbound

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
)

// callSite is one call with what is passed: the receiver first, where the function is a method.
type callSite struct {
	node ast.Node
	args []value
	fn   *types.Func
	call *ast.CallExpr
	n    int // results
	// outside is set for calls that nobody wrote: of what the package offers to others.
	outside bool
	runs    bool    // the function is one that the call is handed, and what it makes is made there and not by the call
	by      *object // see closure
}

// call finds the results of a call, at least one.
func (f *frame) call(c *ast.CallExpr) []value {
	n := max(1, f.resultCount(c))
	fun := ast.Unparen(c.Fun)
	if tv, ok := f.w.info.Types[fun]; ok && tv.IsType() {
		return pad([]value{f.conversion(c, tv.Type)}, n)
	}
	if id, ok := fun.(*ast.Ident); ok {
		if b, ok := f.w.info.Uses[id].(*types.Builtin); ok {
			return pad([]value{f.builtin(b.Name(), c)}, n)
		}
	}
	static := typeutil.StaticCallee(f.w.info, c)
	var callee value
	if sel, ok := fun.(*ast.SelectorExpr); ok && static != nil && static.Signature().Recv() != nil {
		callee = f.selector(sel)
	} else if static == nil || static.Signature().Recv() != nil {
		callee = f.eval(c.Fun)
	}
	args := f.arguments(c)
	if f.st.dead {
		return pad(nil, n)
	}
	cs := &callSite{node: c, call: c, n: n}
	if static != nil {
		f.unitCall(c, static, args)
		return pad(f.static(static.Origin(), callee, args, cs), n)
	}
	return pad(f.dynamic(callee, args, cs), n)
}

func pad(vs []value, n int) []value {
	for len(vs) < n {
		vs = append(vs, unknown)
	}
	for i := range vs {
		vs[i] = vs[i].orUnknown()
	}
	return vs
}

func (f *frame) resultCount(c *ast.CallExpr) int {
	switch t := f.w.info.TypeOf(c).(type) {
	case *types.Tuple:
		return t.Len()
	}
	return 1
}

// arguments evaluates what is passed. The values of a variadic parameter are gathered in one container.
func (f *frame) arguments(c *ast.CallExpr) []value {
	var args []value
	if len(c.Args) == 1 {
		if inner, ok := ast.Unparen(c.Args[0]).(*ast.CallExpr); ok {
			if t, ok := f.w.info.TypeOf(inner).(*types.Tuple); ok && t.Len() > 1 {
				return f.call(inner)
			}
		}
	}
	for _, a := range c.Args {
		args = append(args, f.evalCopy(a))
	}
	sig, ok := typeOf(f.w.info, c.Fun).(*types.Signature)
	if !ok || !sig.Variadic() || c.Ellipsis.IsValid() {
		return args
	}
	fixed := sig.Params().Len() - 1
	if len(args) < fixed {
		return args
	}
	o := f.w.newObject(catalog.None, sig.Params().At(fixed).Type())
	f.adopt(o)
	rest := args[fixed:]
	o.keep().elem = append([]value{}, rest...)
	if len(rest) > 0 {
		f.st.set(o, "[]", union(rest...))
	}
	return append(args[:fixed:fixed], one(o))
}

func (f *frame) conversion(c *ast.CallExpr, t types.Type) value {
	if len(c.Args) != 1 {
		return unknown
	}
	v := f.evalCopy(c.Args[0])
	if basic, ok := t.Underlying().(*types.Basic); ok && basic.Info()&types.IsString != 0 {
		if k, ok := v.constant(); ok && k.Kind() != constant.String {
			return unknown
		}
	}
	return v
}

func (f *frame) builtin(name string, c *ast.CallExpr) value {
	switch name {
	case "new":
		if len(c.Args) != 1 {
			return unknown
		}
		if tv := f.w.info.Types[c.Args[0]]; !tv.IsType() {
			f.eval(c.Args[0])
			return unknown
		}
		t := f.w.info.TypeOf(c.Args[0])
		if t == nil || f.w.dull(t) {
			return unknown
		}
		if _, isStruct := t.Underlying().(*types.Struct); isStruct {
			o := f.make(catalog.KindOf(t), t, c, "", ByNew)
			f.byValue(o, t, c, "")
			return one(o)
		}
		return unknown
	case "make":
		return f.makeContainer(c)
	case "append":
		return f.appendTo(c)
	case "panic":
		for _, a := range c.Args {
			f.eval(a)
		}
		f.st.dead = true
		return unknown
	}
	for _, a := range c.Args {
		f.eval(a)
	}
	return unknown
}

// makeContainer is a slice, map or channel. A buffered channel of empty structs may be used as a semaphore.
func (f *frame) makeContainer(c *ast.CallExpr) value {
	var size value
	for _, a := range c.Args[1:] {
		size = f.eval(a)
	}
	t := f.w.info.TypeOf(c)
	if isTokenChannel(t) && size != nil && !isJustZero(size) {
		o := f.make(catalog.Bulkhead, t, c, "", ByMake)
		f.st.set(o, "Size", size)
		return one(o)
	}
	if f.w.dull(t) {
		return unknown
	}
	o := f.w.newObject(catalog.None, t)
	f.adopt(o)
	return one(o)
}

// isTokenChannel reports whether a type is a channel of empty structs.
func isTokenChannel(t types.Type) bool {
	if t == nil {
		return false
	}
	ch, ok := t.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	s, ok := ch.Elem().Underlying().(*types.Struct)
	return ok && s.NumFields() == 0
}

func (f *frame) appendTo(c *ast.CallExpr) value {
	if len(c.Args) == 0 {
		return unknown
	}
	base := f.eval(c.Args[0])
	all := []value{}
	exact, isExact := exactElems(base)
	for _, x := range base.objects() {
		if old, ok := f.st.fields(x).get("[]"); ok || x.sym != nil {
			if !ok {
				old = f.initial(x, "[]")
			}
			all = append(all, old)
		}
	}
	t := f.w.info.TypeOf(c)
	if f.w.dull(t) {
		for _, a := range c.Args[1:] {
			f.eval(a)
		}
		return unknown
	}
	o := f.w.newObject(catalog.None, t)
	f.adopt(o)
	var added []value
	for _, a := range c.Args[1:] {
		v := f.evalCopy(a)
		if c.Ellipsis.IsValid() {
			more, ok := exactElems(v)
			isExact = isExact && ok
			added = append(added, more...)
			v = f.read(v, "[]")
		} else {
			added = append(added, v)
		}
		all = append(all, v)
	}
	switch {
	case !isExact:
		if first := firstElems(base); len(first) > 0 {
			o.keep().head = first
		}
	case len(exact)+len(added) <= maxAlts:
		o.keep().elem = append(append([]value{}, exact...), added...)
	}
	if len(all) > 0 {
		f.st.set(o, "[]", union(all...))
	}
	return one(o)
}

// static is a call of a function that is known by name.
func (f *frame) static(fn *types.Func, callee value, args []value, cs *callSite) []value {
	cs.fn = fn
	sig := fn.Signature()
	if sig.Recv() != nil {
		recv := unknown
		if len(callee) == 1 {
			if c, ok := callee[0].is.(*closure); ok && c.recv != nil {
				recv = c.recv
			}
		}
		if isMethodExpr(f.w.info, cs.call) {
			if len(args) > 0 {
				recv, args = args[0], args[1:]
			}
		}
		if _, isStruct := sig.Recv().Type().Underlying().(*types.Struct); isStruct {
			recv = f.copyPlain(recv)
		}
		args = append([]value{recv}, args...)
		if types.IsInterface(sig.Recv().Type()) {
			return f.interfaceCall(fn, args, cs)
		}
	}
	return f.invoke(fn, args, cs)
}

// copyPlain copies a value receiver, so that what a method sets in it is lost.
func (f *frame) copyPlain(v value) value {
	for _, x := range v {
		if o, ok := x.is.(*object); !ok || o.kind != catalog.None || o.sym != nil {
			return v
		}
	}
	return f.copyValue(v, 0)
}

func isMethodExpr(info *types.Info, c *ast.CallExpr) bool {
	if c == nil {
		return false
	}
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	s, ok := info.Selections[sel]
	return ok && s.Kind() == types.MethodExpr
}

// invoke calls a function with all its arguments, the receiver first.
func (f *frame) invoke(fn *types.Func, args []value, cs *callSite) []value {
	cs.fn = fn
	cs.args = args
	if row := f.w.row(fn); row != nil {
		return f.row(row, cs)
	}
	if sum := f.w.summary(fn); sum != nil {
		return f.instantiate(sum, args, nil, cs)
	}
	return f.outside(fn.Signature(), fn.FullName(), args, cs)
}

// interfaceCall is a call of an interface's method: on whatever concrete values are known, else it is unknown.
func (f *frame) interfaceCall(fn *types.Func, args []value, cs *callSite) []value {
	var results [][]value
	known := true
	before := f.st
	var after *state
	for _, x := range args[0] {
		m, recv := f.concrete(x.is, fn.Name())
		if c, ok := x.is.(*closure); ok && catalog.LookupFunc(fn) == nil && f.adapts(c, len(args)-1) {
			if f.st = before.given(x.when); !f.st.dead {
				results = append(results, f.apply(c, args[1:], &callSite{node: cs.node, call: cs.call, n: cs.n}))
				after = f.join(after, f.st)
			}
			continue
		}
		if m == nil {
			known = false
			continue
		}
		if f.st = before.given(x.when); f.st.dead {
			continue
		}
		results = append(results, f.invoke(m, append([]value{recv}, args[1:]...), &callSite{node: cs.node, call: cs.call, n: cs.n}))
		after = f.join(after, f.st)
	}
	if known && after != nil {
		f.st = after.since(before)
		return unionResults(results, cs.n)
	}
	f.st = f.join(after, before)
	cs.fn, cs.args = fn, args
	if row := catalog.LookupFunc(fn); row != nil {
		results = append(results, f.row(row, cs))
	} else if row := sendRow(fn); row != nil {
		f.later(&event{kind: evDynamic, fn: args[0], method: fn.Name(), args: args[1:], site: cs, sent: true})
		results = append(results, f.row(row, cs))
	} else {
		if slices.ContainsFunc(args[0], unseen) {
			f.configured(args[1:])
		}
		f.optioned(args[1:])
		f.later(&event{kind: evDynamic, fn: args[0], method: fn.Name(), args: args[1:], site: cs})
		results = append(results, f.outside(fn.Signature(), "", args, cs))
	}
	return unionResults(results, cs.n)
}

// adapts reports whether a function value with a method may be called in the method's place: function types have
// methods to call themselves.
func (f *frame) adapts(c *closure, args int) bool {
	switch {
	case c.lit != nil:
		sig, ok := typeOf(f.w.info, c.lit).(*types.Signature)
		return ok && sig.Params().Len() == args
	case c.fn != nil:
		return c.fn.Signature().Params().Len() == args
	}
	return false
}

func unionResults(rs [][]value, n int) []value {
	out := make([]value, n)
	for i := range out {
		var vs []value
		for _, r := range rs {
			if i < len(r) {
				vs = append(vs, r[i])
			}
		}
		out[i] = union(vs...)
	}
	return out
}

// concrete finds the method that a concrete value has under a name, and the receiver, which may be embedded.
func (f *frame) concrete(a atom, name string) (*types.Func, value) {
	switch a := a.(type) {
	case *object:
		t, recv := a.typ, one(a)
		if a.sym != nil && t != nil && types.IsInterface(t) {
			t, recv = f.w.behind.of(a), f.readBehind(recv)
		}
		if t == nil {
			return nil, nil
		}
		if _, isPtr := t.Underlying().(*types.Pointer); !isPtr && !types.IsInterface(t) {
			t = types.NewPointer(t)
		}
		obj, index, _ := types.LookupFieldOrMethod(t, true, f.w.pass.Pkg, name)
		fn, ok := obj.(*types.Func)
		if !ok || types.IsInterface(fn.Signature().Recv().Type()) {
			return nil, nil
		}
		return fn.Origin(), f.path(recv, t, index[:len(index)-1])
	}
	return nil, nil
}

// dynamic is a call of a function value.
func (f *frame) dynamic(callee value, args []value, cs *callSite) []value {
	var results [][]value
	before := f.st
	var after *state
	unresolved := false
	for i, x := range callee {
		c, ok := x.is.(*closure)
		if !ok {
			unresolved = true
			continue
		}
		if f.st = before.given(x.when); f.st.dead {
			continue
		}
		back := f.into(intoArm, cs.node, i)
		results = append(results, f.apply(c, args, &callSite{node: cs.node, call: cs.call, n: cs.n}))
		back()
		after = f.join(after, f.st)
	}
	if !unresolved && after != nil {
		f.st = after.since(before)
		return unionResults(results, cs.n)
	}
	f.st = f.join(after, before)
	cs.args = args
	if slices.ContainsFunc(callee, unseen) {
		f.configured(args)
	}
	f.noteInside(nil, callee)
	f.optioned(args)
	f.later(&event{kind: evDynamic, fn: callee, args: args, site: cs})
	sig, _ := typeOf(f.w.info, callExpr(cs)).(*types.Signature)
	results = append(results, f.outside(sig, "", args, cs))
	return unionResults(results, cs.n)
}

// unseen reports whether nothing is known of what runs where a function value or a method of an interface is called.
func unseen(x alt) bool {
	switch x.is.(type) {
	case some, konst, prefix:
		return true
	}
	return false
}

func callExpr(cs *callSite) ast.Expr {
	if cs.call == nil {
		return nil
	}
	return cs.call.Fun
}

// apply calls a function value that is known.
func (f *frame) apply(c *closure, args []value, cs *callSite) []value {
	switch {
	case c.memo != nil:
		return []value{c.memo}
	case c.lit != nil:
		f.ran[c.lit] = true
		cs.args = args
		return f.instantiate(f.w.literal(f, c.lit), args, c, cs)
	case c.fn != nil:
		if c.recv != nil {
			args = append([]value{c.recv}, args...)
			if types.IsInterface(c.fn.Signature().Recv().Type()) {
				return f.interfaceCall(c.fn, args, cs)
			}
		}
		cs.by = c.by
		return f.invoke(c.fn, args, cs)
	}
	return nil
}

// outside is a call of something that cannot be seen: function values that it gets may run, what it gets is handed
// over, contexts that it returns come from those that it got.
func (f *frame) outside(sig *types.Signature, name string, args []value, cs *callSite) []value {
	var ctx value
	method := sig != nil && sig.Recv() != nil
	for i, a := range args {
		if gotypes.IsContext(paramType(sig, i, method)) {
			ctx = a
		}
	}
	for i, a := range args {
		for _, x := range a {
			if c, ok := x.is.(*closure); ok {
				f.maybe(func() { f.applyOutside(c, ctx) })
			}
		}
		if i == 0 && method && catalog.KindOf(sig.Recv().Type()) != catalog.None {
			continue // a method of its own
		}
		if cs.fn != nil && f.w.decls[cs.fn] != nil {
			continue // it calls itself: what it does with it is seen
		}
		f.handOver(a, name)
		if name == "" {
			f.spread(a)
		}
	}
	if sig == nil {
		return nil
	}
	f.callAbroad(ctx, cs)
	if !method && name != "" && (configures(sig) || handsBack(sig)) {
		f.configured(args)
	}
	f.decode(sig, args, cs)
	out := make([]value, sig.Results().Len())
	for i := range out {
		out[i] = unknown
		if i == 0 && method && chains(sig) {
			out[i] = args[0]
		}
		if ctx != nil && gotypes.IsContext(sig.Results().At(i).Type()) {
			out[i] = ctx
		}
	}
	return out
}

// chains reports whether a method returns what its receiver is, where that is a request or client under construction:
// setters do, so that calls can be chained.
func chains(sig *types.Signature) bool {
	recv := sig.Recv().Type()
	switch catalog.KindOf(recv) {
	case catalog.Request, catalog.Client, catalog.Retryable:
		return types.Identical(sig.Results().At(0).Type(), recv)
	}
	return false
}

func paramType(sig *types.Signature, i int, method bool) types.Type {
	if sig == nil {
		return nil
	}
	if method {
		if i == 0 {
			return sig.Recv().Type()
		}
		i--
	}
	if i >= sig.Params().Len() {
		return nil
	}
	return sig.Params().At(i).Type()
}

// decode forgets the plain fields of structs that code which cannot be seen gets a pointer to as an interface: it may
// fill them in, as decoders do.
func (f *frame) decode(sig *types.Signature, args []value, cs *callSite) {
	if cs.call == nil || len(args) < len(cs.call.Args) || sig.Variadic() && sig.Params().Len() == 1 {
		return
	}
	args = args[len(args)-len(cs.call.Args):]
	for i, a := range cs.call.Args {
		p, ok := typeOf(f.w.info, a).(*types.Pointer)
		if !ok || i >= sig.Params().Len() || !types.IsInterface(sig.Params().At(i).Type()) {
			continue
		}
		for _, o := range args[i].objects() {
			f.fill(o, p.Elem(), 0)
		}
	}
}

func (f *frame) fill(o *object, t types.Type, depth int) {
	s, ok := t.Underlying().(*types.Struct)
	if !ok || depth > 3 || catalog.KindOf(t) != catalog.None {
		return
	}
	var set fields
	for fld := range s.Fields() {
		switch fld.Type().Underlying().(type) {
		case *types.Basic:
			set = append(set, field{fld.Name(), unknown})
		case *types.Struct:
			for _, in := range f.get(o, fld.Name()).objects() {
				f.fill(in, fld.Type(), depth+1)
			}
		}
	}
	if o.sym != nil || o.from != nil {
		f.st.setAll(o, set)
		return
	}
	f.st.heap.set(o, f.st.fields(o).without(set).with(filled, unknown))
}

// filled stands for all basic fields of a struct that nothing else is said of: something has filled them in.
const filled = "*"

// optioned: what a function that is not known here does to a plain struct of this one, as options do, may be to set a
// text. What the struct says before, such as the name of a breaker that has none from its callers, need not hold then.
func (f *frame) optioned(args []value) {
	for _, a := range args {
		for _, o := range a.objects() {
			if o.kind != catalog.None || o.sym != nil || o.from != nil || o.typ == nil {
				continue
			}
			s, ok := o.typ.Underlying().(*types.Struct)
			if !ok {
				continue
			}
			for fld := range s.Fields() {
				if b, ok := fld.Type().Underlying().(*types.Basic); !ok || b.Kind() != types.String {
					continue
				}
				if v := f.get(o, fld.Name()); len(v) == 1 && v[0].is != atom(some{}) {
					f.st.set(o, fld.Name(), union(v, unknown))
				}
			}
		}
	}
}

// configures reports whether a function returns nothing but an error: it is called for what it does to its arguments.
func configures(sig *types.Signature) bool {
	switch sig.Results().Len() {
	case 0:
		return true
	case 1:
		return sig.Results().At(0).Type().String() == "error"
	}
	return false
}

// handsBack reports whether a function gets a transport and returns one of the same type: the one that it got, with
// defaults in it, as far as anybody can tell. One that gets a client and returns another wraps it.
func handsBack(sig *types.Signature) bool {
	if sig.Results().Len() == 0 {
		return false
	}
	t := sig.Results().At(0).Type()
	if types.IsInterface(t) || catalog.KindOf(t) != catalog.Transport {
		return false
	}
	for p := range sig.Params().Variables() {
		if types.Identical(p.Type(), t) {
			return true
		}
	}
	return false
}

// configured forgets what is unset in clients and transports that a function outside the module was given to set up.
func (f *frame) configured(args []value) {
	for _, a := range args {
		for _, o := range a.objects() {
			if o.site == nil {
				continue
			}
			names := []string{"Timeout", "Transport", "MaxConnsPerHost", "MaxIdleConnsPerHost", "ResponseHeaderTimeout"}
			if !o.site.finite { // else what is unset has net/http's limit, and may have another one now
				names = append(names, "IdleConnTimeout", "TLSHandshakeTimeout", "DialContext")
			}
			for _, name := range names {
				if fieldType(o.typ, name) == nil {
					continue
				}
				if v := f.get(o, name); len(v) == 1 && v[0].is == atom(unset{}) {
					f.st.set(o, name, unknown)
				}
			}
		}
	}
}

// applyOutside runs a function value the way somebody unknown may run it: under the context that they were given, or
// one of their own.
func (f *frame) applyOutside(c *closure, ctx value) {
	var sig *types.Signature
	switch {
	case c.memo != nil:
		return
	case c.lit != nil:
		sig, _ = typeOf(f.w.info, c.lit).(*types.Signature)
		f.ran[c.lit] = true
	case c.fn != nil && f.w.decls[c.fn] != nil:
		sig = c.fn.Signature()
	}
	if sig == nil {
		return
	}
	args := f.w.outsiders(f, sig, false)
	if ctx != nil {
		for i := range args {
			if gotypes.IsContext(sig.Params().At(i).Type()) {
				args[i] = ctx
			}
		}
	}
	f.apply(c, args, &callSite{node: f.anchor(), n: sig.Results().Len()})
}

// row does what the catalogue says of a function.
func (f *frame) row(row *catalog.Func, cs *callSite) []value {
	if row.Exits {
		f.st.dead = true
		return nil
	}
	if row.Enter != catalog.None {
		e := f.enter(row, cs)
		f.during(e, func() { f.callbacks(row, cs) })
		defer f.later(e)
	} else {
		f.callbacks(row, cs)
	}
	if row.Delay && len(f.loops) > 0 && len(cs.args) > 0 {
		if n, ok := f.duration(cs.args[0]); ok {
			f.loops[len(f.loops)-1].delay += n
		}
	}
	for _, s := range row.Sets {
		if s.Arg < len(cs.args) {
			f.write(cs.args[s.Arg], s.Field, f.shape(s.Value, cs).written(cs.node))
		}
	}
	if row.Send != nil {
		f.send(row.Send, cs)
	}
	if row.Pool != nil {
		size, at := f.shape(row.Pool, cs), spanOf(cs.node)
		if row.Pool.Op == catalog.FieldOf && len(size) == 1 && size[0].at.known() {
			at = size[0].at // where the field is set
		}
		f.later(&event{kind: evDatabase, client: f.freeze(cs.args[0]), url: size, at: at})
	}
	if row.Opaque {
		return nil
	}
	out := make([]value, len(row.Results))
	for i, r := range row.Results {
		out[i] = f.shape(r, cs)
	}
	if row.Results == nil && cs.fn != nil {
		return f.outside(cs.fn.Signature(), "", cs.args, cs)
	}
	return out
}

// callbacks runs the functions that a library runs.
func (f *frame) callbacks(row *catalog.Func, cs *callSite) {
	for _, i := range row.Calls {
		if i >= len(cs.args) {
			continue
		}
		for _, x := range cs.args[i] {
			c, ok := x.is.(*closure)
			run := func() { f.apply(c, f.passOn(c, cs.args), &callSite{node: cs.node, call: cs.call, n: 1, runs: true}) }
			switch {
			case !ok:
				f.noteInside(nil, value{x})
			case row.Spawns:
				f.spawn(run)
			case row.Once:
				f.once(run)
			default:
				run()
			}
		}
	}
}

// once runs what may have run before: a field of what was handed in then holds what it was set to, as it does where it is
// only set while it is nil.
func (f *frame) once(run func()) {
	before := f.st.clone()
	run()
	if f.st.dead {
		return
	}
	_, _, wrote := meet(before.heap, f.st.heap)
	for _, o := range sortedObjects(wrote) {
		if o.sym == nil {
			continue
		}
		for _, x := range wrote[o] {
			was, ok := before.fields(o).get(x.name)
			if !ok {
				was = f.initial(o, x.name)
			}
			s := was.symOf()
			if s == nil || !slices.ContainsFunc(x.is.objects(), func(in *object) bool { return in.sym == nil && in.kind != catalog.None }) {
				continue
			}
			now := x.is.under([]cond{{sym: s, zero: true}})
			f.st.set(o, x.name, union(append(slices.Clip(now), was.under([]cond{{sym: s}})...)))
		}
	}
}

// shape makes the value that the catalogue describes.
func (f *frame) shape(s *catalog.Shape, cs *callSite) value {
	if s == nil {
		return unknown
	}
	switch s.Op {
	case catalog.Arg:
		if s.N < len(cs.args) {
			return cs.args[s.N]
		}
	case catalog.Elem:
		if s.N >= len(cs.args) {
			break
		}
		if elems, ok := exactElems(cs.args[s.N]); ok && len(elems) > 0 { // all of them, not one of several
			return union(elems...)
		}
		return f.read(cs.args[s.N], "[]")
	case catalog.Zero:
		return one(zero{})
	case catalog.Number:
		return int64Const(s.Int)
	case catalog.FieldOf:
		return f.read(f.shape(s.Of[0], cs), s.Field)
	case catalog.Fresh:
		return one(f.shapeFresh(s, cs, false))
	case catalog.Pooled:
		return one(f.w.newObject(catalog.Transport, nil))
	case catalog.Default:
		o := f.defaultOf(s.Kind, cs)
		for _, k := range sortedKeys(s.Fields) { // a library's own, and not net/http's
			o.site.deflt = false
			f.st.set(o, k, f.shape(s.Fields[k], cs))
		}
		return one(o)
	case catalog.Copy:
		return f.shapeCopy(s, cs)
	case catalog.Or:
		return f.shapeOr(s, cs)
	case catalog.NoContext, catalog.Inbound, catalog.Deadline, catalog.WithValue, catalog.ValueOf:
		return f.shapeContext(s, cs)
	case catalog.Named:
		if name, ok := f.shape(s.Of[0], cs).constant(); ok && name.Kind() == constant.String {
			return one(place{s.Field + " " + constant.StringVal(name)})
		}
	case catalog.Memo:
		return f.memo(f.shape(s.Of[0], cs), cs)
	case catalog.Format:
		return f.format(f.shape(s.Of[0], cs), s.Field, cs)
	case catalog.Sum:
		a, okA := f.shape(s.Of[0], cs).constant()
		b, okB := f.shape(s.Of[1], cs).constant()
		if okA && okB && cs.fn != nil {
			return fold(a, token.ADD, b, cs.fn.Signature().Results().At(0).Type())
		}
	case catalog.Streams:
		return f.streams(s, cs)
	}
	return unknown
}

// shapeContext makes a context, or what one carries.
func (f *frame) shapeContext(s *catalog.Shape, cs *callSite) value {
	switch s.Op {
	case catalog.NoContext:
		return one(background{})
	case catalog.Inbound:
		return one(inbound{})
	case catalog.Deadline:
		after := f.shape(s.Of[1], cs)
		return one(&deadlineCtx{parent: f.shape(s.Of[0], cs), after: after, at: spanOf(cs.node),
			rounds: f.constRounds(), loops: slices.Clone(inTurn(f.loops))})
	case catalog.WithValue:
		return f.withValue(s, cs)
	}
	return f.w.valueOf(f.shape(s.Of[0], cs), s.Field)
}

// format is what a format, or a first part, makes of what follows it.
func (f *frame) format(first value, then string, cs *callSite) value {
	s, ok := startOf(first)
	if !ok || then != "" {
		return first.start(then)
	}
	start, verb, _ := strings.Cut(s, "%")
	if start == "" && len(cs.args) > 1 && (strings.HasPrefix(verb, "s") || strings.HasPrefix(verb, "v")) {
		if elems, ok := exactElems(cs.args[1]); ok && len(elems) > 0 {
			then, _, _ := strings.Cut(verb[1:], "%")
			return elems[0].start(then)
		}
	}
	return one(prefix{start})
}

func (f *frame) shapeFresh(s *catalog.Shape, cs *callSite, implied bool) *object {
	t := f.w.kindType(s.Kind, cs)
	if s.Kind == catalog.None && cs.fn != nil && !implied && cs.fn.Signature().Results().Len() > 0 {
		t = cs.fn.Signature().Results().At(0).Type()
	}
	o := f.make(s.Kind, t, cs.node, "", ByCall)
	o.implied = implied || s.Kind == catalog.Retryable
	if o.site != nil {
		o.site.finite, o.site.implied = s.Base == "default", implied
	}
	for _, k := range sortedKeys(s.Fields) {
		if x := s.Fields[k]; x.Op == catalog.Fresh {
			f.st.set(o, k, one(f.shapeFresh(x, cs, true)))
		} else {
			f.st.set(o, k, f.shape(x, cs))
		}
	}
	return o
}

// defaultOf is a use of what the whole process shares.
func (f *frame) defaultOf(k catalog.Kind, cs *callSite) *object {
	o := f.make(k, f.w.kindType(k, cs), cs.node, "default", ByDefault)
	o.shared = true
	o.site.deflt = true
	o.site.finite = k == catalog.Transport
	return o
}

func (f *frame) shapeCopy(s *catalog.Shape, cs *callSite) value {
	var out value
	for _, x := range f.shape(s.Of[0], cs) {
		o, ok := x.is.(*object)
		if !ok {
			out = append(out, x)
			continue
		}
		c := f.copyOf(o, 0)
		if judged(o.kind) {
			finite := o.site != nil && o.site.finite
			c.site = f.w.siteFor(cs.node, o.kind, "copy", ByCall)
			c.site.finite = finite
		}
		for _, k := range sortedKeys(s.Fields) {
			f.st.set(c, k, f.shape(s.Fields[k], cs))
		}
		out = append(out, alt{when: x.when, is: c})
	}
	return out.orUnknown()
}

func (f *frame) shapeOr(s *catalog.Shape, cs *callSite) value {
	var out value
	guards := [][]cond{nil} // of the paths on which all before are zero
	for i, x := range s.Of {
		if x.Op == catalog.Elem && x.N < len(cs.args) {
			if elems, ok := exactElems(cs.args[x.N]); ok && (len(elems) > 0 || i == len(s.Of)-1) {
				return f.firstNonZero(elems)
			}
		}
		var v value
		made := f.shape(x, cs)
		for _, guard := range guards {
			v = append(v, made.under(guard)...)
		}
		if i == len(s.Of)-1 {
			return union(append(out, v...))
		}
		guards = nil
		for _, y := range v {
			yes, known := isZero(y.is)
			o, _ := y.is.(*object)
			switch {
			case known && yes:
				guards = append(guards, y.when)
			case !known && o != nil:
				if when, ok := addConds(y.when, []cond{{sym: o, zero: true, guess: true}}); ok {
					guards = append(guards, when)
				}
				out = append(out, value{y}.under([]cond{{sym: o}})...)
			default:
				out = append(out, y)
			}
		}
		if len(guards) == 0 {
			return out
		}
	}
	return out.orUnknown()
}

func (f *frame) firstNonZero(vs []value) value {
	var out value
	var guard []cond
	for i, v := range vs {
		v = v.under(guard)
		if i == len(vs)-1 {
			return union(append(out, v...))
		}
		z, n := v.split()
		out = append(out, n...)
		if len(z) == 0 {
			return out
		}
		if sym := v.symOf(); sym != nil {
			guard = append(guard, cond{sym: sym, zero: true})
		}
	}
	return out.orUnknown()
}

func (f *frame) withValue(s *catalog.Shape, cs *callSite) value {
	parent, val := f.shape(s.Of[0], cs), f.shape(s.Of[2], cs)
	f.lend(val, 0) // whoever gets the context
	key := keyName(f.w.info, cs.call, 1)
	if key == "" {
		return parent
	}
	return one(&valueCtx{parent: parent, key: key, val: val})
}

// streams is set where a header asks for a stream, and stays what it was otherwise.
func (f *frame) streams(s *catalog.Shape, cs *callSite) value {
	if len(cs.args) == 3 {
		key, _ := startOf(cs.args[1])
		val, _ := startOf(cs.args[2])
		if catalog.StreamHeader(key, val) {
			return int64Const(1)
		}
	}
	return f.read(f.shape(s.Of[0], cs), s.Field)
}

// keyName names the package-level variable that is passed as an argument.
func keyName(info *types.Info, c *ast.CallExpr, i int) string {
	if c == nil || i >= len(c.Args) {
		return ""
	}
	var id *ast.Ident
	switch e := ast.Unparen(c.Args[i]).(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	default:
		return ""
	}
	v, ok := info.Uses[id].(*types.Var)
	if !ok || !isGlobal(v) {
		return ""
	}
	return v.Pkg().Path() + "." + v.Name()
}

// carried is how the field of a context begins that stands for what a key holds.
const carried = "value "

// valueOf looks a key up in a context: zero where it is certain that it is not there.
func (w *world) valueOf(ctx value, key string) value {
	var out value
	for _, x := range ctx {
		switch a := x.is.(type) {
		case *valueCtx:
			if a.key == key {
				out = append(out, a.val.under(x.when)...)
			} else {
				out = append(out, w.valueOf(a.parent, key).under(x.when)...)
			}
		case *deadlineCtx:
			out = append(out, w.valueOf(a.parent, key).under(x.when)...)
		case *object: // not known yet
			if a.sym != nil {
				out = append(out, alt{when: x.when, is: w.child(a, carried+key, "", nil)})
			} else {
				out = append(out, alt{when: x.when, is: some{}})
			}
		case background, inbound: // nobody puts a client into these
			out = append(out, alt{when: x.when, is: zero{}})
		default:
			out = append(out, alt{when: x.when, is: some{}})
		}
	}
	return out.orUnknown()
}

// kindType is the type of an object that the catalogue makes.
func (w *world) kindType(k catalog.Kind, cs *callSite) types.Type {
	if t, ok := w.kindTypes[k]; ok {
		return t
	}
	name := map[catalog.Kind]string{catalog.Client: "Client", catalog.Transport: "Transport", catalog.Request: "Request"}[k]
	if name == "" {
		return nil
	}
	for _, p := range w.pass.Pkg.Imports() {
		if p.Path() == "net/http" {
			if obj := p.Scope().Lookup(name); obj != nil {
				w.kindTypes[k] = obj.Type()
				return obj.Type()
			}
		}
	}
	w.kindTypes[k] = nil
	return nil
}
