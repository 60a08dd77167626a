package outbound

import (
	"slices"

	"github.com/reslint/reslint/internal/catalog"
)

// An entry is the entry of a breaker, or a permit that is taken: an event whose URL is that of all requests inside. Of
// what a callback runs in, these are the requests of the callback; of a permit, those that follow in the function that
// has it.

// enter makes the entry that the catalogue speaks of.
func (f *frame) enter(row *catalog.Func, cs *callSite) *event {
	what := row.Entered
	if what == nil {
		what = &catalog.Shape{Op: catalog.Arg}
	}
	return &event{kind: evEnter, enters: row.Enter, complete: len(row.Calls) > 0, client: f.freeze(f.shape(what, cs)),
		at: spanOf(cs.node)}
}

// during does something inside an entry.
func (f *frame) during(e *event, do func()) {
	f.inside = append(f.inside, e)
	do()
	f.inside = f.inside[:len(f.inside)-1]
}

// noteInside remembers a request, or a call of a function that is not known yet, for the entries around it.
func (f *frame) noteInside(url, runs value) {
	for _, e := range slices.Concat(f.inside, f.permits) {
		e.url, e.runs = also(e.url, url), also(e.runs, runs)
	}
}

func also(a, b value) value {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	}
	return union(a, b)
}

// maxPermits bounds how many permits of one function are followed: each request behind them is noted on all.
const maxPermits = 64

// permit keeps a permit until it is known what is done with it.
func (f *frame) permit(e *event) bool {
	if e.kind != evEnter || e.complete || len(e.url) > 0 || len(e.runs) > 0 || len(f.permits) >= maxPermits {
		return false
	}
	f.permits = append(f.permits, e)
	return true
}

// settlePermits ends all permits.
func (f *frame) settlePermits() {
	permits := f.permits
	f.permits = nil
	for _, e := range permits {
		e.complete = len(e.url) > 0 || len(e.runs) > 0 || f.top()
		f.addComplete(e)
	}
}

// runInside looks at the functions that run inside an entry, now that they are known.
func (f *frame) runInside(e *event) {
	runs := e.runs
	e.runs = nil
	for _, x := range runs {
		c, ok := x.is.(*closure)
		switch {
		case ok:
			f.during(e, func() { f.pretend(c) })
		case f.openValue(value{x}):
			e.runs = append(e.runs, x)
		}
	}
}

const (
	maxPretended = 8 // functions that run inside entries of each other
	maxSame      = 2 // of these, times that one function does: what calls itself shows nothing new in a third round
)

// pretend runs a function value and leaves no trace of it.
func (f *frame) pretend(c *closure) {
	same := 0
	for _, other := range f.w.pretended {
		if other.lit == c.lit && other.fn == c.fn {
			same++
		}
	}
	if same >= maxSame || len(f.w.pretended) >= maxPretended || f.w.steps > maxSteps {
		return
	}
	f.w.pretended = append(f.w.pretended, c)
	defer func() { f.w.pretended = f.w.pretended[:len(f.w.pretended)-1] }()
	var events []*event
	outer, ran, st := f.w.capture, f.ran[c.lit], f.st.clone()
	was := *f
	f.w.capture = &events
	f.applyOutside(c, nil)
	f.w.capture, f.ran[c.lit] = outer, ran
	f.st, f.events, f.fresh, f.permits, f.made, f.mutated = st, was.events, was.fresh, was.permits, was.made, was.mutated
}

// holdCaptured records that whoever holds a function value holds what it captures.
func (f *frame) holdCaptured(h *object, c *closure, via span, depth int) {
	if depth > maxWrap {
		return
	}
	captured := slices.Clone(c.recv)
	for _, v := range sortedVars(c.env) {
		captured = append(captured, c.env[v]...)
	}
	for _, x := range captured {
		switch a := x.is.(type) {
		case *closure:
			f.holdCaptured(h, a, via, depth+1)
		case *object:
			f.holdOne(h, a, x.keyed, via)
		case *frozen:
			f.holdOne(h, a.obj, x.keyed, via)
		}
	}
}

// holdOne records that a function value, which something may hold, holds an object that it captures.
func (f *frame) holdOne(h, o *object, keyed bool, via span) {
	if h != nil && !keyed {
		f.w.holding(o, holding{h: h, via: via})
	}
	if o.sym == nil {
		f.w.seen.hold(o)
	}
}
