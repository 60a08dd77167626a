package lifecycle

import (
	"cmp"
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
)

// status is what a path knows of the permit of one semaphore.
type status uint8

const (
	idle   status = iota // not taken yet on this path
	held                 // taken
	failed               // asked for, and not got
	given                // taken and given back
	lost                 // something may have happened that cannot be seen
)

// state is one path to a place in a function.
type state struct {
	st     status
	by     *op // held, failed and given: the operation that took it, or failed to
	gave   ast.Node
	facts  []fact // sorted by atom
	defers *deferred
}

// deferred is a stack of calls.
type deferred struct {
	call *ast.CallExpr
	st   status // when it was deferred
	by   *op
	next *deferred
}

func (s state) with(f fact) state {
	s.facts = slices.Clone(s.facts)
	i, ok := slices.BinarySearchFunc(s.facts, f.atom, func(x fact, a string) int { return cmp.Compare(x.atom, a) })
	if ok {
		s.facts[i] = f
	} else {
		s.facts = slices.Insert(s.facts, i, f)
	}
	return s
}

// knows returns what is known of a condition.
func (s state) knows(f fact) (value, ok bool) {
	i, ok := slices.BinarySearchFunc(s.facts, f.atom, func(x fact, a string) int { return cmp.Compare(x.atom, a) })
	if !ok {
		return false, false
	}
	return s.facts[i].not == f.not, true
}

// without forgets what depends on a variable or field.
func (s state) without(key string) state {
	if key == "" || !slices.ContainsFunc(s.facts, func(f fact) bool { return strings.Contains(f.atom, key) }) {
		return s
	}
	s.facts = slices.DeleteFunc(slices.Clone(s.facts), func(f fact) bool { return strings.Contains(f.atom, key) })
	return s
}

func (s state) name() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", s.st)
	if s.by != nil {
		fmt.Fprintf(&b, "@%d", s.by.node.Pos())
	}
	if s.gave != nil {
		fmt.Fprintf(&b, "!%d", s.gave.Pos())
	}
	for _, f := range s.facts {
		fmt.Fprintf(&b, " %s=%t", f.atom, f.not)
	}
	for d := s.defers; d != nil; d = d.next {
		fmt.Fprintf(&b, " d%d.%d", d.call.Pos(), d.st)
	}
	return b.String()
}

// maxStates bounds the paths that are kept apart at one place. Beyond it a function is not judged.
const maxStates = 96

// unite drops paths that are no different.
func (w *walk) unite(lists ...[]state) []state {
	var out []state
	n := 0
	for _, l := range lists {
		n += len(l)
	}
	if n == 0 {
		return nil
	}
	seen := make(map[string]bool, n)
	for _, l := range lists {
		for _, s := range l {
			if name := s.name(); !seen[name] {
				seen[name] = true
				out = append(out, s)
			}
		}
	}
	if len(out) > maxStates {
		w.over = true
		return nil
	}
	return out
}

// take changes the paths through an operation that takes a permit, in those that get it and those that do not.
func (w *walk) take(in []state, o *op, can bool) (got, not []state) {
	w.taken(o)
	for _, s := range in {
		if s.st == held && w.batch(o) {
			s.st, s.by = lost, nil
			got = append(got, s)
			continue
		}
		if s.st == held {
			w.again(s.by, o)
		}
		s.st, s.by, s.gave = held, o, nil
		got = append(got, s)
		if can {
			s.st = failed
			not = append(not, s)
		}
	}
	return got, not
}

// give changes the paths through an operation that gives a permit back. A doubtful one may do something else.
func (w *walk) give(in []state, at ast.Node, doubtful bool, d *deferred) []state {
	out := make([]state, 0, len(in))
	for _, s := range in {
		switch s.st {
		case held:
			w.takes[s.by].given = true
			s.st, s.gave = given, at
			if doubtful {
				s.st = lost
			}
		case failed:
			if !doubtful {
				w.wrong(badGive{at: at, by: s.by})
			}
			s.st = lost
		case given:
			if d != nil && d.st == held && d.by == s.by && !doubtful && w.unit() {
				w.wrong(badGive{at: at, by: s.by, twice: s.gave})
			}
		case idle:
			w.idleGive(at, doubtful, d)
			s.st = lost
		}
		out = append(out, s)
	}
	return out
}

// idleGive: a permit is given back on a path that has not asked for one.
func (w *walk) idleGive(at ast.Node, doubtful bool, d *deferred) {
	if d == nil || doubtful {
		w.inverted = true
		return
	}
	for _, o := range w.fn.ops {
		if o.role != catalog.Give && w.c.key(o.path) == w.key && o.node.Pos() > d.call.Pos() {
			w.wrong(badGive{at: at, by: o})
			return
		}
	}
	w.inverted = true
}

// pass hands the permit of all paths to something that gives it back, or may.
func (w *walk) pass(in []state, gives bool) []state {
	out := make([]state, 0, len(in))
	for _, s := range in {
		if s.st == held && gives {
			w.takes[s.by].given = true
		}
		if s.st != idle {
			s.st = lost
		}
		out = append(out, s)
	}
	return out
}
