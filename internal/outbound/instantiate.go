package outbound

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
)

// subst carries a summary over to a call of the function: parameters become arguments, and what the function makes
// is made anew.
type subst struct {
	f       *frame
	sum     *summary
	args    []value
	c       *closure
	objs    map[*object]*object
	syms    map[*object]value
	frozens map[*frozen]*frozen
	below   map[*object]fields // of copies of what the caller made: the fields of the originals
	depth   int
	at      span // the call
	node    ast.Node
	call    ast.Node // the same, also for a call from outside
	runs    bool     // see callSite
	sends   bool     // what the function does is carried over, and no longer what it returns
	maker   string   // the function, if its name says that it makes what it returns
	inside  []step   // the way into the function
	from    []step   // the last way that was carried over,
	to      []step   // and what became of it
}

// way carries a way through the function over. Most things happen on the same one.
func (s *subst) way(w []step) []step {
	if s.inside == nil {
		s.inside = way(s.f.way, s.steps())
	}
	if len(w) == 0 || len(s.inside) >= maxWay {
		return s.inside
	}
	if len(s.from) != len(w) || &s.from[0] != &w[0] {
		s.from, s.to = w, way(s.inside, w)
	}
	return s.to
}

// lateResults adds what places that the function has filled hold now.
func (s *subst) lateResults(r, v value) value {
	for _, x := range r {
		o, ok := x.is.(*object)
		if !x.late || !ok {
			continue
		}
		sym := o.sym
		if sym.base == nil {
			v = append(v[:len(v):len(v)], s.f.load(sym.v)...)
			continue
		}
		v = append(v[:len(v):len(v)], s.f.read(s.resolve(sym.base), sym.field)...)
	}
	return union(v)
}

// instantiate does in the frame what a function does, and returns its results.
func (f *frame) instantiate(sum *summary, args []value, c *closure, cs *callSite) []value {
	if f.st.dead {
		return pad(nil, cs.n)
	}
	f.w.steps += 1 + len(sum.events) + len(sum.heap)
	s := f.substitute(sum, args, c, cs)
	results := make([]value, len(sum.results))
	for i, r := range sum.results {
		results[i] = s.value(r)
	}
	if !sum.any {
		f.st.dead = f.st.dead || sum.exits
		for i := range results {
			results[i] = results[i].yielded(s.at)
		}
		return pad(results, cs.n)
	}
	for o, heap := range sum.settled {
		if _, ok := f.st.heap.get(o); !ok {
			f.st.heap.set(o, heap)
		}
	}
	apply, urls := s.effects(), s.optional(sum.urls)
	for _, o := range sum.loose {
		s.object(o)
	}
	events := make([]*event, 0, len(sum.events))
	s.sends = true
	for _, e := range sum.events {
		if x := s.event(e); x != nil {
			events = append(events, x)
		}
	}
	apply()
	for i, r := range sum.results {
		results[i] = s.lateResults(r, results[i]).yielded(s.at)
	}
	if len(urls) > 0 {
		f.noteInside(urls, nil)
		f.urls = also(f.urls, urls)
	}
	for _, e := range events {
		f.replay(e)
	}
	f.st.dead = f.st.dead || sum.exits
	return pad(results, cs.n)
}

func (f *frame) substitute(sum *summary, args []value, c *closure, cs *callSite) *subst {
	s := &subst{f: f, sum: sum, args: args, c: c, objs: make(map[*object]*object), syms: make(map[*object]value),
		frozens: make(map[*frozen]*frozen), call: cs.node, runs: cs.runs}
	if cs.fn != nil && strings.HasPrefix(cs.fn.Name(), "New") {
		s.maker = cs.fn.Name()
	}
	if !cs.outside {
		s.at, s.node = spanOf(cs.node), cs.node
	}
	return s
}

// effects finds what the function does to fields and variables, before any of it is done.
func (s *subst) effects() (apply func()) {
	f := s.f
	type write struct {
		target value
		fields fields
	}
	var writes []write
	for _, o := range sortedObjects(s.sum.heap) {
		if o.sym == nil {
			continue
		}
		writes = append(writes, write{s.resolve(o), s.sum.heap[o].each(s.value)})
	}
	vars := make(map[*types.Var]value, len(s.sum.vars))
	for _, v := range sortedVars(s.sum.vars) {
		vars[v] = s.value(s.sum.vars[v])
	}
	return func() {
		for _, w := range writes {
			if len(w.fields) > 0 {
				f.mutationsAt(s.at, w.target.objects())
			}
			for _, x := range w.fields {
				f.write(w.target, x.name, x.is)
			}
		}
		for v, val := range vars {
			f.displace(v, val)
			f.store(v, val)
		}
	}
}

// sortedObjects orders objects in a way that depends on the program alone: what is made, and then symbols by what they
// stand for.
func sortedObjects(m map[*object]fields) []*object {
	out := make([]*object, 0, len(m))
	for o := range m {
		out = append(out, o)
	}
	slices.SortFunc(out, func(a, b *object) int {
		if a.sym == nil && b.sym == nil {
			return a.id - b.id
		}
		return cmp.Or(cmp.Compare(a.key(), b.key()), a.id-b.id)
	})
	return out
}

// key names a symbol; it is empty for what is not one.
func (o *object) key() string {
	if o.sym == nil {
		return ""
	}
	if o.sym.key == "" {
		o.sym.key = o.nameSymbol()
	}
	return o.sym.key
}

func (o *object) nameSymbol() string {
	switch s := o.sym; {
	case s.base != nil:
		return s.base.key() + "." + s.field
	case s.v != nil && isGlobal(s.v):
		return fmt.Sprintf("%d %s.%s", s.root, s.v.Pkg().Path(), s.v.Name())
	case s.v != nil:
		return fmt.Sprintf("%d %03d %012d %s", s.root, s.param, s.v.Pos(), s.v.Name())
	default:
		return fmt.Sprintf("%d %03d", s.root, s.param)
	}
}

// maxReplays bounds how calls that were put off lead to others: options do not call options.
const maxReplays = 3

// replay does what was put off until its values were known.
func (f *frame) replay(e *event) {
	if e.kind != evDynamic {
		if len(e.runs) > 0 {
			f.runInside(e)
		}
		f.add(e)
		return
	}
	if f.w.replaying >= maxReplays {
		return
	}
	f.w.replaying++
	defer func() { f.w.replaying-- }()
	cs := &callSite{node: e.site.node, call: e.site.call, n: e.site.n}
	for _, x := range e.fn {
		if c, ok := x.is.(*closure); ok && (e.method == "" || f.adapts(c, len(e.args))) {
			if e.each || len(e.fn) == 1 {
				f.apply(c, e.args, cs)
			} else {
				f.maybe(func() { f.apply(c, e.args, cs) })
			}
			continue
		}
		o, ok := x.is.(*object)
		switch {
		case !ok:
			if unseen(x) {
				f.configured(e.args)
			}
		case o.sym != nil && openSymbol(o):
			f.add(e)
		case e.method != "":
			m, recv := f.concrete(o, e.method)
			switch {
			case m == nil, e.sent && catalog.LookupFunc(m) != nil:
			case e.each || len(e.fn) == 1:
				f.invoke(m, append([]value{recv}, e.args...), cs)
			default:
				f.maybe(func() { f.invoke(m, append([]value{recv}, e.args...), cs) })
			}
		}
	}
}

// event carries an event over. It is nil where the caller's values keep it from happening.
func (s *subst) event(e *event) *event {
	when, ok := s.path(e.when)
	if !ok {
		return nil
	}
	c := *e
	if c.where.IsValid() {
		c.via = s.at
	}
	c.when, c.way = when, s.way(e.way)
	if c.kind == evDynamic && c.site.node == nil { // of another package's function
		c.site = &callSite{node: s.node, n: c.site.n}
	}
	c.client, c.ctx, c.url, c.fn = s.f.freeze(s.optional(e.client)), s.optional(e.ctx), s.optional(e.url), s.optional(e.fn)
	c.stream, c.runs = s.optional(e.stream), s.optional(e.runs)
	c.by = s.f.consumer(e.by)
	c.args = make([]value, len(e.args))
	for i, a := range e.args {
		c.args[i] = s.value(a)
	}
	c.rounds = e.rounds * s.f.constRounds()
	c.loops = slices.Concat(s.f.loops, e.loops)
	if elems, ok := s.exact(e); ok {
		c.fn, c.each = elems, true
	}
	return &c
}

// path carries over what holds on the path to an event, and adds what holds at the call.
func (s *subst) path(when []cond) (now []cond, possible bool) {
	for _, c := range when {
		x, holds, known := s.cond(c)
		switch {
		case known && !holds, !known && x.sym == nil && c.guess:
			return nil, false
		case !known && x.sym != nil:
			now = append(now, x)
		}
	}
	return addConds(now, s.f.st.conds)
}

// exact: a range over options that are known now calls each of them.
func (s *subst) exact(e *event) (value, bool) {
	sym := e.fn.symOf()
	if e.kind != evDynamic || sym == nil || sym.sym.field != "[]" {
		return nil, false
	}
	elems, ok := exactElems(s.resolve(sym.sym.base))
	if !ok {
		return nil, false
	}
	var out value
	for _, v := range elems {
		out = append(out, v...)
	}
	return out, true
}

func (s *subst) optional(v value) value {
	if v == nil {
		return nil
	}
	return s.value(v)
}

// value carries a value over.
func (s *subst) value(v value) value {
	s.depth++
	defer func() { s.depth-- }()
	if s.depth > 4*maxPath {
		return unknown
	}
	simple := true
	for _, x := range v {
		switch x.is.(type) {
		case unset, zero, some, konst, prefix, inbound, background, handed:
		default:
			simple = false
		}
		simple = simple && len(x.when) == 0 && !x.late
	}
	if simple {
		return v
	}
	if len(v) == 1 && !v[0].late {
		return s.only(s.alt(v[0]))
	}
	var out value
	for _, x := range v {
		if !x.late {
			out = append(out, s.alt(x)...)
		}
	}
	return s.only(out)
}

// only leaves out what is said twice; nothing stays nothing.
func (s *subst) only(v value) value {
	switch {
	case len(v) > maxAlts:
		return unknown
	case len(v) == 0:
		return nil
	}
	return union(v)
}

func (s *subst) alt(x alt) value {
	if len(x.when) == 0 {
		return s.atom(x).orUnknown()
	}
	paths := [][]cond{nil}
	self := 0
	for _, c := range x.when {
		if o, ok := x.is.(*object); ok && o == c.sym {
			self = 1
			if c.zero {
				self = -1
			}
			continue
		}
		if paths = cross(paths, s.ways(c)); len(paths) == 0 {
			return nil
		}
	}
	v := s.atom(x)
	if self != 0 {
		z, n := v.split()
		v = n
		if self < 0 {
			v = z
		}
		if len(v) == 0 {
			return nil
		}
	}
	var out value
	for _, when := range paths {
		out = append(out, v.under(when)...)
	}
	return out
}

// maxWays bounds the ways in which conditions may hold: beyond it they may hold on any path.
const maxWays = 8

// ways carries a condition over: the conditions of the paths on which it may hold. A guess holds only where it is
// known to.
func (s *subst) ways(c cond) [][]cond {
	now, holds, known := s.cond(c)
	switch {
	case known && !holds:
		return nil
	case known, c.sym.sym == nil:
		return [][]cond{nil}
	case now.sym != nil:
		return [][]cond{{now}}
	}
	var out [][]cond
	for _, x := range s.resolve(c.sym) {
		when := x.when
		switch yes, known := isZero(x.is); {
		case known && yes != c.zero:
			continue
		case known:
		default:
			o, ok := x.is.(*object)
			if !ok && c.guess {
				continue
			}
			if ok {
				if when, ok = addConds(when, []cond{{o, c.zero, c.guess}}); !ok {
					continue
				}
			}
		}
		if len(when) == 0 {
			return [][]cond{nil}
		}
		out = append(out, when)
	}
	if len(out) > maxWays && !c.guess {
		return [][]cond{nil}
	}
	return out
}

// cross is the conditions of the paths on which one of each holds.
func cross(a, b [][]cond) [][]cond {
	if len(a)*len(b) > maxWays && len(b) > 0 {
		return a
	}
	var out [][]cond
	for _, x := range a {
		for _, y := range b {
			if when, ok := addConds(x, y); ok {
				out = append(out, when)
			}
		}
	}
	return out
}

// cond carries a condition over: it holds, does not hold, or depends on another symbol, or on what is not known.
func (s *subst) cond(c cond) (now cond, holds, known bool) {
	if c.sym.sym == nil {
		return cond{}, true, false
	}
	v := s.resolve(c.sym)
	if sym := v.symOf(); sym != nil {
		return cond{sym, c.zero, c.guess}, true, false
	}
	switch asZero, asOther := v.mayBe(); {
	case !asOther:
		return cond{}, c.zero, true
	case !asZero:
		return cond{}, !c.zero, true
	}
	return cond{}, true, false
}

func (s *subst) atom(x alt) value {
	keep := func(a atom) value { return value{{is: a, at: x.at, via: x.via, keyed: x.keyed}} }
	switch a := x.is.(type) {
	case *object:
		if a.sym != nil {
			return s.placed(s.resolve(a), x)
		}
		return keep(s.object(a))
	case begins:
		return s.resolve(a.o).start(a.then)
	case *frozen:
		return s.placed(s.frozen(a, x.at), alt{keyed: x.keyed})
	case *deadlineCtx:
		at := a.at
		if !at.known() && !s.sends { // another package sets it for this one
			at = s.at
		}
		return keep(&deadlineCtx{parent: s.value(a.parent), after: s.value(a.after), at: at,
			rounds: a.rounds * s.f.constRounds(), loops: slices.Concat(inTurn(s.f.loops), a.loops)})
	case *valueCtx:
		val := s.value(a.val)
		s.f.lend(val, 0)
		return keep(&valueCtx{parent: s.value(a.parent), key: a.key, val: val})
	case *closure:
		return keep(s.closure(a))
	}
	return keep(x.is)
}

// placed gives a value that came through a parameter the place where the parameter is used.
func (s *subst) placed(v value, x alt) value {
	if !x.at.known() && !x.keyed {
		return v
	}
	out := slices.Clone(v)
	for i := range out {
		if x.at.known() {
			out[i].at = x.at
		}
		out[i].keyed = out[i].keyed || x.keyed
	}
	return out
}

func (s *subst) closure(c *closure) *closure {
	if len(c.env) == 0 && c.recv == nil && c.memo == nil {
		return c
	}
	n := &closure{fn: c.fn, lit: c.lit, recv: s.optional(c.recv), memo: s.optional(c.memo), env: make(map[*types.Var]value, len(c.env))}
	for _, v := range sortedVars(c.env) {
		n.env[v] = s.value(c.env[v])
	}
	return n
}

// object makes anew what the function makes.
func (s *subst) object(o *object) *object {
	if n, ok := s.objs[o]; ok {
		return n
	}
	heap, ok := s.sum.heap[o]
	if !ok {
		return o
	}
	f := s.f
	n := f.w.newObject(o.kind, o.typ)
	n.site, n.implied, n.shared = o.site, o.implied, o.shared
	n.born, n.settled, n.loop, n.dropped = o.born, o.settled, o.loop, o.dropped
	n.made, n.lasting, n.many = o.made, o.lasting, o.many
	if !n.settled && s.at.known() && !s.runs {
		n.born = s.at
	}
	s.objs[o] = n
	f.adopt(n)
	n.way = s.way(o.way)
	var below fields
	if o.from != nil {
		for _, src := range s.resolve(o.from).objects() {
			if src.sym != nil {
				n.from = src
			} else {
				n.site = cmp.Or(n.site, src.site) // a copy comes from where the original does
				below = f.st.fields(src).over(below)
			}
		}
	}
	if len(below) > 0 {
		if s.below == nil {
			s.below = make(map[*object]fields)
		}
		s.below[n] = below
	}
	f.st.heap.set(n, heap.each(s.value).over(below))
	if x := o.more(); o.extra != nil || s.maker != "" {
		n.extra = &extra{lost: x.lost, maker: cmp.Or(x.maker, s.maker), elem: s.elems(x.elem), head: s.elems(x.head)}
	}
	return n
}

func (s *subst) elems(vs []value) []value {
	if vs == nil {
		return nil
	}
	out := make([]value, len(vs))
	for i, v := range vs {
		out[i] = s.value(v)
	}
	return out
}

func (s *subst) frozen(a *frozen, at span) value {
	if n, ok := s.frozens[a]; ok {
		return value{{is: n, at: at}}
	}
	if a.obj.sym == nil {
		n := &frozen{obj: s.object(a.obj)}
		s.frozens[a] = n
		n.fields = a.fields.each(s.value)
		if below := s.below[n.obj]; len(below) > 0 {
			memo := make(map[*object]*frozen)
			n.fields = n.fields.over(below.each(func(v value) value { return s.f.freezeIn(v, memo, 1) }))
		}
		return value{{is: n, at: at}}
	}
	// A symbol with fields that the function has set: what it stands for, with these fields.
	var out value
	set := a.fields.each(s.value)
	for _, x := range s.f.freeze(s.resolve(a.obj)) {
		n := &frozen{fields: set}
		switch b := x.is.(type) {
		case *frozen:
			n.obj, n.fields = b.obj, set.over(b.fields)
		case *object:
			n.obj = b
		default:
			out = append(out, x)
			continue
		}
		out = append(out, alt{when: x.when, is: n, at: at})
	}
	return out
}

// resolve finds what a symbol of the function is for its caller.
func (s *subst) resolve(o *object) value {
	if v, ok := s.syms[o]; ok {
		return v
	}
	s.syms[o] = unknown
	v := s.lookup(o)
	s.f.typed(v, o.typ)
	s.syms[o] = v
	return v
}

func (s *subst) lookup(o *object) value {
	f, sym := s.f, o.sym
	if sym.base != nil {
		base := s.resolve(sym.base)
		s.f.typed(base, sym.base.typ)
		return f.read(base, sym.field)
	}
	switch sym.root {
	case rootParam:
		if sym.param < len(s.args) {
			return s.args[sym.param].orUnknown()
		}
		return unknown
	case rootFree:
		if v, ok := f.st.vars.get(sym.v); ok {
			return v
		}
		if s.c != nil {
			if v, ok := s.c.env[sym.v]; ok {
				return v
			}
		}
		return f.load(sym.v)
	case rootGlobal:
		return f.load(sym.v)
	}
	return one(o)
}
