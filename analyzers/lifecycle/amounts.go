package lifecycle

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/rule"
)

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
