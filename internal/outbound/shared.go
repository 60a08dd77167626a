package outbound

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
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
	Plain    bool   // a transport without state under clients of their own
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
	if key == "" && o.sym != nil && o.sym.root == rootAny && o.sym.base == nil {
		return o.sym.owner // set for parameters of functions that are called from outside only
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
		}
	}
	m.Shared = append(m.Shared, w.sharedInstances()...)
	m.Shared = append(m.Shared, w.sharedPlaces(covered)...)
	slices.SortFunc(m.Shared, func(a, b Sharing) int {
		return cmp.Or(int(a.Pos-b.Pos), int(a.Kind)-int(b.Kind), cmp.Compare(a.Location, b.Location))
	})
	m.Shared = slices.CompactFunc(m.Shared, func(a, b Sharing) bool { return a.Pos == b.Pos && a.Kind == b.Kind })
	for _, p := range w.seen.perCall {
		m.PerCall = append(m.PerCall, Place{p.pos, p.end})
	}
	for _, p := range w.seen.mutated {
		m.Mutated = append(m.Mutated, Place{p.pos, p.end})
	}
	for _, c := range w.seen.changed {
		m.Changed = append(m.Changed, Change{Place{c.at.pos, c.at.end}, c.field})
	}
	m.systems = w.systemNames()
}

// sharedInstances finds what this package makes, or gets made anew, and hands to several systems. A transport under a
// client that is reported is not reported as well.
func (w *world) sharedInstances() []Sharing {
	var out []Sharing
	reported := make(map[*object]bool)
	for _, kind := range []catalog.Kind{catalog.Client, catalog.Transport, catalog.Breaker, catalog.Bulkhead} {
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
	us, level := systems(w.usersOf(in.obj, ""), in.obj.way)
	if len(us) < 2 {
		return Sharing{}, false
	}
	at := in.obj.born
	if !at.pos.IsValid() {
		at = in.site.span // none for what another package made: that package reports it
	}
	return Sharing{Kind: in.obj.kind, Place: Place{at.pos, at.end}, Users: us, Level: level,
		Plain: in.obj.kind == catalog.Transport}, at.pos.IsValid()
}

// under reports whether something that holds the object, however indirectly, is in the set.
func (w *world) under(o *object, set map[*object]bool, depth int) bool {
	return depth < maxPath && slices.ContainsFunc(w.seen.holdings[o], func(in holding) bool {
		return in.h != nil && (set[in.h] || through(in.h) && w.under(in.h, set, depth+1))
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
		us, _ := systems(w.usersOf(in.obj, ""), nil)
		add(us)
	}
	for key := range w.seen.locs {
		us, _ := systems(w.usersOf(nil, key), nil)
		add(us)
	}
	delete(names, "")
	return sortedKeys(names)
}
