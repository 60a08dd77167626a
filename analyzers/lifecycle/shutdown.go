package lifecycle

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/rule"
)

// stop is a call that closes something, or waits until what is under way has ended.
type stop struct {
	call   *ast.CallExpr
	sel    *ast.SelectorExpr
	closer *catalog.Closer
	drain  *catalog.Drain
	in     *fn
}

// step is a stop as one function sees it: its own, or that of a function it calls.
type step struct {
	node     ast.Node // where it stands in the function
	path     path
	closer   *catalog.Closer
	server   bool // it drains a server
	drain    bool
	name     string
	deferred bool
	helper   bool // a function of the package does it
	aside    bool // waitsForUsers asks, and is not asked again
}

// checkShutdown reports what is closed before those who use it have been waited for.
func checkShutdown(r *rule.Reporter, c *code) {
	if len(c.stops) == 0 {
		return
	}
	for _, f := range c.fns {
		if c.stopping[f.top] {
			c.checkSteps(r, f, c.steps(f, 0))
			checkServe(r, c, f)
		}
	}
}

// checkSteps reports each call that closes too early once; what breaks calls counts before idle connections.
func (c *code) checkSteps(r *rule.Reporter, f *fn, steps []step) {
	type early struct{ s, w step }
	var found []early
	for i, s := range steps {
		w, ok := c.waitAfter(f, steps, i)
		if !ok {
			continue
		}
		j := slices.IndexFunc(found, func(e early) bool { return e.s.node == s.node })
		switch {
		case j < 0:
			found = append(found, early{s, w})
		case found[j].s.closer.Soft && !s.closer.Soft:
			found[j] = early{s, w}
		}
	}
	for _, e := range found {
		reportClose(r, c, e.s, e.w)
	}
}

// waitAfter finds the wait that comes too late for what a step closes. Once something has been waited for, only
// goroutines that are seen to use it count.
func (c *code) waitAfter(f *fn, steps []step, i int) (step, bool) {
	s := steps[i]
	if s.closer == nil {
		return step{}, false
	}
	drained := slices.ContainsFunc(steps[:i], func(t step) bool { return t.drain && c.leadsTo(f, t, s) })
	for _, w := range steps[i+1:] {
		if w.drain && w.node != s.node && !(drained && w.server) && c.leadsTo(f, s, w) && c.uses(f, s, w) {
			return w, true
		}
	}
	return step{}, false
}

func reportClose(r *rule.Reporter, c *code, s, w step) {
	f := rule.Finding{Check: closeBeforeDrain, Place: rule.At(s.node)}
	what := s.closer.What + " " + s.name + " is closed"
	switch {
	case s.helper:
		what = s.name + " closes " + s.closer.What
	case s.closer.Soft:
		what = "idle connections of " + s.name + " are closed"
	}
	users := "the goroutines that use it"
	switch {
	case s.closer.Soft:
		f.Severity = rule.Warning
		users = "those who make new ones"
	case w.server:
		users = "the requests under way"
	}
	f.Message = fmt.Sprintf("%s before %s on line %d has waited for %s", what, w.name, c.line(w.node), users)
	f.Related = []rule.Related{{Place: rule.At(w.node), Message: "what is under way is waited for here"}}
	r.Report(f)
}

// steps lists the stops of a function in the order in which they happen, those of functions of the package that it
// calls included.
func (c *code) steps(f *fn, depth int) []step {
	var now, later []step
	for _, s := range c.stops {
		if s.in != f || depth > maxInline {
			continue
		}
		st := step{node: s.call, path: c.closed(s), closer: s.closer, deferred: c.deferred[s.call], name: types.ExprString(s.sel.X)}
		if s.drain != nil {
			st.drain, st.server = true, s.drain.Server
			st.name = types.ExprString(s.call.Fun)
		}
		if st.path.ok() {
			now = append(now, st)
		}
	}
	now = append(now, c.joinSteps(f)...)
	for _, call := range f.calls {
		d := c.own(call)
		if d == nil || d == f || !c.stopping[d] || depth >= maxInline {
			continue
		}
		for _, s := range c.steps(d, depth+1) {
			p := c.actual(effect{slot: c.slotOf(d, s.path), path: s.path}, call.Fun, call)
			if c.slotOf(d, s.path) == slotNone || !p.ok() {
				continue
			}
			s.node, s.path, s.deferred, s.name, s.helper = call, p, c.deferred[call], types.ExprString(call.Fun), true
			now = append(now, s)
		}
	}
	slices.SortStableFunc(now, func(a, b step) int { return int(a.node.Pos() - b.node.Pos()) })
	var first []step
	for _, s := range now {
		if s.deferred {
			later = append(later, s)
		} else {
			first = append(first, s)
		}
	}
	slices.Reverse(later)
	return append(first, later...)
}

// closed resolves what a stop is called on. What a library's type embeds is no more than a part of it.
func (c *code) closed(s *stop) path {
	if named, ok := types.Unalias(deref(c.info.TypeOf(s.sel.X))).(*types.Named); ok && s.closer != nil && named.Obj().Pkg() != c.pass.Pkg {
		return c.path(s.sel.X)
	}
	return c.receiver(s.sel)
}

// joinSteps are receives that wait for a goroutine to say that it is done.
func (c *code) joinSteps(f *fn) []step {
	var out []step
	if len(c.spawned) == 0 {
		return nil
	}
	inspectOwn(f.body, func(n ast.Node) {
		s, ok := n.(*ast.ExprStmt)
		if !ok {
			return
		}
		if u, ok := ast.Unparen(s.X).(*ast.UnaryExpr); ok && u.Op == token.ARROW && c.ops[u] == nil {
			if p := c.path(u.X); p.ok() {
				out = append(out, step{node: u, path: p, drain: true, name: "<-" + types.ExprString(u.X)})
			}
		}
	})
	return out
}

// leadsTo reports whether every path that gets to the first of two steps and does not leave goes on to the second.
func (c *code) leadsTo(f *fn, a, b step) bool {
	if a.deferred || b.deferred {
		return b.deferred
	}
	block := c.blockOf(f, a.node)
	return block.Pos() <= b.node.Pos() && b.node.End() <= block.End()
}

// blockOf is the innermost block around a node that is run once it is reached; a check for nil is none.
func (c *code) blockOf(f *fn, at ast.Node) ast.Node {
	blocks := []ast.Node{f.body}
	var skip ast.Node
	ast.Inspect(f.body, func(n ast.Node) bool {
		if n == nil || at.Pos() < n.Pos() || n.End() < at.End() {
			return n == f.body
		}
		switch x := n.(type) {
		case *ast.IfStmt:
			if x.Else == nil && c.isNilCheck(x.Cond) && x.Body.Pos() <= at.Pos() && !leavesBlock(x.Body) {
				skip = x.Body
			}
		case *ast.BlockStmt:
			if n != skip && n != f.body {
				blocks = append(blocks, n)
			}
		case *ast.CaseClause, *ast.CommClause:
			blocks = append(blocks, n)
		}
		return true
	})
	return blocks[len(blocks)-1]
}

func (c *code) isNilCheck(e ast.Expr) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	return ok && b.Op == token.NEQ && c.info.Types[b.Y].IsNil()
}

// leavesBlock reports whether a block ends in a return or the like.
func leavesBlock(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}

// uses reports whether what a step waits for may use what another one closes.
func (c *code) uses(f *fn, s, w step) bool {
	if w.server {
		return c.servedWith(f, s, w)
	}
	if ofAnother(s.path, w.path) {
		return false
	}
	for _, sp := range c.spawned {
		body := c.bodyOf(sp)
		if body == nil || !c.waitedFor(sp, body, w) {
			continue
		}
		if !s.aside && c.waitsForUsers(f, s, w, body) {
			return true
		}
		if sp.in.top == f.top && sp.at.Pos() > s.node.Pos() && !s.deferred {
			continue
		}
		if c.mentions(body, s.path, 0) || c.callMentions(sp.call, s.path) || c.mentionsHeld(f, body, s.path, w.path) {
			return true
		}
	}
	return false
}

// ofAnother reports whether two paths lead into two variables of one type: each has its own of what they lead to.
func ofAnother(a, b path) bool {
	return a.root != b.root && a.root != nil && b.root != nil && a.rest != "" && b.rest != "" && types.Identical(deref(a.root.Type()), deref(b.root.Type()))
}

// waitsForUsers reports whether a goroutine that a step waits for does nothing but wait for those who use what is closed.
func (c *code) waitsForUsers(f *fn, s, w step, body *ast.BlockStmt) bool {
	s.aside = true
	for _, st := range c.stops {
		if st.drain == nil || st.call.Pos() < body.Pos() || st.call.End() > body.End() {
			continue
		}
		p := c.receiver(st.sel)
		if p.ok() && p.last != w.path.last && c.uses(f, s, step{node: st.call, path: p, drain: true, server: st.drain.Server, name: types.ExprString(st.call.Fun)}) {
			return true
		}
	}
	return false
}

func (c *code) callMentions(call *ast.CallExpr, p path) bool {
	return slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
		if _, isLit := c.literal(e); isLit {
			return false
		}
		return c.mentions(e, p, 0)
	}) || c.receiverMentions(call, p)
}

// receiverMentions: go worker.run(), where the worker was made from what is closed.
func (c *code) receiverMentions(call *ast.CallExpr, p path) bool {
	exprs := append([]ast.Expr{call.Fun}, call.Args...)
	for _, e := range exprs {
		if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok && c.mentions(sel.X, p, 0) {
			return true
		}
	}
	return false
}

// bodyOf is the body of what a goroutine runs.
func (c *code) bodyOf(sp *spawn) *ast.BlockStmt {
	if l, ok := c.literal(sp.fun); ok {
		return l.Body
	}
	if d := c.declOf(sp.fun); d != nil {
		return d.body
	}
	return nil
}

// waitedFor reports whether a step waits for a goroutine: a group runs it, or it says that it is done.
func (c *code) waitedFor(sp *spawn, body *ast.BlockStmt, w step) bool {
	if sp.row != nil {
		sel, ok := ast.Unparen(sp.call.Fun).(*ast.SelectorExpr)
		return ok && c.receiver(sel).last == w.path.last
	}
	done := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "Done" && c.receiver(sel).last == w.path.last {
				done = true
			}
			if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && id.Name == "close" && len(n.Args) == 1 && c.path(n.Args[0]).last == w.path.last {
				done = true
			}
		case *ast.SendStmt:
			done = done || c.path(n.Chan).last == w.path.last
		}
		return !done
	})
	return done
}

// mentions reports whether code uses what a path leads to, or something that was made from it.
func (c *code) mentions(body ast.Node, p path, depth int) bool {
	if depth > maxInline {
		return false
	}
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			v, ok := c.info.Uses[n].(*types.Var)
			if !ok || found {
				break
			}
			found = c.identity(v) == p.last || !v.IsField() && p.rest == "" && c.comesFrom(v, p.root, 0)
		case *ast.CallExpr:
			if d := c.own(n); d != nil && !found && d.body != body {
				found = c.mentionsOnce(d, p, depth+1)
			}
		}
		return !found
	})
	return found
}

func (c *code) mentionsOnce(d *fn, p path, depth int) bool {
	if c.busy[d] {
		return false
	}
	c.busy[d] = true
	defer delete(c.busy, d)
	return c.mentions(d.body, p, depth)
}

// servedWith reports whether the handlers of a server may use what is closed: the server has been started before, and
// it is something that lives longer than a few calls of this function.
func (c *code) servedWith(f *fn, s, w step) bool {
	for _, word := range []string{"metric", "health", "debug", "pprof", "admin", "prom", "probe"} {
		if strings.Contains(strings.ToLower(w.name), word) {
			return false
		}
	}
	started := token.NoPos
	ast.Inspect(f.top.body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if g := c.callee(call); g != nil && (strings.HasPrefix(g.Name(), "ListenAndServe") || strings.HasPrefix(g.Name(), "Serve") || g.Name() == "Listen" || g.Name() == "Start") {
				started = max(started, call.Pos())
			}
		}
		return true
	})
	at := s.node.Pos()
	if s.deferred {
		at = f.body.End()
	}
	if started > at {
		return false
	}
	v := variable(s.path.root)
	switch {
	case v == nil:
		return false
	case s.path.rest != "" || v.Parent() == c.pass.Pkg.Scope() || c.isParam(v):
		return true
	}
	return c.handsOver(f.top, v, at)
}

// handsOver reports whether a function hands a variable to something, or a literal in it uses it, before a place.
func (c *code) handsOver(f *fn, v *types.Var, before token.Pos) bool {
	for _, g := range f.all() {
		for _, call := range c.callsIn(g) {
			if call.Pos() >= before {
				continue
			}
			for _, a := range call.Args {
				if c.path(a).root == v {
					return true
				}
			}
		}
		if g != f && g.use.kind != usedDefer && c.mentions(g.body, path{root: v, last: v}, maxInline) {
			return true
		}
	}
	found := false
	ast.Inspect(f.body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.CompositeLit); ok && lit.Pos() < before {
			for _, e := range lit.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					e = kv.Value
				}
				found = found || c.path(e).root == v
			}
		}
		return !found
	})
	return found
}

func (c *code) callsIn(f *fn) []*ast.CallExpr {
	var out []*ast.CallExpr
	inspectOwn(f.body, func(n ast.Node) {
		if call, ok := n.(*ast.CallExpr); ok {
			out = append(out, call)
		}
	})
	return out
}

// checkClosed reports a program that shuts down without closing the idle connections of its clients.
func checkClosed(r *rule.Reporter, c *code) {
	p := c.model.Program
	if c.pass.Pkg.Name() != "main" || !p.Clients || p.Closes {
		return
	}
	f := rule.Finding{Check: clientNotClosed, Message: "the program shuts down here and closes the idle connections of none of its HTTP clients"}
	for _, s := range c.stops {
		if s.drain != nil && s.drain.Server && (!f.Pos.IsValid() || rule.Order(c.pass.Fset, s.call.Pos(), f.Pos) < 0) {
			f.Place = rule.At(s.call)
		}
	}
	if f.Pos.IsValid() {
		r.Report(f)
		return
	}
	if !p.Stops.IsValid() || p.Via == nil {
		return
	}
	f.Place = rule.In(p.Stops, p.Stops)
	for _, file := range c.files {
		for _, im := range file.Imports {
			if strings.Trim(im.Path.Value, "`\"") == p.Via.Path() && !f.Anchor.Pos.IsValid() {
				f.Anchor = rule.At(im)
			}
		}
	}
	if f.Anchor.Pos.IsValid() {
		r.Report(f)
	}
}
