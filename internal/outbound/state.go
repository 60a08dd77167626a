package outbound

import (
	"go/types"
	"maps"
	"slices"
	"strings"
)

// fields is the heap of one object, in order of the names. It is not changed once it is in a state: a write makes a new
// one, but for those of a state's own; see layers. Most objects have few fields, and all are gone through in order, so it
// is no map.
type fields []field

type field struct {
	name string
	is   value
}

func (fs fields) find(name string) (at int, found bool) {
	return slices.BinarySearchFunc(fs, name, func(x field, name string) int { return strings.Compare(x.name, name) })
}

// get reads a field; there is none that nothing was written to.
func (fs fields) get(name string) (value, bool) {
	if i, ok := fs.find(name); ok {
		return fs[i].is, true
	}
	return nil, false
}

// of reads a field; it is empty where nothing was written to it.
func (fs fields) of(name string) value {
	v, _ := fs.get(name)
	return v
}

// with returns the fields after a write.
func (fs fields) with(name string, v value) fields {
	i, found := fs.find(name)
	if found {
		out := slices.Clone(fs)
		out[i].is = v
		return out
	}
	out := make(fields, 0, len(fs)+1)
	return append(append(append(out, fs[:i]...), field{name, v}), fs[i:]...)
}

// without returns the fields but for those with the names of some others, which are in any order.
func (fs fields) without(others fields) fields {
	out := make(fields, 0, len(fs)+1)
	for _, x := range fs {
		if !slices.ContainsFunc(others, func(y field) bool { return x.name == y.name }) {
			out = append(out, x)
		}
	}
	return out
}

// put writes to fields that nothing else holds.
func (fs fields) put(name string, v value) fields {
	i, found := fs.find(name)
	if !found {
		return slices.Insert(fs, i, field{name, v})
	}
	fs[i].is = v
	return fs
}

// over returns the fields after all of some others are written.
func (fs fields) over(below fields) fields {
	out := make(fields, 0, max(len(fs), len(below)))
	for len(fs) > 0 && len(below) > 0 {
		switch c := strings.Compare(fs[0].name, below[0].name); {
		case c <= 0:
			out, fs = append(out, fs[0]), fs[1:]
			if c == 0 {
				below = below[1:]
			}
		default:
			out, below = append(out, below[0]), below[1:]
		}
	}
	return append(append(out, fs...), below...)
}

// each returns the fields with what is made of each value.
func (fs fields) each(do func(value) value) fields {
	out := make(fields, len(fs))
	for i, x := range fs {
		out[i] = field{x.name, do(x.is)}
	}
	return out
}

// same reports whether two fields are one: writes make new ones, so what no path wrote is the same.
func (fs fields) same(other fields) bool {
	return len(fs) == len(other) && (len(fs) == 0 || &fs[0] == &other[0])
}

// layers is a map that can be forked at no cost: a fork only holds what was written since.
type layers[K comparable, V any] struct {
	m     map[K]V
	own   map[K]bool // of m: nothing else holds the value, so that it may be changed; see state.set
	up    *layers[K, V]
	depth int
}

// maxLayers bounds how many layers a look-up goes through.
const maxLayers = 24

func (l *layers[K, V]) get(k K) (V, bool) {
	for ; l != nil; l = l.up {
		if v, ok := l.m[k]; ok {
			return v, true
		}
	}
	var none V
	return none, false
}

func (l *layers[K, V]) set(k K, v V) {
	if l.m == nil {
		l.m = make(map[K]V)
	}
	l.m[k] = v
	delete(l.own, k)
}

// all gathers everything.
func (l *layers[K, V]) all() map[K]V {
	var chain []*layers[K, V]
	n := 0
	for x := l; x != nil; x = x.up {
		if len(x.m) > 0 {
			chain = append(chain, x)
			n += len(x.m)
		}
	}
	out := make(map[K]V, n)
	for _, x := range slices.Backward(chain) {
		maps.Copy(out, x.m)
	}
	return out
}

// fork makes two layers over what was one.
func (l *layers[K, V]) fork() (a, b *layers[K, V]) {
	base := l
	switch {
	case l.depth >= maxLayers:
		base = &layers[K, V]{m: l.all()}
	case len(l.m) == 0 && l.up != nil:
		base = l.up
	}
	return &layers[K, V]{up: base, depth: base.depth + 1}, &layers[K, V]{up: base, depth: base.depth + 1}
}

// meet finds the layer that both stand on, and gathers what each wrote since.
func meet[K comparable, V any](a, b *layers[K, V]) (base *layers[K, V], wroteA, wroteB map[K]V) {
	wroteA, wroteB = make(map[K]V), make(map[K]V)
	take := func(l *layers[K, V], into map[K]V) *layers[K, V] {
		for k, v := range l.m {
			if _, ok := into[k]; !ok {
				into[k] = v
			}
		}
		return l.up
	}
	for a != b {
		switch {
		case b == nil || a != nil && a.depth >= b.depth:
			a = take(a, wroteA)
		default:
			b = take(b, wroteB)
		}
	}
	return a, wroteA, wroteB
}

// state is what is known at one point of a function.
type state struct {
	vars  *layers[*types.Var, value]
	heap  *layers[*object, fields]
	conds []cond
	dead  bool
}

func newState() *state {
	return &state{vars: &layers[*types.Var, value]{}, heap: &layers[*object, fields]{}}
}

// clone makes a state that goes its own way from here.
func (s *state) clone() *state {
	c := &state{conds: slices.Clip(s.conds), dead: s.dead}
	s.vars, c.vars = s.vars.fork()
	s.heap, c.heap = s.heap.fork()
	s.conds = slices.Clip(s.conds)
	return c
}

// fields returns what is known of an object's fields, which the caller may hold on to but does not change.
func (s *state) fields(o *object) fields {
	delete(s.heap.own, o)
	return s.peek(o)
}

// peek is fields for callers that are through with them before anything else is written.
func (s *state) peek(o *object) fields {
	f, _ := s.heap.get(o)
	return f
}

// manyFields is from how many fields on those of an object are worth being written to in place.
const manyFields = 8

// set writes a field.
func (s *state) set(o *object, name string, v value) {
	if s.heap.own[o] {
		s.heap.m[o] = s.heap.m[o].put(name, v.orUnknown())
		return
	}
	fs := s.peek(o).with(name, v.orUnknown())
	s.heap.set(o, fs)
	if len(fs) < manyFields {
		return
	}
	if s.heap.own == nil {
		s.heap.own = make(map[*object]bool)
	}
	s.heap.own[o] = true
}

// copies reports whether a write to an object copies its fields.
func (s *state) copies(o *object) bool { return !s.heap.own[o] }

// setAll writes several fields at once, in any order: to write one after the other copies those before it each time.
func (s *state) setAll(o *object, written fields) {
	if len(written) == 0 {
		return
	}
	slices.SortStableFunc(written, func(a, b field) int { return strings.Compare(a.name, b.name) })
	last := written[:0]
	for i, x := range written { // of two with one name, which no program that compiles has
		if i+1 == len(written) || written[i+1].name != x.name {
			last = append(last, x)
		}
	}
	s.heap.set(o, last.over(s.fields(o)))
}

// assume adds a condition to the path; a contradiction ends it.
func (s *state) assume(c cond) {
	conds, ok := addConds(s.conds, []cond{c})
	if !ok {
		s.dead = true
		return
	}
	s.conds = conds
}

// given is the path on which the conditions hold.
func (s *state) given(when []cond) *state {
	c := s.clone()
	for _, x := range when {
		c.assume(x)
	}
	return c
}

// since takes back what was assumed after another state.
func (s *state) since(before *state) *state {
	s.conds = before.conds
	return s
}

func common(a, b []cond) []cond {
	var out []cond
	for _, c := range a {
		if slices.Contains(b, c) {
			out = append(out, c)
		}
	}
	return out
}

func without(a, b []cond) []cond {
	var out []cond
	for _, c := range a {
		if !slices.Contains(b, c) {
			out = append(out, c)
		}
	}
	return out
}

// join is what is known where two paths meet. It may reuse either state.
func (f *frame) join(a, b *state) *state {
	if a == nil || a.dead {
		if b == nil {
			return a
		}
		return b
	}
	if b == nil || b.dead {
		return a
	}
	return f.joinLive(a, b, false)
}

func (f *frame) joinLive(a, b *state, exit bool) *state {
	both := common(a.conds, b.conds)
	j := joiner{f: f, a: a, b: b, ca: without(a.conds, both), cb: without(b.conds, both), exit: exit}
	return &state{vars: j.vars(), heap: j.heap(), conds: both}
}

// joinExits is what is known where two paths leave the function. What its own variables hold then does not matter where
// there are no literals that hold on to them.
func (f *frame) joinExits(a, b *state) *state {
	return f.joinLive(a, b, !f.literals())
}

// literals reports whether there are function literals in the function.
func (f *frame) literals() bool { return f.lit != nil || f.fn == nil || f.w.withLits[f.fn] }

// outlives reports whether a variable, or what it holds in the end, is known outside the function.
func (f *frame) outlives(v *types.Var) bool {
	return isGlobal(v) || !f.contains(v.Pos()) || slices.Contains(f.named, v)
}

// joiner joins two states that part from a common one.
type joiner struct {
	f      *frame
	a, b   *state
	ca, cb []cond
	exit   bool // variables that do not outlive the function are left out
}

func (j *joiner) either(x, y value) value {
	if sameValue(x, y) {
		return x
	}
	return union(x.under(j.ca), y.under(j.cb))
}

func (j *joiner) vars() *layers[*types.Var, value] {
	base, wa, wb := meet(j.a.vars, j.b.vars)
	out := &layers[*types.Var, value]{up: base, m: make(map[*types.Var]value, len(wa))}
	if base != nil {
		out.depth = base.depth + 1
	}
	for v := range wb {
		if _, ok := wa[v]; !ok {
			wa[v] = nil
		}
	}
	for v := range wa {
		if j.exit && !j.f.outlives(v) {
			continue
		}
		x, okA := j.a.vars.get(v)
		y, okB := j.b.vars.get(v)
		if !okA {
			x = j.f.absentVar(v)
		}
		if !okB {
			y = j.f.absentVar(v)
		}
		out.m[v] = j.either(x, y)
	}
	j.f.w.steps += len(wa)
	return out
}

// absentVar is what a variable without an entry holds: a parameter, package-level or captured variable its symbol, a
// local one something unknown.
func (f *frame) absentVar(v *types.Var) value {
	if sym := f.symbolFor(v); sym != nil {
		return one(sym)
	}
	return unknown
}

func (j *joiner) heap() *layers[*object, fields] {
	base, wa, wb := meet(j.a.heap, j.b.heap)
	out := &layers[*object, fields]{up: base, m: make(map[*object]fields, len(wa))}
	if base != nil {
		out.depth = base.depth + 1
	}
	for o := range wb {
		if _, ok := wa[o]; !ok {
			wa[o] = nil
		}
	}
	for _, o := range sortedObjects(wa) {
		delete(j.a.heap.own, o) // it may go on in what is joined
		delete(j.b.heap.own, o)
		fa, okA := j.a.heap.get(o)
		fb, okB := j.b.heap.get(o)
		switch {
		case okA && !okB && o.sym == nil: // made on one path only
			out.m[o] = fa
		case okB && !okA && o.sym == nil:
			out.m[o] = fb
		case okA && okB && fa.same(fb):
			out.m[o] = fa
		default:
			out.m[o] = j.fields(o, fa, fb)
		}
	}
	j.f.w.steps += len(wa)
	return out
}

func (j *joiner) fields(o *object, fa, fb fields) fields {
	out := fa.over(fb)
	for i, x := range out {
		a, okA := fa.get(x.name)
		b, okB := fb.get(x.name)
		if !okA {
			a = j.f.unwritten(o, fa, x.name)
		}
		if !okB {
			b = j.f.unwritten(o, fb, x.name)
		}
		out[i].is = j.either(a, b)
	}
	return out
}
