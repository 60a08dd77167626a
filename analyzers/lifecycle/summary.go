package lifecycle

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
)

// outcomeKind is how a caller learns whether it has the permit.
type outcomeKind uint8

const (
	surely outcomeKind = iota
	byError
	byBool
)

// summary is what a function of the package does with the permits of what it is handed.
type summary struct {
	gives, takes []effect
	returned     int // the result that is a function which gives the permit back; -1 is none
	how          outcomeKind
}

// effect is on what is reached from the receiver (-1), a parameter, or a package-level variable (-2).
type effect struct {
	slot int
	path path
	sure bool
	how  outcomeKind
}

const (
	slotReceiver = -1
	slotGlobal   = -2
	slotNone     = -3
)

type memoKey struct {
	f   *fn
	key string
}

type hasKey struct {
	memoKey
	take bool
}

func sortOps(ops []*op) {
	slices.SortFunc(ops, func(a, b *op) int { return int(a.node.Pos() - b.node.Pos()) })
}

// touch finds the declarations that have to do with permits, and those that shut something down.
func (c *code) touch(ops []*op) {
	for _, o := range ops {
		c.mark(o.in, c.touching)
	}
	for _, s := range c.stops {
		c.mark(s.in, c.stopping)
	}
}

// mark adds the declaration around a function, and those that call it.
func (c *code) mark(f *fn, set map[*fn]bool) {
	if f == nil || set[f.top] {
		return
	}
	set[f.top] = true
	if f.top.obj == nil {
		return
	}
	for _, call := range c.calls[f.top.obj] {
		c.mark(c.within[call], set)
	}
}

// slotOf says how a function reaches the root of a path.
func (c *code) slotOf(f *fn, p path) int {
	v, ok := p.root.(*types.Var)
	if !ok || f.sig == nil {
		return slotNone
	}
	if v.Parent() == c.pass.Pkg.Scope() {
		return slotGlobal
	}
	if v == f.sig.Recv() {
		return slotReceiver
	}
	for i := range f.sig.Params().Len() {
		if f.sig.Params().At(i) == v {
			return i
		}
	}
	return slotNone
}

// all lists a function and the literals in it.
func (f *fn) all() []*fn {
	out := []*fn{f}
	for _, g := range f.inner {
		out = append(out, g.all()...)
	}
	return out
}

// summary judges a declaration, once.
func (c *code) summary(f *fn) *summary {
	if s := c.sums[f]; s != nil {
		return s
	}
	s := &summary{returned: -1}
	c.sums[f] = s
	if !c.touching[f] {
		return s
	}
	c.busy[f] = true
	defer delete(c.busy, f)
	for _, p := range c.paths(f) {
		c.summarize(f, p, s)
	}
	return s
}

// paths lists the semaphores that a declaration takes permits of or gives them back to.
func (c *code) paths(f *fn) []path {
	var out []path
	add := func(p path) {
		if p.ok() && !slices.ContainsFunc(out, func(q path) bool { return c.key(p) == c.key(q) }) {
			out = append(out, p)
		}
	}
	for _, g := range f.all() {
		for _, o := range g.ops {
			add(o.path)
		}
		for _, call := range g.calls {
			for _, o := range c.helperTakes(call, g) {
				add(o.path)
			}
			if d := c.own(call); d != nil && c.touching[d] {
				for _, e := range c.summary(d).gives {
					add(c.actual(e, call.Fun, call))
				}
			}
		}
	}
	return out
}

func (c *code) summarize(f *fn, p path, s *summary) {
	probe := &walk{c: c, fn: f, key: c.key(p), path: p}
	slot := c.slotOf(f, p)
	gives, takes := c.givesIn(f, probe), c.takesIn(f, probe)
	switch {
	case gives && !takes && slot != slotNone:
		from := &op{role: catalog.Take, node: f.node, path: p, in: f}
		w := c.follow(f, p, state{st: held, by: from})
		sure := !w.over && len(w.finals) > 0 && !slices.ContainsFunc(w.finals, func(x final) bool { return x.st != given })
		s.gives = append(s.gives, effect{slot: slot, path: p, sure: sure})
	case takes:
		w := c.analysis(f, p)
		if w.over {
			return
		}
		if w.returned >= 0 {
			s.returned, s.how = w.returned, c.howOf(f)
			return
		}
		if slot != slotNone && c.leaves(w) {
			s.takes = append(s.takes, effect{slot: slot, path: p, how: c.howOf(f)})
		}
	}
}

// leaves reports whether a function hands the permit to its caller.
func (c *code) leaves(w *walk) bool {
	leaks := c.judge(w)
	for o, out := range w.takes {
		for _, l := range out.leaks {
			if l.kind != endsBadly && !l.again && !slices.ContainsFunc(leaks, func(k leak) bool { return k.op == o }) {
				return true
			}
		}
	}
	return false
}

// howOf is how the callers of a function that takes a permit learn about it.
func (c *code) howOf(f *fn) outcomeKind {
	res := f.sig.Results()
	for i := res.Len() - 1; i >= 0; i-- {
		switch t := res.At(i).Type(); {
		case gotypes.IsError(t):
			return byError
		case isBool(t):
			return byBool
		}
	}
	return surely
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}

// analysis follows a function from its start, once.
func (c *code) analysis(f *fn, p path) *walk {
	k := memoKey{f, c.key(p)}
	if w := c.memo[k]; w != nil {
		return w
	}
	if c.tired() {
		return &walk{c: c, fn: f, key: k.key, path: p, returned: -1, over: true}
	}
	c.memo[k] = &walk{c: c, fn: f, key: k.key, path: p, returned: -1, over: true} // while it is made
	w := c.follow(f, p, state{})
	c.memo[k] = w
	return w
}

// actual is what an effect of a function is on at a call.
func (c *code) actual(e effect, fun ast.Expr, call *ast.CallExpr) path {
	var base path
	switch {
	case e.slot == slotGlobal:
		return e.path
	case e.slot == slotReceiver:
		sel, ok := ast.Unparen(fun).(*ast.SelectorExpr)
		if !ok {
			return path{}
		}
		base = c.receiver(sel)
	case e.slot >= 0 && call != nil && e.slot < len(call.Args):
		base = c.path(call.Args[e.slot])
	}
	if !base.ok() {
		return path{}
	}
	last := e.path.last
	if e.path.rest == "" {
		last = base.last
	}
	return path{base.root, base.rest + e.path.rest, last}
}

// gives returns the effect of a function on the semaphore that is followed, or nil.
func (w *walk) gives(f *types.Func, fun ast.Expr, call *ast.CallExpr) *effect {
	d := w.c.decls[f]
	if d == nil || !w.c.touching[d] {
		return nil
	}
	s := w.c.summary(d)
	for i := range s.gives {
		if w.c.key(w.c.actual(s.gives[i], fun, call)) == w.key {
			return &s.gives[i]
		}
	}
	return nil
}

// helperTakes lists the permits that a call of a function of the package leaves its caller with.
func (c *code) helperTakes(call *ast.CallExpr, in *fn) []*op {
	if ops, ok := c.helpers[call]; ok {
		return ops
	}
	d := c.own(call)
	if d == nil || !c.touching[d] {
		return nil
	}
	if c.sums[d] == nil {
		c.summary(d)
	}
	s := c.sums[d]
	var ops []*op
	for _, e := range s.takes {
		if p := c.actual(e, call.Fun, call); p.ok() {
			ops = append(ops, &op{role: catalog.Take, node: call, path: p, in: c.within[call], how: e.how, helper: true, loop: c.loopOf(call)})
		}
	}
	if s.returned >= 0 {
		if v := c.resultVar(call, s.returned); v != nil {
			ops = append(ops, &op{role: catalog.Take, node: call, path: path{root: v, last: v}, in: c.within[call], how: s.how, helper: true, loop: c.loopOf(call)})
		}
	}
	if !c.busy[d] {
		c.helpers[call] = ops
	}
	return ops
}

// loopOf is the innermost loop around a call in its function.
func (c *code) loopOf(call *ast.CallExpr) ast.Stmt {
	f := c.within[call]
	if f == nil {
		return nil
	}
	var found ast.Stmt
	ast.Inspect(f.body, func(n ast.Node) bool {
		if n == nil || call.Pos() < n.Pos() || n.End() < call.End() {
			return n == f.body
		}
		switch n := n.(type) {
		case *ast.ForStmt:
			found = n
		case *ast.RangeStmt:
			found = n
		}
		return true
	})
	return found
}

// resultVar is the variable, assigned once, that a result of a call is kept in.
func (c *code) resultVar(call *ast.CallExpr, n int) *types.Var {
	var found *types.Var
	for v, r := range c.tuple {
		if r.call == call && r.n == n && (found == nil || v.Pos() < found.Pos()) {
			found = v
		}
	}
	return found
}

// givesIn reports whether a function or a literal in it gives the permit back.
func (c *code) givesIn(f *fn, w *walk) bool { return c.hasIn(f, w, false, 0) }

// takesIn reports whether a function or a literal in it takes the permit.
func (c *code) takesIn(f *fn, w *walk) bool { return c.hasIn(f, w, true, 0) }

func (c *code) hasIn(f *fn, w *walk, take bool, depth int) bool {
	k := hasKey{memoKey{f, w.key}, take}
	if has, ok := c.has[k]; ok {
		return has
	}
	if depth > maxInline {
		return false
	}
	c.has[k] = false
	found := false
	ast.Inspect(f.body, func(n ast.Node) bool {
		if n != nil && !found {
			found = w.does(n, take, depth)
		}
		return !found
	})
	c.has[k] = found
	return found
}

// does reports whether a node takes the permit or gives it back.
func (w *walk) does(n ast.Node, take bool, depth int) bool {
	if o := w.opAt(n); o != nil {
		return take == (o.role != catalog.Give)
	}
	switch n := n.(type) {
	case *ast.CallExpr:
		if take {
			for _, o := range w.c.helperTakes(n, w.fn) {
				if w.c.key(o.path) == w.key {
					return true
				}
			}
		}
		if l := w.c.called(n); l != nil && w.c.lits[l] != nil {
			return w.c.hasIn(w.c.lits[l], w, take, depth+1)
		}
		f := w.c.callee(n)
		return !take && (w.isRelease() && w.callsPath(n) || f != nil && w.gives(f, n.Fun, n) != nil)
	case *ast.SelectorExpr:
		sel := w.c.info.Selections[n]
		if take || sel == nil || sel.Kind() != types.MethodVal {
			return false
		}
		f, ok := sel.Obj().(*types.Func)
		return ok && w.gives(f.Origin(), n, nil) != nil
	}
	return false
}

// exits reports whether a call never returns.
func (c *code) exits(call *ast.CallExpr) bool {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if b, ok := c.info.Uses[id].(*types.Builtin); ok {
			return b.Name() == "panic"
		}
	}
	f := c.callee(call)
	if f == nil {
		return false
	}
	if row := catalog.LookupFunc(f); row != nil && row.Exits {
		return true
	}
	if d := c.decls[f]; d != nil {
		return c.neverReturns(d, 0)
	}
	if f.Pkg() == nil || !strings.Contains(f.Pkg().Path(), "log") {
		return false
	}
	for _, prefix := range []string{"Fatal", "Panic", "Exit"} {
		if strings.HasPrefix(f.Name(), prefix) {
			return true
		}
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok { // log.Fatal().Err(err).Msg("…")
		inner, ok := ast.Unparen(sel.X).(*ast.CallExpr)
		return ok && c.exits(inner)
	}
	return false
}

// neverReturns reports whether a function ends in a call that does not return, and has no return statement.
func (c *code) neverReturns(d *fn, depth int) bool {
	n := len(d.body.List)
	if n == 0 || depth > maxInline {
		return false
	}
	last, ok := d.body.List[n-1].(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := ast.Unparen(last.X).(*ast.CallExpr)
	if !ok {
		return false
	}
	if next := c.own(call); next != nil {
		if !c.neverReturns(next, depth+1) {
			return false
		}
	} else if !c.exits(call) {
		return false
	}
	returns := false
	ast.Inspect(d.body, func(n ast.Node) bool {
		if _, isLit := n.(*ast.FuncLit); isLit {
			return false
		}
		_, isReturn := n.(*ast.ReturnStmt)
		returns = returns || isReturn
		return !returns
	})
	return !returns
}

// reports reports whether a call only tells of an error.
func (c *code) reports(call *ast.CallExpr) bool {
	f := c.callee(call)
	if f == nil || f.Pkg() == nil {
		return false
	}
	switch f.Pkg().Path() {
	case "fmt", "log", "log/slog", "errors", "net/http":
		return true
	}
	for _, p := range []string{"Print", "Error", "Warn", "Info", "Debug", "Log", "Trace", "Record"} {
		if strings.HasPrefix(f.Name(), p) {
			return true
		}
	}
	return false
}

// canFail reports whether an operation can fail to take a permit: a context that is never done cannot end the wait.
func (c *code) canFail(o *op) bool {
	if o.how == surely {
		return false
	}
	return o.role == catalog.Try || o.ctx == nil || !c.endless(o.ctx, 0)
}

// endless reports whether a context is never done.
func (c *code) endless(e ast.Expr, depth int) bool {
	if depth > maxAlias {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		f := c.callee(e)
		if f == nil || f.Pkg() == nil || f.Pkg().Path() != "context" {
			return false
		}
		switch f.Name() {
		case "Background", "TODO", "WithoutCancel":
			return true
		case "WithValue":
			return c.endless(e.Args[0], depth+1)
		}
	case *ast.Ident:
		v, ok := c.info.Uses[e].(*types.Var)
		switch {
		case !ok:
		case c.single[v] != nil:
			return c.endless(c.single[v], depth+1)
		case len(c.writes[v]) == 0:
			return c.endlessParam(v, depth)
		}
	}
	return false
}

// endlessParam reports whether a parameter is never done: the package has all calls, and each hands over such a context.
func (c *code) endlessParam(v *types.Var, depth int) bool {
	f, i := c.paramOf(v)
	if f == nil || f.obj == nil || f.obj.Exported() && c.pass.Pkg.Name() != "main" || c.values[f.obj] || len(c.calls[f.obj]) == 0 {
		return false
	}
	for _, call := range c.calls[f.obj] {
		if i >= len(call.Args) || !c.endless(call.Args[i], depth+1) {
			return false
		}
	}
	return true
}

// atomsOf finds the conditions of a function that are worth remembering: those that are asked twice, flags, and whether
// what is returned is nil.
func (c *code) atomsOf(f *fn) map[string]bool {
	asked := make(map[string]int)
	atoms := make(map[string]bool)
	ask := func(x fact) {
		if x.atom != "" {
			asked[x.atom]++
		}
	}
	ast.Inspect(f.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			c.parts(n.Cond, ask)
		case *ast.ForStmt:
			if n.Cond != nil {
				c.parts(n.Cond, ask)
			}
		case *ast.SwitchStmt:
			c.caseParts(n, ask)
		case *ast.ReturnStmt: // what it returns says how the function ends
			if len(n.Results) > 0 {
				key := c.plainKey(n.Results[len(n.Results)-1])
				atoms[key], atoms[isNil(key)] = true, true
			}
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if len(n.Lhs) == len(n.Rhs) && c.isFlag(n.Rhs[i]) {
					atoms[c.plainKey(l)] = true
				}
			}
		}
		return true
	})
	for a, n := range asked {
		if n > 1 {
			atoms[a] = true
		}
	}
	delete(atoms, "")
	return atoms
}

func (c *code) isFlag(e ast.Expr) bool {
	tv := c.info.Types[ast.Unparen(e)]
	if tv.Value == nil {
		return false
	}
	name := constantName(tv.Value)
	return name == "=true" || name == "=false"
}

func (c *code) parts(e ast.Expr, ask func(fact)) {
	switch x := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		c.parts(x.X, ask)
		return
	case *ast.BinaryExpr:
		if x.Op == token.LAND || x.Op == token.LOR {
			c.parts(x.X, ask)
			c.parts(x.Y, ask)
			return
		}
	}
	ask(c.condition(e))
}

func (c *code) caseParts(n *ast.SwitchStmt, ask func(fact)) {
	for _, cl := range n.Body.List {
		for _, e := range cl.(*ast.CaseClause).List {
			if n.Tag == nil {
				c.parts(e, ask)
			} else {
				ask(c.comparison(token.EQL, n.Tag, e))
			}
		}
	}
}
