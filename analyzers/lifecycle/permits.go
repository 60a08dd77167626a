package lifecycle

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
	"github.com/reslint/reslint/internal/rule"
)

// checkPermits follows the permits of every function that takes some.
func checkPermits(r *rule.Reporter, c *code) {
	if len(c.ops) == 0 {
		return
	}
	for _, f := range c.fns {
		if !c.touching[f.top] {
			continue
		}
		for _, p := range c.taken(f) {
			w := c.analysis(f, p)
			if w.over {
				continue
			}
			for _, l := range c.judge(w) {
				reportLeak(r, c, l)
			}
			for _, b := range w.bad {
				if b.twice == nil || !c.inParts(b) {
					reportBadGive(r, c, b)
				}
			}
			checkAmounts(r, c, w)
		}
	}
}

// taken lists the semaphores that a function itself takes permits of.
func (c *code) taken(f *fn) []path {
	var out []path
	seen := make(map[string]bool)
	add := func(o *op) {
		if k := c.key(o.path); o.role != catalog.Give && !seen[k] {
			seen[k] = true
			out = append(out, o.path)
		}
	}
	for _, o := range f.ops {
		add(o)
	}
	for _, call := range f.calls {
		for _, o := range c.helperTakes(call, f) {
			add(o)
		}
	}
	return out
}

// leak is a permit that is lost.
type leak struct {
	op  *op
	end final
	all bool // it is given back nowhere
}

// judge decides which of the permits that are held at the end of a function are lost.
func (c *code) judge(w *walk) []leak {
	if w.inverted {
		return nil
	}
	var ops []*op
	for o := range w.takes {
		ops = append(ops, o)
	}
	sortOps(ops)
	var out []leak
	for _, o := range ops {
		if l, ok := c.lost(w, o); ok {
			out = append(out, l)
		}
	}
	return out
}

// lost picks the first end of a function at which a permit is lost.
func (c *code) lost(w *walk, o *op) (leak, bool) {
	got := w.takes[o]
	if len(got.leaks) == 0 || c.scattered(w, o) {
		return leak{}, false
	}
	local := c.dies(w, o)
	if !got.given {
		if c.never(w, o, local) {
			return leak{op: o, end: got.leaks[0], all: true}, true
		}
		return c.beforeHandOver(w, o, got.leaks)
	}
	elsewhere := c.givenElsewhere(w, o) && !w.givesOnSuccess(o)
	for _, end := range got.leaks {
		switch {
		case end.again || end.in != nil:
			return leak{op: o, end: end}, true
		case local:
			// nobody waits for a semaphore that is gone
		case end.kind == endsBadly || !elsewhere:
			return leak{op: o, end: end}, true
		}
	}
	return leak{}, false
}

// givesOnSuccess reports whether the function itself gives the permit back before it returns with success: then no
// other one is meant to.
func (w *walk) givesOnSuccess(o *op) bool {
	return slices.ContainsFunc(w.finals, func(f final) bool { return f.st == given && f.by == o && f.kind == endsWell })
}

// scattered reports whether permits that are taken once are given back in a loop with an end: as many as it has rounds,
// which is not followed.
func (c *code) scattered(w *walk, o *op) bool {
	for _, g := range o.in.ops {
		if g.role == catalog.Give && c.key(g.path) == w.key && g.loop != nil && g.loop != o.loop && bounded(g.loop) &&
			!(g.loop.Pos() <= o.node.Pos() && o.node.End() <= g.loop.End()) {
			return true
		}
	}
	return false
}

func bounded(loop ast.Stmt) bool {
	f, ok := loop.(*ast.ForStmt)
	return !ok || f.Cond != nil
}

// dies reports whether the semaphore is made by the function that is followed and gone with it.
func (c *code) dies(w *walk, o *op) bool {
	v := variable(o.path.root)
	return v != nil && !w.isRelease() && !v.IsField() && o.path.rest == "" && v.Parent() != c.pass.Pkg.Scope() && w.fn.declares(v) && c.madeHere(v)
}

// declares reports whether a variable is declared in the body of a function, outside the literals in it.
func (f *fn) declares(v *types.Var) bool {
	if v.Pos() < f.body.Pos() || v.Pos() >= f.body.End() {
		return false
	}
	for _, g := range f.inner {
		if g.node.Pos() <= v.Pos() && v.Pos() < g.node.End() {
			return false
		}
	}
	return true
}

// madeHere reports whether a variable is given a semaphore of its own, and nothing else.
func (c *code) madeHere(v *types.Var) bool {
	all := c.writes[v]
	for _, a := range all {
		call, ok := ast.Unparen(a.value).(*ast.CallExpr)
		if !ok {
			return false
		}
		if id, isID := ast.Unparen(call.Fun).(*ast.Ident); isID && id.Name == "make" {
			continue
		}
		f := c.callee(call)
		if f == nil || f.Signature().Recv() != nil || !strings.HasPrefix(f.Name(), "New") || catalog.KindOf(c.info.TypeOf(call)) != catalog.Bulkhead {
			return false
		}
	}
	return len(all) > 0
}

// givenElsewhere reports whether another function of the package, or perhaps of another, gives back what this one takes.
func (c *code) givenElsewhere(w *walk, o *op) bool {
	if w.isRelease() {
		return false
	}
	if v := variable(o.path.last); v == nil || v.Exported() && (v.IsField() || v.Parent() == c.pass.Pkg.Scope()) {
		if v != nil {
			return true
		}
	}
	loose := o.path.rest == "" && c.slotOf(w.fn, o.path) == slotNone // which semaphore it is cannot be told
	takers := make(map[*fn]bool)
	for _, x := range c.ops {
		if x.role != catalog.Give && x.path.last == o.path.last {
			takers[x.in.top] = true
		}
	}
	for _, x := range c.ops {
		if x.role != catalog.Give || x.in.top == w.fn.top || takers[x.in.top] {
			continue
		}
		if loose || x.path.last == o.path.last {
			return true
		}
	}
	return false
}

// never reports whether permits of a semaphore are taken and given back nowhere at all.
func (c *code) never(w *walk, o *op, local bool) bool {
	if o.helper || o.isChan || o.path.last == nil || o.amount != nil && !c.isOne(o.amount) {
		return false
	}
	v := variable(o.path.last)
	if v == nil || local != (o.loop != nil) || !local && !v.IsField() && v.Parent() != c.pass.Pkg.Scope() {
		return false
	}
	if v.Exported() && (v.IsField() || v.Parent() == c.pass.Pkg.Scope()) {
		return false
	}
	for _, x := range c.ops {
		if x.role == catalog.Give && x.path.last == o.path.last {
			return false
		}
	}
	return !c.escapes(v)
}

func (c *code) isOne(e ast.Expr) bool {
	n, ok := c.number(e)
	return ok && n == 1
}

// escapes reports whether a semaphore is used for more than its methods.
func (c *code) escapes(v *types.Var) bool {
	fine := make(map[*ast.Ident]bool)
	for _, o := range c.ops {
		fine[lastIdent(o.sem)] = true
	}
	out := false
	for _, f := range c.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, l := range n.Lhs {
					fine[lastIdent(l)] = true
				}
			case *ast.KeyValueExpr:
				fine[lastIdent(n.Key)] = true
			case *ast.BinaryExpr:
				if c.info.Types[n.Y].IsNil() {
					fine[lastIdent(n.X)] = true
				}
			case *ast.Ident:
				if u, ok := c.info.Uses[n].(*types.Var); ok && u.Origin() == v && !fine[n] {
					out = true
				}
			}
			return !out
		})
	}
	return out
}

func lastIdent(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	}
	return nil
}

// batch reports whether a loop takes permits without giving any back: they are given back together, or kept.
func (w *walk) batch(o *op) bool {
	if o.loop == nil {
		return true
	}
	gives := false
	ast.Inspect(o.loop, func(n ast.Node) bool {
		switch x := n.(type) {
		case nil:
		case *ast.DeferStmt:
			return x.Pos() > o.in.node.Pos() && w.c.inLiteral(x, o.in)
		case *ast.FuncLit:
			if f := w.c.lits[x]; f != nil && f.use.kind == usedDefer && f.outer == o.in {
				return false
			}
		default:
			gives = gives || w.does(n, false, 0)
		}
		return !gives
	})
	return !gives
}

// inLiteral reports whether a node stands in a literal of a function rather than in itself.
func (c *code) inLiteral(n ast.Node, f *fn) bool {
	for _, g := range f.inner {
		if g.node.Pos() <= n.Pos() && n.End() <= g.node.End() {
			return true
		}
	}
	return false
}

// again: a permit is taken while the same operation's last one is still held.
func (w *walk) again(before, now *op) {
	if before == now {
		got := w.takes[now]
		got.given = true
		got.leaks = append(got.leaks, final{state: state{st: held, by: now}, kind: endsBadly, again: true})
	}
}

// ending tells how a function ends: with or without success, as far as its results say.
func (c *code) ending(f *fn, ret *ast.ReturnStmt, s state) ending {
	if f.sig == nil || f.sig.Results().Len() == 0 {
		return endsWell
	}
	res := f.sig.Results()
	last := res.At(res.Len() - 1)
	byErr := gotypes.IsError(last.Type())
	if !byErr && !isBool(last.Type()) {
		return c.endsEmpty(ret)
	}
	var key string
	switch {
	case ret == nil || len(ret.Results) == 0:
		key = c.id(last)
	case len(ret.Results) < res.Len():
		if call, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr); ok && s.by != nil && s.by.node == call {
			return endsWell
		}
		return endsSomehow
	default:
		e := ast.Unparen(ret.Results[len(ret.Results)-1])
		if s.by != nil && s.by.node == e {
			return endsWell
		}
		tv := c.info.Types[e]
		switch {
		case tv.IsNil():
			return endsWell
		case tv.Value != nil:
			return endingOf(constant.BoolVal(tv.Value))
		case byErr && c.neverNil(e):
			return endsBadly
		}
		key = c.plainKey(e)
	}
	if key == "" {
		return endsSomehow
	}
	ask := fact{atom: key}
	if byErr {
		ask.atom = isNil(key)
	}
	if v, ok := s.knows(ask); ok {
		return endingOf(v)
	}
	return endsSomehow
}

func endingOf(well bool) ending {
	if well {
		return endsWell
	}
	return endsBadly
}

// endsEmpty: a function that returns nothing but nil has not succeeded.
func (c *code) endsEmpty(ret *ast.ReturnStmt) ending {
	if ret == nil || len(ret.Results) == 0 {
		return endsWell
	}
	for _, e := range ret.Results {
		if !c.info.Types[ast.Unparen(e)].IsNil() {
			return endsWell
		}
	}
	return endsBadly
}

// nameOf is what a semaphore is called where it is used.
func (c *code) nameOf(o *op) string {
	if o.helper {
		return "the permit that " + types.ExprString(o.node.(*ast.CallExpr).Fun) + " takes"
	}
	return "a permit of " + types.ExprString(o.sem)
}

func (c *code) line(n ast.Node) int { return c.pass.Fset.Position(n.Pos()).Line }

func reportLeak(r *rule.Reporter, c *code, l leak) {
	f := rule.Finding{Check: permitLeak, Place: rule.At(l.op.node), Fixes: c.fix.leak(l)}
	what := c.nameOf(l.op)
	switch {
	case l.all:
		f.Message = what + " is taken here, and no code gives it back"
	case l.end.again:
		f.Message = what + " is still held on some path to the next round of the loop"
	case l.end.in != nil:
		f.Message = fmt.Sprintf("%s is not given back on some path through the goroutine on line %d", what, c.line(l.end.in.node))
		f.Related = []rule.Related{{Place: rule.Place{Pos: l.end.in.node.Pos(), End: l.end.in.body.Pos()}, Message: "this goroutine has to give it back"}}
	case l.end.ret != nil:
		f.Message = fmt.Sprintf("%s is not given back before the return on line %d", what, c.line(l.end.ret))
		f.Related = []rule.Related{{Place: rule.At(l.end.ret), Message: "the permit is still held here"}}
	default:
		f.Message = what + " is not given back on some path to the end of the function"
	}
	r.Report(f)
}

func reportBadGive(r *rule.Reporter, c *code, b badGive) {
	f := rule.Finding{Check: releaseWithoutAcquire, Place: rule.At(b.at), Fixes: c.fix.badGive(b)}
	f.Related = []rule.Related{{Place: rule.At(b.by.node), Message: "the permit is asked for here"}}
	switch {
	case b.twice != nil:
		f.Message = fmt.Sprintf("the permit was given back on line %d already", c.line(b.twice))
		f.Related = []rule.Related{{Place: rule.At(b.twice), Message: "it is given back here"}}
	default:
		f.Message = fmt.Sprintf("on some path this gives back %s that line %d did not get", strings.Replace(c.nameOf(b.by), "the permit", "a permit", 1), c.line(b.by.node))
	}
	r.Report(f)
}
