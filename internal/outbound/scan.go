package outbound

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/reslint/reslint/internal/callee"
	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
)

// scan finds the functions, who calls them, and which package-level variables are assigned.
func (w *world) scan() {
	w.findPermits()
	for _, file := range w.files() {
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				if obj, ok := w.info.Defs[fn.Name].(*types.Func); ok {
					w.decls[obj] = fn
				}
			}
		}
		for _, d := range file.Decls {
			s := scanner{w: w}
			s.decl(d)
			s.settleMiddleware()
		}
	}
	w.behind.resolve()
	w.markAbroad()
	w.spread()
}

// giveUp names a package that costs more than it may.
func (w *world) giveUp() {
	const why = "the package is too large to follow: what is left of it is not judged"
	if len(w.unanalysed) == 0 || w.unanalysed[len(w.unanalysed)-1] != why {
		w.unanalysed = append(w.unanalysed, why)
	}
}

// spread marks the functions that use a relevant one: what they hand to it matters.
func (w *world) spread() {
	var list []*types.Func
	for fn := range w.relevant {
		list = append(list, fn)
	}
	for len(list) > 0 {
		fn := list[len(list)-1]
		list = list[:len(list)-1]
		for _, by := range w.users[fn] {
			if !w.relevant[by] {
				w.relevant[by] = true
				list = append(list, by)
			}
		}
	}
}

// scanner looks through one declaration.
type scanner struct {
	w      *world
	fn     *types.Func // nil outside functions
	callee *ast.Ident  // of the call that is being looked at
	does   middleware
}

func (s *scanner) decl(d ast.Decl) {
	fn, ok := d.(*ast.FuncDecl)
	if !ok {
		ast.Inspect(d, s.visit)
		return
	}
	s.fn, _ = s.w.info.Defs[fn.Name].(*types.Func)
	s.mark(s.fn != nil && s.fn.Exported() && (s.fn.Signature().TypeParams().Len() > 0 || givesPermits(s.fn))) // for whatever it is called with
	if fn.Type.Results != nil {
		ast.Inspect(fn.Type.Results, s.visit)
	}
	if fn.Body != nil {
		ast.Inspect(fn.Body, s.visit)
	}
}

// settleMiddleware remembers that the package, and which function of it, gives requests that come in a deadline.
func (s *scanner) settleMiddleware() {
	if !s.does.bounds() {
		return
	}
	s.w.timeout = true
	if s.fn != nil {
		if name := exportedName(s.fn); name != "" {
			s.w.timeouts = append(s.w.timeouts, name)
		}
	}
}

func (s *scanner) visit(n ast.Node) bool {
	w := s.w
	w.behind.visit(n)
	switch n := n.(type) {
	case *ast.CallExpr:
		s.callee = callee.Name(n.Fun)
		w.runsOnce(s.callee, n.Args)
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			for _, l := range n.Lhs {
				w.assigned(l)
				s.written(l)
			}
		}
	case *ast.IncDecStmt:
		w.assigned(n.X)
	case *ast.RangeStmt:
		w.assigned(n.Key)
		w.assigned(n.Value)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			w.assigned(n.X)
		}
	case *ast.SendStmt:
		v := w.varOf(n.Chan)
		s.mark(v == nil && isTokenChannel(w.info.TypeOf(n.Chan)) || v != nil && w.permit(v))
	case *ast.FuncLit:
		if s.fn != nil {
			w.withLits[s.fn] = true
		}
	case *ast.SelectorExpr:
		return s.selector(n)
	case *ast.Ident:
		s.ident(n)
	}
	return true
}

// runsOnce remembers a literal that sync.Once and its like run.
func (w *world) runsOnce(name *ast.Ident, args []ast.Expr) {
	if name == nil || len(args) != 1 || name.Name != "Do" && name.Name != "OnceFunc" && name.Name != "OnceValue" && name.Name != "OnceValues" {
		return
	}
	if lit, ok := ast.Unparen(args[0]).(*ast.FuncLit); ok {
		if fn, ok := w.info.Uses[name].(*types.Func); ok && fn.Pkg() != nil && fn.Pkg().Path() == "sync" {
			w.once[lit] = true
		}
	}
}

// selector looks at a selector. What it selects says what matters: a struct from which something else is read does not,
// for all that there is a client in it too.
func (s *scanner) selector(n *ast.SelectorExpr) bool {
	s.ident(n.Sel)
	s.w.behind.call(n, s.fn)
	s.w.addressed(n)
	switch x := ast.Unparen(n.X).(type) {
	case *ast.Ident:
		if v, ok := s.w.info.Uses[x].(*types.Var); !ok || !holds(v.Type()) {
			s.ident(x)
		}
		return false
	case *ast.SelectorExpr:
		if v, ok := s.w.info.Uses[x.Sel].(*types.Var); ok && holds(v.Type()) {
			ast.Inspect(x.X, s.visit)
			return false
		}
	}
	ast.Inspect(n.X, s.visit)
	return false
}

// written looks at what is assigned to: a field that is set may decide what a client is used for.
func (s *scanner) written(l ast.Expr) {
	if sel, ok := ast.Unparen(l).(*ast.SelectorExpr); ok {
		if t := s.w.info.TypeOf(sel.X); t != nil {
			s.mark(s.w.carriesClients(t, 0))
		}
	}
}

// holds reports whether a type is a struct of which the catalogue knows nothing, or a pointer to one.
func holds(t types.Type) bool { return catalog.KindOf(t) == catalog.None && structOf(t) != nil }

func (s *scanner) mark(relevant bool) {
	if relevant && s.fn != nil {
		s.w.relevant[s.fn] = true
	}
}

// ident notes what a name says about the function around it.
func (s *scanner) ident(id *ast.Ident) {
	w := s.w
	obj := w.info.Uses[id]
	switch obj := obj.(type) {
	case *types.Func:
		fn := obj.Origin()
		u := w.use(fn)
		u.called = u.called || s.callee == id
		u.value = u.value || s.callee != id
		s.does.calls(fn)
		if s.fn != nil && (fn.Pkg() == w.pass.Pkg || s.callee == id && callee.IsDynamic(fn)) {
			w.users[fn] = append(w.users[fn], s.fn)
		}
		if row := catalog.LookupFunc(obj); row != nil {
			w.timeout = w.timeout || row.Timeout
			deadline := catalog.MakesDeadline(obj)
			s.does.deadline = s.does.deadline || deadline
			s.mark(deadline && s.fn != nil && givesContext(s.fn.Signature()))
		} else if fn.Pkg() != w.pass.Pkg && w.inModule(fn.Pkg()) {
			w.timeout = w.timeout || w.boundsInbound(fn)
			s.mark(s.fn != nil && !w.relevant[s.fn] && acts(w.pass, fn))
		}
		s.mark(catalog.LookupMethod(obj) != nil || catalog.LookupRPC(obj) != nil && !w.inGenerated(id.Pos()))
	case *types.Var:
		if s.callee == id {
			s.does.holds(obj)
		}
		if isGlobal(obj) && catalog.LookupVar(obj) != nil {
			w.defaults = append(w.defaults, id.Pos())
		}
		s.mark(w.permit(obj) || !isTokenChannel(obj.Type()) && w.carriesClients(obj.Type(), 0))
	case *types.TypeName: // of a literal, or a variable
		s.mark(w.carriesClients(obj.Type(), 0))
	}
	if obj != nil {
		s.abroad(obj)
		s.mark(catalog.Outbound(obj))
	}
}

// carriesClients reports whether a type is, or holds in its fields, something that the checks judge.
func (w *world) carriesClients(t types.Type, depth int) bool {
	t = types.Unalias(t)
	switch u := t.(type) {
	case *types.Pointer:
		t = types.Unalias(u.Elem())
	case *types.Slice:
		return w.carriesClients(u.Elem(), depth)
	case *types.Map:
		return w.carriesClients(u.Elem(), depth)
	}
	if yes, ok := w.clientTypes[t]; ok {
		return yes
	}
	w.clientTypes[t] = false
	k := catalog.KindOf(t)
	yes := judged(k) && k != catalog.Database || k == catalog.Wrapper || k == catalog.Retryable ||
		gotypes.Is(t, "net/http", "RoundTripper") || isTokenChannel(t) && w.allPermits || sendsFor(t) || catalog.IsStub(t)
	if s, ok := t.Underlying().(*types.Struct); ok && !yes && k == catalog.None && depth < 4 {
		for fld := range s.Fields() {
			if yes = w.permit(fld) || w.carriesClients(fld.Type(), depth+1); yes {
				break
			}
		}
	}
	w.clientTypes[t] = yes
	return yes
}

// findPermits finds the channels of empty structs that may be semaphores: those that functions mention in which
// something is sent into one, but for those that are only made with room for one. Where something is sent into a
// parameter, or what comes out of a call, it may be any.
func (w *world) findPermits() {
	p := permitScan{w: w, names: w.tokenChannels(), narrow: make(map[*types.Var]bool)}
	if len(p.names) == 0 {
		return
	}
	for _, file := range w.files() {
		for _, d := range file.Decls {
			p.decl(d)
		}
	}
	for v, narrow := range p.narrow {
		if narrow {
			delete(w.permits, v)
		}
	}
}

type permitScan struct {
	w      *world
	names  map[string]bool     // of channels that the package declares: most identifiers need no closer look
	narrow map[*types.Var]bool // channels that are made; true while they have room for one at most
}

func (p *permitScan) decl(d ast.Decl) {
	w := p.w
	var mentioned []*types.Var
	sends := false
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			if isTokenChannel(w.info.TypeOf(n.Chan)) {
				sends = true
				w.allPermits = w.allPermits || w.givenChannel(n.Chan, d)
			}
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				p.holds(l, n.Rhs[min(i, len(n.Rhs)-1)])
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if len(n.Values) > 0 {
					p.holds(id, n.Values[min(i, len(n.Values)-1)])
				}
			}
		case *ast.KeyValueExpr:
			p.holds(n.Key, n.Value)
		case *ast.Ident:
			if !p.names[n.Name] {
				break
			}
			if v, ok := w.info.ObjectOf(n).(*types.Var); ok && isTokenChannel(v.Type()) {
				mentioned = append(mentioned, v)
			}
		}
		return true
	})
	for _, v := range mentioned {
		w.permits[v] = w.permits[v] || sends
	}
}

// holds notes what a variable or field gets.
func (p *permitScan) holds(l, r ast.Expr) {
	if id := callee.Name(l); id == nil || !p.names[id.Name] {
		return
	}
	v := p.w.varOf(l)
	if v == nil || !isTokenChannel(v.Type()) {
		return
	}
	narrow, seen := p.narrow[v]
	p.narrow[v] = (narrow || !seen) && p.w.makesNarrow(r)
}

// makesNarrow reports whether an expression makes a channel with room for one at most.
func (w *world) makesNarrow(e ast.Expr) bool {
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !w.info.Types[c.Fun].IsBuiltin() {
		return false
	}
	if len(c.Args) < 2 {
		return true
	}
	size := w.info.Types[c.Args[1]].Value
	return size != nil && constant.Compare(size, token.LEQ, constant.MakeInt64(1))
}

// varOf returns the variable or field that an expression names, or nil.
func (w *world) varOf(e ast.Expr) *types.Var {
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	}
	v, _ := w.info.ObjectOf(id).(*types.Var)
	return v
}

// tokenChannels are the names of the channels of empty structs that the package declares.
func (w *world) tokenChannels() map[string]bool {
	names := make(map[string]bool)
	for _, obj := range w.info.Defs {
		if v, ok := obj.(*types.Var); ok && isTokenChannel(v.Type()) {
			names[v.Name()] = true
		}
	}
	return names
}

// givesPermits reports whether a function returns a channel that may be a semaphore.
func givesPermits(fn *types.Func) bool {
	for r := range fn.Signature().Results().Variables() {
		if isTokenChannel(r.Type()) {
			return true
		}
	}
	return false
}

// givenChannel reports whether a function has a channel from its callers, or from a call.
func (w *world) givenChannel(e ast.Expr, d ast.Decl) bool {
	v := w.varOf(e)
	fn, ok := d.(*ast.FuncDecl)
	if v == nil || !ok {
		return true
	}
	return fn.Type.Pos() <= v.Pos() && v.Pos() < fn.Type.End()
}

// permit reports whether a variable or field may hold a semaphore. What is exported, others may send into.
func (w *world) permit(v *types.Var) bool {
	return isTokenChannel(v.Type()) && (w.allPermits || w.permits[v] || v.Exported() && (v.IsField() || isGlobal(v)))
}

func (w *world) assigned(e ast.Expr) {
	if e == nil {
		return
	}
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
		w.writtenIn(e.X)
	case *ast.IndexExpr:
		w.writtenIn(e.X)
		return
	default:
		return
	}
	if v, ok := w.info.Uses[id].(*types.Var); ok && isGlobal(v) {
		w.mutable[v] = true
	}
}

// writtenIn remembers that something in a package-level variable may be written to.
func (w *world) writtenIn(e ast.Expr) {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			w.writtenIn(x.Sel)
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.Ident:
			if v, ok := w.info.Uses[x].(*types.Var); ok && isGlobal(v) {
				w.inner[v] = true
			}
			return
		default:
			return
		}
	}
}

// addressed notes a method that is called through the address of a variable: it may write to it.
func (w *world) addressed(n *ast.SelectorExpr) {
	if fn, ok := w.info.Uses[n.Sel].(*types.Func); ok && fn.Signature().Recv() != nil {
		if _, ptr := fn.Signature().Recv().Type().(*types.Pointer); ptr {
			w.writtenIn(n.X)
		}
	}
}
