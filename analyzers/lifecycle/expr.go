package lifecycle

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/reslint/reslint/internal/catalog"
)

// opAt is the operation on the semaphore at a node.
func (w *walk) opAt(n ast.Node) *op {
	if o := w.c.ops[n]; o != nil && w.c.key(o.path) == w.key {
		return o
	}
	return nil
}

// takeAt is the operation at a call that takes a permit: of a library, or a function of the package that leaves with it.
func (w *walk) takeAt(call *ast.CallExpr) *op {
	if o := w.opAt(call); o != nil {
		if o.role == catalog.Give {
			return nil
		}
		return o
	}
	for _, o := range w.c.helperTakes(call, w.fn) {
		if w.c.key(o.path) == w.key {
			return o
		}
	}
	return nil
}

// args runs what is computed before a call.
func (w *walk) args(call *ast.CallExpr, in []state) []state {
	for _, a := range call.Args {
		in = w.expr(a, in)
	}
	return in
}

// expr runs an expression.
func (w *walk) expr(e ast.Expr, in []state) []state {
	if len(in) == 0 || w.over {
		return nil
	}
	switch e := e.(type) {
	case nil:
		return in
	case *ast.CallExpr:
		return w.call(e, in)
	case *ast.FuncLit:
		return w.stray(e, in)
	case *ast.Ident:
		return w.mention(e, in)
	case *ast.SelectorExpr:
		return w.selector(e, in)
	case *ast.UnaryExpr:
		if o := w.opAt(e); o != nil {
			if o.role == catalog.Give {
				return w.give(in, e, o.sel != nil, nil)
			}
			got, _ := w.take(in, o, false)
			return w.unite(got)
		}
		if e.Op == token.ARROW && w.c.key(w.c.path(e.X)) == w.key {
			return in
		}
		return w.expr(e.X, in)
	case *ast.BinaryExpr:
		return w.binary(e, in)
	case *ast.CompositeLit:
		for _, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				x = kv.Value
			}
			in = w.expr(x, in)
		}
		return in
	}
	return w.rest(e, in)
}

func (w *walk) rest(e ast.Expr, in []state) []state {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return w.expr(e.X, in)
	case *ast.StarExpr:
		return w.expr(e.X, in)
	case *ast.TypeAssertExpr:
		return w.expr(e.X, in)
	case *ast.SliceExpr:
		return w.expr(e.X, in)
	case *ast.IndexExpr:
		if w.c.key(w.c.path(e)) == w.key {
			return w.pass(in, false)
		}
		return w.expr(e.Index, w.expr(e.X, in))
	}
	return in
}

func (w *walk) binary(e *ast.BinaryExpr, in []state) []state {
	if w.c.info.Types[e.Y].IsNil() || w.c.info.Types[e.X].IsNil() {
		if at := w.c.atomOf(e.X); at != "" {
			return in // a comparison hands nothing over
		}
	}
	if e.Op == token.LAND || e.Op == token.LOR {
		yes, no := w.cond(e, in)
		return w.unite(yes, no)
	}
	return w.expr(e.Y, w.expr(e.X, in))
}

// mention is a variable that is used as a value.
func (w *walk) mention(e *ast.Ident, in []state) []state {
	v, ok := w.c.info.Uses[e].(*types.Var)
	if !ok {
		return in
	}
	if def := w.c.single[v]; def != nil {
		if l, isLit := w.c.literal(def); isLit {
			return w.stray(l, in)
		}
	}
	if w.c.key(w.c.path(e)) == w.key {
		return w.pass(in, w.isRelease())
	}
	if v == w.path.root && w.path.rest != "" && w.othersGive() {
		return w.pass(in, false)
	}
	return in
}

// othersGive reports whether another function gives back permits of the semaphore, so that one who gets hold of what
// holds the semaphore may.
func (w *walk) othersGive() bool {
	for _, o := range w.c.ops {
		if o.role == catalog.Give && o.path.last == w.path.last && o.in.top != w.fn.top {
			return true
		}
	}
	return false
}

// isRelease: what is followed is a function that gives the permit back, not the semaphore.
func (w *walk) isRelease() bool {
	_, ok := w.path.root.Type().Underlying().(*types.Signature)
	return ok && w.path.rest == ""
}

func (w *walk) selector(e *ast.SelectorExpr, in []state) []state {
	sel := w.c.info.Selections[e]
	if sel != nil && sel.Kind() == types.MethodVal { // a.release as a value
		if f, ok := sel.Obj().(*types.Func); ok {
			if p := catalog.LookupPermit(f); p != nil && p.Role == catalog.Give && w.c.key(w.c.receiver(e)) == w.key {
				return w.pass(in, true)
			}
			if w.gives(f.Origin(), e, nil) != nil {
				return w.pass(in, true)
			}
		}
		return w.expr(e.X, in)
	}
	if w.c.key(w.c.path(e)) == w.key {
		return w.pass(in, false)
	}
	if _, plain := ast.Unparen(e.X).(*ast.Ident); plain {
		return in // a field of a variable: the variable is not handed over
	}
	return w.expr(e.X, in)
}

// literal returns the function literal that an expression is, sync.OnceFunc around it included.
func (c *code) literal(e ast.Expr) (*ast.FuncLit, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		return e, true
	case *ast.CallExpr:
		f := c.callee(e)
		if f != nil && f.Pkg() != nil && f.Pkg().Path() == "sync" && f.Name() == "OnceFunc" {
			l, ok := ast.Unparen(e.Args[0]).(*ast.FuncLit)
			return l, ok
		}
	}
	return nil, false
}

// called returns the literal that a call runs.
func (c *code) called(call *ast.CallExpr) *ast.FuncLit {
	if l, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		return l
	}
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := c.info.Uses[id].(*types.Var)
	if !ok || c.single[v] == nil {
		return nil
	}
	l, _ := c.literal(c.single[v])
	return l
}

func (w *walk) call(e *ast.CallExpr, in []state) []state {
	if o := w.opAt(e); o != nil && o.role == catalog.Give {
		return w.give(w.args(e, in), e, false, nil)
	}
	if o := w.takeAt(e); o != nil { // in the midst of an expression
		in = w.args(e, in)
		w.taken(o)
		in = slices.Clone(in)
		for i := range in {
			in[i].st = lost
		}
		return in
	}
	return w.callFrom(e, in, nil)
}

// callFrom runs a call that takes no permit, now or deferred.
func (w *walk) callFrom(e *ast.CallExpr, in []state, d *deferred) []state {
	if o := w.opAt(e); o != nil {
		if o.role != catalog.Give {
			return w.pass(in, false)
		}
		return w.give(in, e, false, d)
	}
	if w.isRelease() && w.callsPath(e) {
		return w.give(in, e, false, d)
	}
	f := w.c.callee(e)
	if sp := catalog.LookupSpawn(f); sp != nil && len(e.Args) == 1 {
		return w.spawn(e, e.Args[0], nil, in, sp.May)
	}
	if isOnce(f) {
		if l, ok := ast.Unparen(e.Args[0]).(*ast.FuncLit); ok {
			return w.runLit(l, in)
		}
	}
	if d == nil && w.c.keepsNothing(e) {
		return in
	}
	if f != nil {
		if g := w.gives(f, e.Fun, e); g != nil {
			if d == nil {
				in = w.otherArgs(e, in)
			}
			return w.give(in, e, !g.sure, d)
		}
	}
	if d == nil {
		in = w.args(e, in)
	}
	if l := w.c.called(e); l != nil {
		return w.runLit(l, in)
	}
	if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && w.c.info.Selections[sel] != nil {
		if w.c.info.Selections[sel].Kind() == types.MethodVal {
			return w.operand(sel.X, in)
		}
	}
	return in
}

// otherArgs runs the arguments of a call apart from the semaphore itself.
func (w *walk) otherArgs(call *ast.CallExpr, in []state) []state {
	for _, a := range call.Args {
		if w.c.key(w.c.path(a)) != w.key {
			in = w.expr(a, in)
		}
	}
	return in
}

// operand runs what a method is called on, which hands nothing over.
func (w *walk) operand(e ast.Expr, in []state) []state {
	switch ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return in
	}
	return w.expr(e, in)
}

// callsPath reports whether a call calls the function that is followed.
func (w *walk) callsPath(e *ast.CallExpr) bool { return w.c.key(w.c.path(e.Fun)) == w.key }

func isOnce(f *types.Func) bool {
	return f != nil && f.Name() == "Do" && f.Pkg() != nil && f.Pkg().Path() == "sync" && f.Signature().Recv() != nil
}

// keepsNothing: len and cap, and close.
func (c *code) keepsNothing(e *ast.CallExpr) bool {
	id, ok := ast.Unparen(e.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	b, ok := c.info.Uses[id].(*types.Builtin)
	return ok && (b.Name() == "len" || b.Name() == "cap" || b.Name() == "close")
}

// stray is a function literal that leaves for somewhere else: if it gives the permit back, that is where it went.
func (w *walk) stray(l *ast.FuncLit, in []state) []state {
	f := w.c.lits[l]
	if f == nil || !w.c.givesIn(f, w) || w.c.takesIn(f, w) {
		return in
	}
	return w.pass(in, true)
}

// runLit runs a function literal in place.
func (w *walk) runLit(l *ast.FuncLit, in []state) []state {
	f := w.c.lits[l]
	if f == nil || w.inline >= maxInline || !w.c.givesIn(f, w) && !w.c.takesIn(f, w) && !f.sets {
		return in
	}
	var out []state
	for _, s := range in {
		out = append(out, w.runIn(f, s)...)
	}
	return w.unite(out)
}

func (w *walk) runIn(f *fn, s state) []state {
	outer, exits, label := s.defers, w.exits, w.label
	s.defers, w.exits, w.label = nil, nil, ""
	w.inline++
	w.targets = append(w.targets, nil)
	end := w.block(f.body.List, []state{s})
	w.pop()
	out := w.unite(w.unwind(end), w.exits)
	w.inline--
	w.exits, w.label = exits, label
	for i := range out {
		out[i].defers = outer
	}
	return out
}

// unwind runs what was deferred.
func (w *walk) unwind(in []state) []state {
	var out []state
	for _, s := range in {
		now := []state{s}
		for d := s.defers; d != nil; d = d.next {
			for i := range now {
				now[i].defers = d.next
			}
			now = w.callFrom(d.call, now, d)
		}
		for i := range now {
			now[i].defers = nil
		}
		out = append(out, now...)
	}
	return out
}

func (w *walk) deferStmt(s *ast.DeferStmt, in []state) []state {
	if !w.concerns(s.Call) {
		return w.args(s.Call, in)
	}
	in = slices.Clone(in)
	for i, st := range in {
		in[i].defers = &deferred{call: s.Call, st: st.st, by: st.by, next: st.defers}
	}
	return in
}

// concerns reports whether a deferred call has to do with the permit.
func (w *walk) concerns(call *ast.CallExpr) bool {
	if w.opAt(call) != nil || w.isRelease() && w.callsPath(call) {
		return true
	}
	if l := w.c.called(call); l != nil {
		f := w.c.lits[l]
		return f != nil && (w.c.givesIn(f, w) || w.c.takesIn(f, w))
	}
	f := w.c.callee(call)
	if isOnce(f) {
		return true
	}
	return f != nil && w.gives(f, call.Fun, call) != nil
}

// spawn runs a function in a goroutine of its own.
func (w *walk) spawn(call *ast.CallExpr, fun ast.Expr, args []ast.Expr, in []state, may bool) []state {
	for _, a := range args {
		in = w.expr(a, in)
	}
	l, ok := w.c.literal(fun)
	if !ok {
		if id, isID := ast.Unparen(fun).(*ast.Ident); isID {
			if v, isVar := w.c.info.Uses[id].(*types.Var); isVar && w.c.single[v] != nil {
				l, ok = w.c.literal(w.c.single[v])
			}
		}
	}
	if !ok {
		return w.spawnNamed(call, fun, in)
	}
	f := w.c.lits[l]
	if f == nil || !w.c.givesIn(f, w) || w.c.takesIn(f, w) {
		return in
	}
	if !may {
		w.inside(f, in)
	}
	return w.pass(in, true)
}

func (w *walk) spawnNamed(call *ast.CallExpr, fun ast.Expr, in []state) []state {
	var f *types.Func
	switch e := ast.Unparen(fun).(type) {
	case *ast.Ident:
		f, _ = w.c.info.Uses[e].(*types.Func)
	case *ast.SelectorExpr:
		f, _ = w.c.info.Uses[e.Sel].(*types.Func)
	}
	if f == nil {
		return w.expr(fun, in)
	}
	if w.gives(f.Origin(), fun, call) != nil {
		return w.pass(in, true)
	}
	return in
}

// inside follows the paths of a goroutine that has to give the permit back.
func (w *walk) inside(f *fn, in []state) {
	for _, s := range in {
		if s.st != held && s.st != failed || w.inline >= maxInline {
			continue
		}
		for _, end := range w.runIn(f, s) {
			if end.st == held && s.st == held {
				w.takes[s.by].leaks = append(w.takes[s.by].leaks, final{state: end, kind: endsBadly, in: f})
				w.takes[s.by].given = true
			}
		}
	}
}

// returns ends the paths at a return statement.
func (w *walk) returns(s *ast.ReturnStmt, in []state) {
	for i, r := range s.Results {
		if call, ok := ast.Unparen(r).(*ast.CallExpr); ok {
			if o := w.takeAt(call); o != nil && len(s.Results) == 1 {
				got, _ := w.take(w.args(call, in), o, false)
				in = w.unite(got)
				continue
			}
		}
		before := countHeld(in)
		in = w.expr(r, in)
		if before > 0 && countHeld(in) == 0 && w.unit() {
			w.returned = i
		}
	}
	if w.inline > 0 {
		w.exits = append(w.exits, w.unwind(in)...)
		return
	}
	w.end(w.named(s, in), s)
}

func countHeld(in []state) int {
	n := 0
	for _, s := range in {
		if s.st == held {
			n++
		}
	}
	return n
}

// named gives the named results what a return statement returns, for what is deferred.
func (w *walk) named(s *ast.ReturnStmt, in []state) []state {
	if w.fn.typ.Results == nil || len(s.Results) == 0 {
		return in
	}
	var ids []*ast.Ident
	for _, f := range w.fn.typ.Results.List {
		ids = append(ids, f.Names...)
	}
	if len(ids) == 0 {
		return in
	}
	if len(s.Results) != len(ids) {
		for _, id := range ids {
			in = w.forget(in, id)
		}
		return in
	}
	for i, id := range ids {
		if r, ok := ast.Unparen(s.Results[i]).(*ast.Ident); ok && r.Name == id.Name && w.c.info.Uses[r] == w.c.info.Defs[id] {
			continue
		}
		in = w.copied(id, s.Results[i], w.forget(in, id))
	}
	return in
}

// end records the ends of the function.
func (w *walk) end(in []state, ret *ast.ReturnStmt) {
	for _, s := range w.unwindFrom(in) {
		f := final{state: s, ret: ret, kind: w.c.ending(w.fn, ret, s)}
		w.finals = append(w.finals, f)
		if s.st == held {
			w.takes[s.by].leaks = append(w.takes[s.by].leaks, f)
		}
	}
}

func (w *walk) unwindFrom(in []state) []state {
	out := w.unwind(in)
	if w.over {
		return nil
	}
	return out
}
