package placement

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
	"github.com/reslint/reslint/internal/stem"
)

// state is what has been entered where a walk stands.
type state struct {
	have kinds
	dead bool // no path leads here
}

func join(a, b state) state {
	switch {
	case a.dead:
		return b
	case b.dead:
		return a
	}
	return state{have: a.have & b.have}
}

// value is what is known of an expression.
type value struct {
	own   bool            // the receiver of the method that is judged, or something that it holds
	of    *types.TypeName // the type that holds it in a field
	field *types.Var      // that field
	funcs []closure       // the functions that it may be
	ends  kinds           // calling it leaves these wrappers
	none  kinds           // where it is false, there are no such wrappers
}

func (v value) or(o value) value {
	if v.of == nil {
		v.of, v.field = o.of, o.field
	}
	return value{v.own || o.own, v.of, v.field, append(v.funcs[:len(v.funcs):len(v.funcs)], o.funcs...), v.ends | o.ends, v.none & o.none}
}

// closure is a function value: a literal with the variables around it, or a declared function with its receiver.
type closure struct {
	lit  *ast.FuncLit
	env  *env
	fn   *types.Func
	recv value
}

// env holds variables of one call.
type env struct {
	vars map[types.Object]value
	up   *env
}

func newEnv(up *env) *env { return &env{make(map[types.Object]value), up} }

func (e *env) get(o types.Object) value {
	for ; e != nil; e = e.up {
		if v, ok := e.vars[o]; ok {
			return v
		}
	}
	return value{}
}

func (e *env) set(o types.Object, v value) {
	for at := e; at != nil; at = at.up {
		if _, ok := at.vars[o]; ok {
			at.vars[o] = v
			return
		}
	}
	e.vars[o] = v
}

// frame is one call that is walked through.
type frame struct {
	env     *env
	results []value
	ok, bad []state // at returns: of success, or what cannot be told; of failure
	left    kinds   // given back when it returns
	breaks  []*[]state
}

const (
	maxCalls = 4000 // a walk that needs more is given up
	maxStack = 12
)

// call is an outbound call: what it is made under, the type whose client it goes through, and the domain that it goes to,
// where that is known.
type call struct {
	have   kinds
	of     *types.TypeName
	domain string
}

// port is a call through something that the receiver holds and that the package does not know.
type port struct {
	via *types.Var
	fn  *types.Func
}

// walker goes through the methods of one type in order of execution, into the functions of the package that they
// call, and keeps what has been entered.
type walker struct {
	p       *pack
	typ     *types.TypeName
	st      state
	fr      *frame
	stack   []*types.Func
	calls   int
	entered kinds          // wrappers of the receiver that were entered
	used    kinds          // wrappers under which calls were made
	guarded map[port]kinds // calls that were made under a wrapper
	bare    map[port]kinds // calls by what they were made under
	sent    map[call]bool
	looked  bool
	domains map[string]bool // of calls under wrappers, and of the constant URLs that the receiver is made with

	units   map[*types.TypeName]kinds // wrappers of other adapters that were entered
	another map[*types.TypeName]bool  // answers of ofAnother
}

func newWalker(p *pack, t *types.TypeName) *walker {
	return &walker{p: p, typ: t, guarded: make(map[port]kinds), bare: make(map[port]kinds), sent: make(map[call]bool),
		domains: make(map[string]bool), units: make(map[*types.TypeName]kinds), another: make(map[*types.TypeName]bool)}
}

// gaveUp reports whether the walk has not seen everything.
func (w *walker) gaveUp() bool { return w.calls > maxCalls }

// method walks through a method of the receiver, as code outside calls it.
func (w *walker) method(fn *types.Func) {
	w.st, w.calls, w.stack = state{}, 0, nil
	w.fr = &frame{env: newEnv(nil)}
	w.bare, w.sent = make(map[port]kinds), make(map[call]bool)
	w.function(fn, value{own: true})
}

// invoke walks through a function that is called.
func (w *walker) invoke(c closure, args []value) []value {
	body, sig := w.body(c)
	w.calls++
	if body == nil || len(w.stack) >= maxStack || w.gaveUp() {
		return nil
	}
	fn := c.fn
	if c.lit == nil && w.running(fn) {
		return nil
	}
	outer, before := w.fr, w.st
	w.fr = &frame{env: newEnv(c.env)}
	w.stack = append(w.stack, fn)
	w.bind(c, sig, args)
	w.block(body.List)
	if !w.st.dead {
		w.fr.ok = append(w.fr.ok, w.st)
	}
	inner := w.fr
	w.fr, w.stack = outer, w.stack[:len(w.stack)-1]
	w.st = inner.exit(before)
	return inner.results
}

// exit is what has been entered when the call returns; one that never returns is treated as one that does nothing.
func (f *frame) exit(before state) state {
	exits := f.ok
	if len(exits) == 0 {
		exits = f.bad
	}
	out := state{dead: true}
	for _, s := range exits {
		out = join(out, s)
	}
	if out.dead {
		return before
	}
	out.have &^= f.left
	return out
}

func (w *walker) running(fn *types.Func) bool {
	for _, f := range w.stack {
		if f == fn {
			return true
		}
	}
	return false
}

func (w *walker) body(c closure) (*ast.BlockStmt, *ast.FuncType) {
	if c.lit != nil {
		return c.lit.Body, c.lit.Type
	}
	if f := w.p.funcs[c.fn]; f != nil {
		return f.decl.Body, f.decl.Type
	}
	return nil, nil
}

// bind gives parameters and the receiver their values.
func (w *walker) bind(c closure, sig *ast.FuncType, args []value) {
	if c.lit == nil {
		if recv := w.p.funcs[c.fn].decl.Recv; recv != nil && len(recv.List) > 0 && len(recv.List[0].Names) > 0 {
			w.fr.env.vars[w.p.info.Defs[recv.List[0].Names[0]]] = c.recv
		}
	}
	i := 0
	for _, field := range sig.Params.List {
		for _, name := range field.Names {
			var v value
			if i < len(args) {
				v = args[i]
			}
			if obj := w.p.info.Defs[name]; obj != nil {
				w.fr.env.vars[obj] = v
			}
			i++
		}
		if len(field.Names) == 0 {
			i++
		}
	}
}

// isolated walks through something whose effect on what is entered does not last.
func (w *walker) isolated(have kinds, do func()) {
	before := w.st
	w.st = state{have: before.have | have}
	do()
	w.st = before
}

// send notes an outbound call through what a type holds. What another adapter calls around its own wrappers in a method
// that is exported is reported there.
func (w *walker) send(of *types.TypeName, c *ast.CallExpr) {
	if of != w.typ && w.within(of) {
		of = nil
	}
	w.used |= w.st.have
	domain := w.p.domainOf(c)
	if domain != "" && w.st.have != 0 {
		w.domains[domain] = true
	}
	w.sent[call{w.st.have, of, domain}] = true
}

// within reports whether the walk is in an exported method of a type.
func (w *walker) within(t *types.TypeName) bool {
	return t != nil && slices.ContainsFunc(w.stack, func(fn *types.Func) bool { return fn != nil && fn.Exported() && receiver(fn) == t })
}

// holds notes that wrappers are entered which the receiver holds, or another adapter that it uses.
func (w *walker) holds(k kinds, v value) {
	if w.ofAnother(v.of) {
		w.units[v.of] |= k
		return
	}
	if k&bulkhead != 0 && v.field != nil && (w.limitsOther(v.field.Name()) || w.p.isLock(v.field)) {
		k &^= bulkhead
	}
	w.entered |= k
}

// limitsOther reports whether a bulkhead has the name of something else than the receiver or, where that has none, its
// package: it limits one kind of work (imageSem of a Downloader), and other calls are not made around it.
func (w *walker) limitsOther(field string) bool {
	of := stem.Of(w.typ.Name())
	if !of.Known() {
		of = stem.Of(w.p.pass.Pkg.Name())
	}
	name := stem.Of(field)
	for _, word := range []string{"Slots", "slots", "Permits", "permits", "Tickets", "tickets"} { // which are no words of a unit
		if what, ok := strings.CutSuffix(field, word); ok {
			return !stem.Of(what).Agrees(of)
		}
	}
	return name.HasRole() && !name.Agrees(of)
}

// viaPort notes a call through something that is not known.
func (w *walker) viaPort(p port) {
	w.guarded[p] |= w.st.have
	if old, ok := w.bare[p]; ok {
		w.bare[p] = old & w.st.have
		return
	}
	w.bare[p] = w.st.have
}

// missed returns the wrappers among those that are needed which some call was not made under.
func (w *walker) missed(need kinds, guarded map[port]kinds) kinds {
	if w.gaveUp() {
		return 0
	}
	var out kinds
	for c := range w.sent {
		if w.elsewhere(c.domain) {
			continue
		}
		out |= (need | w.units[c.of]) &^ c.have
	}
	for p, have := range w.bare {
		out |= need & protects(guarded, p) &^ have
	}
	return out
}

// protects returns the wrappers under which what a port stands for is called elsewhere: by the same method, or by
// another one of the kind that calls out.
func protects(guarded map[port]kinds, p port) kinds {
	out := guarded[p]
	if !isPort(p.fn) {
		return out
	}
	for g, k := range guarded {
		if g.via == p.via && isPort(g.fn) {
			out |= k
		}
	}
	return out
}

// other reports whether a wrapper that the judged method itself enters is certainly none of its receiver's: a variable
// of the package that nobody hands over to one, or a field of another type. What a function enters that the method
// calls is that function's business.
func (w *walker) other(x ast.Expr) bool {
	for _, fn := range w.stack[min(1, len(w.stack)):] {
		if fn != nil {
			return false
		}
	}
	switch e := ast.Unparen(x).(type) {
	case *ast.Ident:
		v, ok := w.p.info.Uses[e].(*types.Var)
		return ok && v.Parent() == w.p.pass.Pkg.Scope() && !w.p.handedTo(v, w.typ)
	case *ast.SelectorExpr:
		if sel := w.p.info.Selections[e]; sel != nil && sel.Kind() == types.FieldVal {
			n := gotypes.Named(sel.Recv())
			return n != nil && n.Obj() != w.typ && n.Obj().Pkg() == w.p.pass.Pkg && kindSet(catalog.KindOf(sel.Type())) != 0
		}
	}
	return false
}

// handedTo reports whether a package-level wrapper may become a field of a type: a literal of the type names it, or a
// call that returns one.
func (p *pack) handedTo(v *types.Var, t *types.TypeName) bool {
	found := false
	mentions := func(nodes []ast.Expr) bool {
		hit := false
		for _, n := range nodes {
			ast.Inspect(n, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				hit = hit || ok && p.info.Uses[id] == v
				return !hit
			})
		}
		return hit
	}
	for _, f := range p.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				found = found || isType(p.info.TypeOf(n), t) && mentions(n.Elts)
			case *ast.CallExpr:
				found = found || isType(firstResult(p.info.TypeOf(n)), t) && mentions(n.Args)
			case *ast.AssignStmt:
				found = found || n.Tok == token.ASSIGN && mentions(n.Rhs)
			}
			return !found
		})
	}
	return found
}

func firstResult(t types.Type) types.Type {
	if tuple, ok := t.(*types.Tuple); ok {
		if tuple.Len() == 0 {
			return nil
		}
		return tuple.At(0).Type()
	}
	return t
}

func isType(t types.Type, name *types.TypeName) bool {
	n := gotypes.Named(t)
	return n != nil && n.Origin().Obj() == name
}
