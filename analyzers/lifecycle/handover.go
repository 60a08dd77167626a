package lifecycle

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/rule"
)

// beforeHandOver picks an end at which a function fails before it hands the semaphore to what gives the permit back: a
// body that is closed later, say.
func (c *code) beforeHandOver(w *walk, o *op, leaks []final) (leak, bool) {
	if w.isRelease() || o.loop != nil || o.in != w.fn || !slices.ContainsFunc(w.finals, func(f final) bool { return f.kind == endsWell }) {
		return leak{}, false
	}
	if w.handed == nil {
		to := c.handOver(w)
		w.handed = &to
	}
	to := *w.handed
	if to == nil || to.Pos() < o.node.End() {
		return leak{}, false
	}
	for _, end := range leaks {
		if end.kind == endsBadly && !end.again && end.in == nil && end.ret != nil && end.by == o && o.node.End() < end.ret.Pos() && end.ret.End() < to.Pos() {
			return leak{op: o, end: end}, true
		}
	}
	return leak{}, false
}

// handOver is the first place where a function mentions a semaphore other than to take a permit or to give one back. It is
// nil where that is no element of a literal and no argument.
func (c *code) handOver(w *walk) ast.Expr {
	known := make(map[ast.Node]bool)
	for _, f := range w.fn.top.all() {
		for _, o := range f.ops {
			known[o.sem] = true
		}
	}
	handed := make(map[ast.Node]bool)
	var first ast.Expr
	ast.Inspect(w.fn.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					e = kv.Value
				}
				handed[ast.Unparen(e)] = true
			}
		case *ast.CallExpr:
			for _, a := range n.Args {
				handed[ast.Unparen(a)] = true
			}
		case *ast.BinaryExpr: // whether there is one
			known[n.X], known[n.Y] = c.info.Types[n.Y].IsNil() || known[n.X], c.info.Types[n.X].IsNil() || known[n.Y]
		}
		e, ok := n.(ast.Expr)
		if known[n] || first != nil {
			return false
		}
		if ok && c.isAt(w.key, n) {
			first = e
		}
		return true
	})
	if first == nil || !handed[first] {
		return nil
	}
	return first
}

// checkAmounts reports a function that takes one number of permits and gives back another one.
func checkAmounts(r *rule.Reporter, c *code, w *walk) {
	take, give := c.pair(w)
	if take == nil || give == nil {
		return
	}
	took, ok1 := c.amount(take)
	gave, ok2 := c.amount(give)
	switch {
	case !ok1 || !ok2 || took == gave || c.givesByOthers(w) || c.givenElsewhere(w, take):
	case took > gave:
		r.Report(rule.Finding{Check: permitLeak, Place: rule.At(take.node),
			Message: fmt.Sprintf("%d permits of %s are taken here, and %d given back on line %d", took, c.nameOfSem(take), gave, c.line(give.node)),
			Related: []rule.Related{{Place: rule.At(give.node), Message: "fewer are given back here"}}})
	default:
		r.Report(rule.Finding{Check: releaseWithoutAcquire, Place: rule.At(give.node),
			Message: fmt.Sprintf("this gives back %d permits of %s, and line %d took %d", gave, c.nameOfSem(give), c.line(take.node), took),
			Related: []rule.Related{{Place: rule.At(take.node), Message: "fewer are taken here"}}})
	}
}

func (c *code) nameOfSem(o *op) string { return types.ExprString(o.sem) }

// pair returns the only operation of a function that takes permits of a semaphore, and the only one that gives some back,
// where neither is in a loop.
func (c *code) pair(w *walk) (take, give *op) {
	if w.inverted || w.isRelease() || len(w.bad) > 0 || len(w.takes) != 1 {
		return nil, nil
	}
	for _, out := range w.takes {
		if len(out.leaks) > 0 || !out.given {
			return nil, nil
		}
	}
	for _, f := range w.fn.top.all() {
		for _, o := range f.ops {
			if c.key(o.path) != w.key {
				continue
			}
			at := &take
			if o.role == catalog.Give {
				at = &give
			}
			if *at != nil || o.isChan || o.loop != nil {
				return nil, nil
			}
			*at = o
		}
	}
	if take == nil || give == nil || w.takes[take] == nil {
		return nil, nil
	}
	return take, give
}

// givesByOthers reports whether a function calls another one that gives a permit back.
func (c *code) givesByOthers(w *walk) bool {
	found := false
	ast.Inspect(w.fn.top.body, func(n ast.Node) bool {
		found = found || n != nil && w.opAt(n) == nil && !c.runsLiteral(n) && w.does(n, false, 0)
		return !found
	})
	return found
}

// inParts reports whether what is given back twice may be two parts of what was taken.
func (c *code) inParts(b badGive) bool {
	give := c.ops[b.at]
	if give == nil || b.by.helper {
		return false
	}
	took, ok1 := c.amount(b.by)
	gave, ok2 := c.amount(give)
	return !ok1 && !ok2 && c.plainKey(b.by.amount) != c.plainKey(give.amount) || ok1 != ok2 || took > gave
}

// amount is how many permits an operation is about, where that is a constant.
func (c *code) amount(o *op) (int64, bool) {
	if o.amount == nil {
		return 1, true
	}
	return c.number(o.amount)
}
