package outbound

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"slices"

	"github.com/reslint/reslint/internal/catalog"
)

// A value is what an expression may be: a set of alternatives. The empty value is one that nothing is known of.
type value []alt

// maxAlts bounds a value: beyond it nothing is known any more, and the checks stay silent.
const maxAlts = 24

// alt is one alternative of a value, which holds where all conditions do.
type alt struct {
	when  []cond
	is    atom
	at    span // where it was written, if known
	via   span // of a symbol: the call or name in this package that yields it
	keyed bool // came out of a container: one of several, and it cannot be told which
	late  bool // of a result: a place that the function has filled, as it is afterwards
}

// cond says that a symbol is, or is not, the zero value of its type.
//
// A guess is a condition that a library makes for itself (a nil base means the default transport): the alternative
// counts only if the condition is known to hold.
type cond struct {
	sym   *object
	zero  bool
	guess bool
}

// guessed reports whether an alternative counts only on a condition that is not known to hold.
func (x alt) guessed() bool { return slices.ContainsFunc(x.when, func(c cond) bool { return c.guess }) }

// span is a place in the source. The zero value is none. Values have several each, so it is kept short: what lies beyond
// the first 4 GiB of source has no place.
type span struct{ from, to uint32 }

func spanOf(n ast.Node) span { return spanAt(n.Pos(), n.End()) }

func spanAt(pos, end token.Pos) span {
	if pos < 0 || end < 0 || pos > math.MaxUint32 || end > math.MaxUint32 {
		return span{}
	}
	return span{uint32(pos), uint32(end)}
}

func (s span) known() bool    { return s.from != 0 }
func (s span) Pos() token.Pos { return token.Pos(s.from) }
func (s span) End() token.Pos { return token.Pos(s.to) }
func (s span) place() Place   { return Place{s.Pos(), s.End()} }

// An atom is one thing that a value may be.
type atom interface{ atom() }

type (
	// unset is a field that nothing was assigned to.
	unset struct{}
	// zero is the zero value of any type, written down or found.
	zero struct{}
	// some is a value that nothing else is known of; it counts as set.
	some struct{}
	// konst is a constant other than zero.
	konst struct{ v constant.Value }
	// prefix is a string that begins with a constant.
	prefix struct{ s string }
	// begins is a string that begins with the string that a symbol stands for, and goes on with then.
	begins struct {
		o    *object
		then string
	}
	// inbound is the context of a request that the program serves.
	inbound struct{}
	// background is a context without a deadline.
	background struct{}
)

// deadlineCtx is a context with a deadline.
type deadlineCtx struct {
	parent value
	after  value // duration, if it is known
	at     span
	rounds int64 // how often it is made, where that is constant; 0 is unknown
	loops  []*loop
}

// valueCtx is a context that carries a value.
type valueCtx struct {
	parent value
	key    string
	val    value
}

// closure is a function value.
type closure struct {
	fn  *types.Func
	lit *ast.FuncLit
	env map[*types.Var]value // what a literal's captured variables held when it was made
	// recv is the receiver of a method value.
	recv value
	memo value   // of a function that returns the same value at every call
	by   *object // of a function that sends requests through the default client: the client
}

func (unset) atom()        {}
func (zero) atom()         {}
func (some) atom()         {}
func (konst) atom()        {}
func (prefix) atom()       {}
func (begins) atom()       {}
func (inbound) atom()      {}
func (background) atom()   {}
func (*deadlineCtx) atom() {}
func (*valueCtx) atom()    {}
func (*closure) atom()     {}
func (*object) atom()      {}

// object is something with fields: a construction, another struct or container, or what a symbol stands for. There are
// very many, most of them symbols.
type object struct {
	id    int
	kind  catalog.Kind
	depth uint8 // of a symbol: how many fields from its root

	implied bool // see site
	shared  bool // what the whole process shares, itself and no copy of it
	settled bool // born stays what it is: several holders got it from there
	dropped bool // of a client: known to be built for one call only
	lasting bool // a package-level list of functions holds it
	many    bool // another package makes it in a loop
	gone    bool // a variable held it, and holds something else now

	typ  types.Type
	site *site   // the construction, for objects that the checks judge
	sym  *symbol // set where the object is not made here but handed in
	from *object // fields that are not in the heap are those of this object (a copy of a symbol)
	made span    // the literal or call that makes it
	born span    // the call in this package that yields it, where another function makes it
	loop *loop   // in which it is made
	way  []step  // to where it is made

	extra *extra             // see more and keep
	kids  map[string]*object // symbols of the fields of a symbol
}

// several reports whether an object stands for several: it is made in a loop.
func (o *object) several() bool { return o.many || o.loop != nil }

// extra is what is only known of some objects.
type extra struct {
	elem  []value // the exact elements of a literal or variadic container, in order
	head  []value // of a container whose elements are not all known: the first ones
	maker string  // the function that returns it: New and a name, say
	lost  int64   // of a client: the timeout, in nanoseconds, of the client that it took the place of
}

// more is what is known of an object beside the rest, to read.
func (o *object) more() extra {
	if o.extra == nil {
		return extra{}
	}
	return *o.extra
}

// keep is where more is remembered.
func (o *object) keep() *extra {
	if o.extra == nil {
		o.extra = new(extra)
	}
	return o.extra
}

// place is something that is known by name across the program, such as a command of hystrix.
type place struct{ key string }

func (place) atom() {}

// frozen is an object as it was at one moment.
type frozen struct {
	obj    *object
	fields fields
}

func (*frozen) atom() {}

// handed is a context that the package was handed by its callers.
type handed struct{}

func (handed) atom() {}

// rootKind says where a symbol's first step is.
type rootKind uint8

const (
	rootParam rootKind = iota
	rootFree           // a captured variable
	rootGlobal
	rootAny // handed in by code outside the package
)

// symbol is a value that a function does not make: parameter, captured variable, package-level variable, or a field
// of one of them.
type symbol struct {
	root  rootKind
	param int        // of rootParam: 0 is the receiver, or the first parameter of a function without one
	v     *types.Var // of rootFree and rootGlobal
	base  *object    // the object that this is a field of; nil for a root
	field string     // "[]" is an element
	owner string     // type that declares the field, as path.Type
	key   string     // see object.key; empty until it is asked for
}

// site is one construction in the source.
type site struct {
	kind    catalog.Kind
	span    span
	where   token.Position // for a site of another package
	how     How
	deflt   bool // a use of the process-wide default
	implied bool // made by a library inside something else: it counts only where it is kept
	finite  bool // a transport that starts from net/http's finite defaults
	id      int
	foreign bool // of another package, which reports on it
	glanced bool // made where only a field of it is read
}

func one(a atom) value { return value{{is: a}} }

var unknown = one(some{})

func (v value) orUnknown() value {
	if len(v) == 0 {
		return unknown
	}
	return v
}

// yielded marks symbols with the call or name that yields them.
func (v value) yielded(at span) value {
	if !slices.ContainsFunc(v, func(x alt) bool { o, ok := x.is.(*object); return ok && o.sym != nil }) {
		return v
	}
	out := slices.Clone(v)
	for i := range out {
		if o, ok := out[i].is.(*object); ok && o.sym != nil {
			out[i].via = at
		}
	}
	return out
}

// written marks where alternatives that have no place yet were written.
func (v value) written(n ast.Node) value {
	out := slices.Clone(v.orUnknown())
	for i := range out {
		out[i].at = spanOf(n)
	}
	return out
}

func sameAtom(a, b atom) bool {
	switch a := a.(type) {
	case konst:
		b, ok := b.(konst)
		return ok && a.v.Kind() == b.v.Kind() && constant.Compare(a.v, token.EQL, b.v)
	case *closure:
		b, ok := b.(*closure)
		return ok && (a == b || a.fn != nil && a.fn == b.fn && len(a.recv) == 0 && len(b.recv) == 0 || a.lit != nil && a.lit == b.lit)
	}
	return a == b
}

func sameAlt(a, b alt) bool { return slices.Equal(a.when, b.when) && sameAtom(a.is, b.is) }

func sameValue(a, b value) bool { return slices.EqualFunc(a, b, sameAlt) }

// union is a value that is either of the two.
func union(vs ...value) value {
	n := 0
	for _, v := range vs {
		n += max(len(v), 1)
	}
	if n == 1 {
		return vs[0].orUnknown()
	}
	out := make(value, 0, min(n, 2*maxAlts))
	for _, v := range vs {
		for _, x := range v.orUnknown() {
			if !out.says(x) {
				out = append(out, x)
			}
			if len(out) > maxAlts {
				return unknown
			}
		}
	}
	return out
}

// says reports whether an alternative adds nothing to the value.
func (v value) says(x alt) bool {
	for _, y := range v {
		if sameAtom(x.is, y.is) && subset(y.when, x.when) {
			return true
		}
	}
	return false
}

func subset(a, b []cond) bool {
	for _, c := range a {
		if !slices.Contains(b, c) {
			return false
		}
	}
	return true
}

// under adds conditions to every alternative, and drops those that contradict them.
func (v value) under(conds []cond) value {
	if len(conds) == 0 {
		return v.orUnknown()
	}
	var out value
	for _, x := range v.orUnknown() {
		when, ok := addConds(x.when, conds)
		if ok {
			x.when = when
			out = append(out, x)
		}
	}
	return out
}

// unless is what a value is where not all conditions hold; it may be empty.
func (v value) unless(conds []cond) value {
	var out value
	for _, c := range conds {
		out = append(out, v.under([]cond{{sym: c.sym, zero: !c.zero}})...)
	}
	return out
}

// among marks what a struct holds that came out of a container: it is that of one of several.
func (v value) among(holder alt) value {
	if !holder.keyed {
		return v
	}
	out := slices.Clone(v)
	for i := range out {
		out[i].keyed = true
	}
	return out
}

// apart reports whether the value is nothing else where the conditions of an alternative hold.
func (v value) apart(i int) bool {
	for j, x := range v {
		if j != i && !slices.ContainsFunc(x.when, func(c cond) bool { return contradicts(v[i].when, c) }) {
			return false
		}
	}
	return true
}

const maxConds = 6

func contradicts(when []cond, c cond) bool {
	return slices.ContainsFunc(when, func(x cond) bool { return x.sym == c.sym && x.zero != c.zero })
}

func addConds(when, more []cond) ([]cond, bool) {
	out := slices.Clone(when)
	for _, c := range more {
		if contradicts(out, c) {
			return nil, false
		}
		if !slices.Contains(out, c) && len(out) < maxConds {
			out = append(out, c)
		}
	}
	return out, true
}

// isZero answers whether an atom is the zero value: yes, no, or it cannot be told.
func isZero(a atom) (yes, known bool) {
	switch a := a.(type) {
	case unset, zero:
		return true, true
	case some, prefix, begins:
		return false, false
	case *object:
		return false, a.sym == nil
	}
	return false, true
}

// split divides a value into what it is where it is zero and what it is where it is not.
func (v value) split() (whenZero, whenNot value) {
	for _, x := range v.orUnknown() {
		yes, known := isZero(x.is)
		switch {
		case known && yes:
			whenZero = append(whenZero, x)
		case known:
			whenNot = append(whenNot, x)
		default:
			s, _ := x.is.(*object)
			z, n := alt{when: x.when, is: zero{}, at: x.at}, x
			if s != nil {
				var okz, okn bool
				if z.when, okz = addConds(x.when, []cond{{sym: s, zero: true}}); okz {
					whenZero = append(whenZero, z)
				}
				if n.when, okn = addConds(x.when, []cond{{sym: s}}); okn {
					whenNot = append(whenNot, n)
				}
				continue
			}
			whenZero, whenNot = append(whenZero, z), append(whenNot, n)
		}
	}
	return whenZero, whenNot
}

// mayBe reports whether split would give anything on either side.
func (v value) mayBe() (asZero, asOther bool) {
	for _, x := range v.orUnknown() {
		yes, known := isZero(x.is)
		s, _ := x.is.(*object)
		switch {
		case known:
			asZero, asOther = asZero || yes, asOther || !yes
		case s == nil:
			return true, true
		default:
			asZero = asZero || !contradicts(x.when, cond{sym: s, zero: true})
			asOther = asOther || !contradicts(x.when, cond{sym: s})
		}
	}
	return asZero, asOther
}

// isZero reports whether the value is known to be the zero value.
func (v value) isZero() bool {
	return len(v) > 0 && !slices.ContainsFunc(v, func(x alt) bool { yes, _ := isZero(x.is); return !yes })
}

// symOf returns the symbol that a value is, where it is just one.
func (v value) symOf() *object {
	if len(v) != 1 {
		return nil
	}
	if o, ok := v[0].is.(*object); ok && o.sym != nil {
		return o
	}
	return nil
}

// objects returns the objects among the alternatives.
func (v value) objects() []*object {
	var out []*object
	for _, x := range v {
		if o, ok := x.is.(*object); ok && !slices.Contains(out, o) {
			out = append(out, o)
		}
	}
	return out
}

// constant returns the value where it is one constant; zero is 0.
func (v value) constant() (constant.Value, bool) {
	if len(v) != 1 {
		return nil, false
	}
	switch a := v[0].is.(type) {
	case konst:
		return a.v, true
	case zero:
		return constant.MakeInt64(0), true
	}
	return nil, false
}

func ofConstant(c constant.Value) value {
	switch c.Kind() {
	case constant.Unknown:
		return unknown
	case constant.Bool:
		if !constant.BoolVal(c) {
			return one(zero{})
		}
	case constant.String:
		if constant.StringVal(c) == "" {
			return one(zero{})
		}
	default:
		if constant.Sign(c) == 0 {
			return one(zero{})
		}
	}
	return one(konst{c})
}

func sortedKeys[M ~map[K]V, K cmp.Ordered, V any](m M) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
