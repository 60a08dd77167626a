package outbound

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
)

// Place is a range of the package's source.
type Place struct{ Pos, End token.Pos }

// Change is an assignment to a field of a client that lives longer than the call.
type Change struct {
	Place
	Field string
}

// Sharing is one thing that serves several systems.
type Sharing struct {
	Kind     catalog.Kind
	Place           // where it stands: the construction, the call that yields it, or an import
	Users    []User // one a system, at least two
	Level    Level  // at which the first two differ
	Location string // of what another package owns
}

// holding is one thing that holds another: an object, or a location without one.
type holding struct {
	h   *object
	of  *object // what is held
	key string
	via span
}

// holding records that something is held.
func (w *world) holding(o *object, in holding) {
	if !w.typeIsShareable(o) {
		return
	}
	s := w.seen
	in.of = o
	if in.h != nil {
		s.inside[in.h] = append(s.inside[in.h], o)
	}
	if o.sym == nil {
		s.holdings[o] = append(s.holdings[o], in)
		return
	}
	if handedIn(o) && shareable(o.kind) {
		if len(s.holdings[o]) == 0 {
			s.handed = append(s.handed, o)
		}
		s.holdings[o] = append(s.holdings[o], in)
	}
	if key := shareKey(o); key != "" {
		w.noteKind(key, o.kind)
		s.placed[key] = append(s.placed[key], in)
	}
}

// typeIsShareable: what is judged, and what may hold it.
func (w *world) typeIsShareable(o *object) bool {
	return judged(o.kind) || o.kind == catalog.Wrapper || o.kind == catalog.Retryable || o.typ != nil && w.typeHolds(o.typ)
}

// typeHolds reports whether a type is a struct, pointer or interface of the module, which may hold something judged.
func (w *world) typeHolds(t types.Type) bool {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	switch t.Underlying().(type) {
	case *types.Struct, *types.Interface:
		return true
	}
	return catalog.KindOf(t) != catalog.None
}

// shareKey names what a symbol stands for, as one thing. An element of a container keyed by a value is none.
func shareKey(o *object) string {
	key := locationOf(o)
	if strings.Contains(key, "[]") {
		return ""
	}
	return key
}

// buildSharing finds what serves several systems.
func (w *world) buildSharing(m *Model) {
	covered := make(map[string]bool) // locations whose content is judged as an instance
	for _, in := range w.seen.order {
		for _, h := range w.seen.holdings[in.obj] {
			if h.key != "" {
				covered[h.key] = true
			}
			if h.h == nil {
				continue
			}
			for _, up := range w.seen.holdings[h.h] {
				if up.h == nil && up.key != "" && h.key != "" {
					covered[up.key+h.key[lastDot(h.key):]] = true
				}
			}
		}
	}
	for _, o := range w.seen.handed {
		for _, h := range w.seen.holdings[o] {
			covered[h.key] = true
		}
	}
	m.Shared = append(m.Shared, w.sharedInstances()...)
	m.Shared = append(m.Shared, w.sharedParameters()...)
	for _, key := range sortedKeys(w.seen.locs) {
		covered[key] = covered[key] || w.comesFrom(key, covered)
	}
	m.Shared = append(m.Shared, w.sharedPlaces(covered)...)
	slices.SortFunc(m.Shared, func(a, b Sharing) int {
		return cmp.Or(w.order(a.Pos, b.Pos), int(a.Kind)-int(b.Kind), cmp.Compare(a.Location, b.Location))
	})
	m.Shared = slices.CompactFunc(m.Shared, func(a, b Sharing) bool { return a.Pos == b.Pos && a.Kind == b.Kind })
	for _, p := range w.seen.perCall {
		m.PerCall = append(m.PerCall, p.place())
	}
	for _, p := range w.seen.mutated {
		m.Mutated = append(m.Mutated, Change{p.at.place(), p.field})
	}
	for _, c := range w.seen.changed {
		m.Changed = append(m.Changed, Change{c.at.place(), c.field})
	}
	m.systems = w.systemNames()
}

// comesFrom reports whether a location gets its values from those that are given and nowhere else.
func (w *world) comesFrom(key string, given map[string]bool) bool {
	l := w.seen.locs[key]
	return len(l.sites) == 0 && len(l.from) > 0 && !slices.ContainsFunc(l.from, func(k string) bool { return !given[k] })
}

// sharedInstances finds what this package makes, or gets made anew, and hands to several systems. A transport under a
// client that is reported is not reported as well.
func (w *world) sharedInstances() []Sharing {
	var out []Sharing
	reported := make(map[*object]bool)
	for _, kind := range []catalog.Kind{catalog.Client, catalog.Transport, catalog.Breaker, catalog.Bulkhead} {
		if kind == catalog.Transport {
			out = append(out, w.sharedTrippers(reported)...)
		}
		for _, in := range w.seen.order {
			if in.obj.kind != kind || in.site.deflt || kind == catalog.Transport && w.under(in.obj, reported, 0) {
				continue
			}
			if s, ok := w.sharedInstance(in); ok {
				out = append(out, s)
				reported[in.obj] = true
			}
		}
	}
	return out
}

func (w *world) sharedInstance(in *instance) (Sharing, bool) {
	us, level := w.systems(w.usersOf(in.obj, ""), in.obj.way)
	if len(us) < 2 || below(us) {
		return Sharing{}, false
	}
	at := in.obj.born
	if !at.known() {
		at = in.site.span // none for what another package made: that package reports it
	}
	return Sharing{Kind: in.obj.kind, Place: at.place(), Users: us, Level: level}, at.known()
}

// sharedParameters finds what functions are handed by other packages and hand on to several systems.
func (w *world) sharedParameters() []Sharing {
	for o := range w.seen.handedUses {
		if len(w.seen.holdings[o]) == 0 && shareable(o.kind) {
			w.seen.handed = append(w.seen.handed, o)
		}
	}
	slices.SortFunc(w.seen.handed, func(a, b *object) int { return a.id - b.id })
	var out []Sharing
	for _, o := range w.seen.handed {
		us, level := w.systems(w.usersOf(o, ""), nil)
		if len(us) < 2 || below(us) {
			continue
		}
		s := Sharing{Kind: o.kind, Users: us, Level: level}
		for _, u := range us {
			if u.Pos.IsValid() && (!s.Pos.IsValid() || w.order(u.Pos, s.Pos) < 0) {
				s.Place = u.Place
			}
		}
		if s.Pos.IsValid() {
			out = append(out, s)
		}
	}
	return out
}

// below reports whether all systems first get the thing in one call of another package, which therefore sees them all.
func below(us []User) bool {
	first := us[0].firstCall()
	return len(first) > 0 && !slices.ContainsFunc(us[1:], func(u User) bool { return !slices.Equal(u.firstCall(), first) })
}

// firstCall is the call that happens first, or nil.
func (u User) firstCall() []step {
	calls := u.calls()
	if len(calls) == 0 {
		return nil
	}
	return slices.MinFunc(calls, func(a, b []step) int {
		return slices.CompareFunc(a, b, func(x, y step) int { return cmp.Compare(x.turn(), y.turn()) })
	})
}

// calls are the ways to the first functions of other packages on the ways to a user.
func (u User) calls() [][]step {
	var out [][]step
	for _, way := range u.through {
		if i := slices.IndexFunc(way, func(s step) bool { return s.kind == intoOther }); i >= 0 {
			out = append(out, way[:i+1])
		}
	}
	return out
}

// handedIn reports whether a symbol is a parameter of a function that is called from outside, or a field of one.
func handedIn(o *object) bool {
	for o.sym != nil && o.sym.base != nil {
		if o.sym.field == "[]" {
			return false
		}
		o = o.sym.base
	}
	return o.sym != nil && o.sym.root == rootAny && o.sym.param > 0
}

// globalPath names a symbol by the way to it from a package-level variable, if it is a field below one.
func globalPath(o *object) string {
	if o.sym == nil || o.sym.base == nil || o.sym.root != rootGlobal {
		return ""
	}
	var path string
	for ; o.sym.base != nil; o = o.sym.base {
		path = "." + o.sym.field + path
	}
	return locationOf(o) + path
}

// sharedTrippers finds the round trippers of the program that have state and serve several systems under clients of
// their own.
func (w *world) sharedTrippers(reported map[*object]bool) []Sharing {
	var all []*object
	for o, holders := range w.seen.holdings {
		if o.kind == catalog.None && len(holders) > 1 && w.through(o) && w.hasState(o.typ) {
			all = append(all, o)
		}
	}
	slices.SortFunc(all, func(a, b *object) int { return a.id - b.id })
	var out []Sharing
	for _, o := range all {
		if w.under(o, reported, 0) {
			continue
		}
		us, level := w.systems(w.usersOf(o, ""), o.way)
		if len(us) < 2 || below(us) {
			continue
		}
		at := o.born
		if !at.known() {
			at = o.made
		}
		if len(us) > 1 && at.known() {
			out = append(out, Sharing{Kind: catalog.Wrapper, Place: at.place(), Users: us, Level: level})
			reported[o] = true
		}
	}
	return out
}

// hasState reports whether a struct type keeps something that its methods change.
func (w *world) hasState(t types.Type) bool {
	s := structOf(t)
	if s == nil {
		return false
	}
	for f := range s.Fields() {
		if _, isChan := f.Type().Underlying().(*types.Chan); isChan {
			return true
		}
		n := gotypes.Named(f.Type())
		if n == nil || n.Obj().Pkg() == nil {
			continue
		}
		switch n.Obj().Pkg().Path() {
		case "sync", "sync/atomic", "golang.org/x/time/rate", "net/http/cookiejar":
			return true
		}
	}
	return false
}

// under reports whether something that holds the object, however indirectly, is in the set.
func (w *world) under(o *object, set map[*object]bool, depth int) bool {
	return depth < maxPath && slices.ContainsFunc(w.seen.holdings[o], func(in holding) bool {
		return in.h != nil && (set[in.h] || w.through(in.h) && w.under(in.h, set, depth+1))
	})
}

func shareable(k catalog.Kind) bool {
	switch k {
	case catalog.Client, catalog.Transport, catalog.Breaker, catalog.Bulkhead:
		return true
	}
	return false
}

// systemNames lists the systems that the package is seen to call.
func (w *world) systemNames() []string {
	names := make(map[string]bool)
	add := func(us []User) {
		for _, u := range us {
			names[u.Name()] = true
		}
	}
	for _, in := range w.seen.order {
		us, _ := w.systems(w.usersOf(in.obj, ""), nil)
		add(us)
	}
	for key := range w.seen.locs {
		us, _ := w.systems(w.usersOf(nil, key), nil)
		add(us)
	}
	delete(names, "")
	return sortedKeys(names)
}
