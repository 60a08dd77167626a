package outbound

import (
	"go/types"
	"maps"
	"reflect"
	"slices"
)

// fields is the heap of one object. It is never changed once it is in a state: a write makes a new one.
type fields map[string]value

// layers is a map that can be forked at no cost: a fork only holds what was written since.
type layers[K comparable, V any] struct {
	m     map[K]V
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
}

// all gathers everything.
func (l *layers[K, V]) all() map[K]V {
	var chain []*layers[K, V]
	for x := l; x != nil; x = x.up {
		chain = append(chain, x)
	}
	out := make(map[K]V)
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

// fields returns what is known of an object's fields; the caller does not change it.
func (s *state) fields(o *object) fields {
	f, _ := s.heap.get(o)
	return f
}

// set writes a field.
func (s *state) set(o *object, name string, v value) {
	old := s.fields(o)
	f := make(fields, len(old)+1)
	maps.Copy(f, old)
	f[name] = v.orUnknown()
	s.heap.set(o, f)
}

// setAll writes several fields at once: to write one after the other copies those before it each time.
func (s *state) setAll(o *object, more fields) {
	if len(more) == 0 {
		return
	}
	old := s.fields(o)
	f := make(fields, len(old)+len(more))
	maps.Copy(f, old)
	for k, v := range more {
		f[k] = v.orUnknown()
	}
	s.heap.set(o, f)
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
	both := common(a.conds, b.conds)
	j := joiner{f: f, a: a, b: b, ca: without(a.conds, both), cb: without(b.conds, both)}
	return &state{vars: j.vars(), heap: j.heap(), conds: both}
}

// joiner joins two states that part from a common one.
type joiner struct {
	f      *frame
	a, b   *state
	ca, cb []cond
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
		fa, okA := j.a.heap.get(o)
		fb, okB := j.b.heap.get(o)
		switch {
		case okA && !okB && o.sym == nil: // made on one path only
			out.m[o] = fa
		case okB && !okA && o.sym == nil:
			out.m[o] = fb
		case okA && okB && sameMap(fa, fb):
			out.m[o] = fa
		default:
			out.m[o] = j.fields(o, fa, fb)
		}
	}
	j.f.w.steps += len(wa)
	return out
}

// sameMap reports whether two fields are one map: writes make new ones, so what no path wrote is the same.
func sameMap(a, b fields) bool {
	return reflect.ValueOf(a).UnsafePointer() == reflect.ValueOf(b).UnsafePointer()
}

func (j *joiner) fields(o *object, fa, fb fields) fields {
	names := make(map[string]bool, len(fa)+len(fb))
	for k := range fa {
		names[k] = true
	}
	for k := range fb {
		names[k] = true
	}
	out := make(fields, len(names))
	for _, k := range sortedKeys(names) {
		x, okA := fa[k]
		y, okB := fb[k]
		if !okA {
			x = j.f.initial(o, k)
		}
		if !okB {
			y = j.f.initial(o, k)
		}
		out[k] = j.either(x, y)
	}
	return out
}
