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

// User is one system that a shared thing serves.
type User struct {
	Evidence
	Place    // in this package, if there is one
	Where    token.Position
	Consumer string // type or function
}

// holding is one thing that holds another: an object, or a location without one.
type holding struct {
	h   *object
	key string
	via span
}

// holding records that something is held.
func (w *world) holding(o *object, in holding) {
	if !w.typeIsShareable(o) {
		return
	}
	s := w.seen
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

// noteHosts remembers which hosts a type or function calls.
func (w *world) noteHosts(e *event) {
	if e.kind != evSend || e.by == nil || e.by.Type == "" {
		return
	}
	key := e.by.key()
	for _, h := range hostsOf(e.url) {
		if !slices.Contains(w.seen.called[key], h) {
			w.seen.called[key] = append(w.seen.called[key], h)
		}
	}
}

func (c *consumer) key() string {
	if c.Type != "" {
		return c.Pkg + "." + c.Type
	}
	return c.Pkg + "." + c.Func
}

// users gathers who uses a thing.
type users struct {
	w     *world
	seen  map[*object]bool
	keys  map[string]bool
	found []User
}

// object visits what holds an object.
func (u *users) object(o *object) {
	if u.seen[o] {
		return
	}
	u.seen[o] = true
	s := u.w.seen
	for _, in := range s.holdings[o] {
		u.holding(in)
	}
	if in := s.instances[o]; in != nil {
		for _, use := range s.site(o.site).uses {
			if use.state != nil && use.state.obj == o {
				u.use(use)
			}
		}
	}
}

func (u *users) holding(in holding) {
	if in.h != nil && !through(in.h) && in.h.typ != nil {
		if user, ok := u.holder(in); ok {
			u.found = append(u.found, user)
			return
		}
	}
	if in.h != nil && in.h.sym == nil {
		u.object(in.h)
	}
	if in.key != "" && !strings.Contains(in.key, "[]") && (in.h == nil || !through(in.h)) {
		u.location(in.key)
	}
}

// through reports whether an object only passes on what it holds: clients, transports and round trippers.
func through(o *object) bool {
	if o.kind != catalog.None {
		return true
	}
	if o.typ == nil {
		return false
	}
	t := o.typ
	if _, isPtr := t.Underlying().(*types.Pointer); !isPtr && !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "RoundTrip")
	_, ok := obj.(*types.Func)
	return ok
}

// holder makes a user of the type that holds something, if it says which system it calls.
func (u *users) holder(in holding) (User, bool) {
	n := namedOf(in.h.typ)
	if n == nil || n.Obj().Pkg() == nil {
		return User{}, false
	}
	c := &consumer{Pkg: n.Obj().Pkg().Path(), Type: n.Obj().Name()}
	hosts := slices.Clone(u.w.seen.called[c.key()])
	if u.calls(in.key) {
		hosts = append(hosts, u.w.seen.hosts[in.h]...)
	}
	e := u.w.evidence(c, hosts)
	if !(e.Has(BySettings) || e.Has(ByHost) || e.Has(ByPackage) || e.Has(ByType)) {
		return User{}, false
	}
	at := in.h.born
	if !at.pos.IsValid() {
		at = in.via
	}
	return User{Evidence: e, Place: Place{at.pos, at.end}, Consumer: c.key()}, true
}

// calls reports whether requests are made through what a field holds.
func (u *users) calls(key string) bool {
	if l := u.w.seen.locs[key]; l != nil && len(l.uses) > 0 {
		return true
	}
	_, ok := u.w.foreignBound(key)
	return ok
}

func namedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

func (u *users) use(x use) {
	if x.ev.kind == evHand || x.ev.by == nil {
		return
	}
	by := x.ev.by
	hosts := hostsOf(x.ev.url)
	if by.Type != "" { // what one type calls is one system: its API and its token endpoint
		hosts = append(hosts, u.w.seen.called[by.key()]...)
	}
	e := u.w.evidence(by, hosts)
	if e.Name() == "" {
		return
	}
	u.found = append(u.found, User{Evidence: e, Place: Place{x.ev.at.pos, x.ev.at.end}, Where: x.ev.where, Consumer: by.key()})
}

// location visits what is done with what a location holds.
func (u *users) location(key string) {
	if u.keys[key] {
		return
	}
	u.keys[key] = true
	s := u.w.seen
	for _, in := range s.placed[key] {
		u.holding(in)
	}
	if l := s.locs[key]; l != nil {
		for _, x := range l.uses {
			u.use(x)
		}
	}
}

func (w *world) usersOf(o *object, key string) []User {
	u := users{w: w, seen: make(map[*object]bool), keys: make(map[string]bool)}
	if o != nil {
		u.object(o)
	} else {
		u.location(key)
	}
	return u.found
}

// systems merges users into systems: one a system, in a stable order, and the level at which the first two differ.
func systems(found []User) ([]User, Level) {
	slices.SortStableFunc(found, func(a, b User) int {
		return cmp.Or(cmp.Compare(a.Name(), b.Name()), cmp.Compare(a.Consumer, b.Consumer), int(a.Pos-b.Pos))
	})
	var out []User
	level := NoEvidence
	for _, x := range found {
		same, known := false, true
		for i := range out {
			l, differ := Differ(out[i].Evidence, x.Evidence)
			switch {
			case l == NoEvidence:
				known = false
			case !differ:
				same = true
				out[i].merge(x.Evidence)
			}
			if same {
				break
			}
		}
		if same || !known {
			continue
		}
		if len(out) == 1 {
			level, _ = Differ(out[0].Evidence, x.Evidence)
		}
		out = append(out, x)
	}
	return out, level
}

// merge takes over what another consumer of the same system tells.
func (u *User) merge(e Evidence) {
	for i, d := range e.Domains {
		if !slices.Contains(u.Domains, d) {
			u.Domains = append(slices.Clip(u.Domains), d)
			u.Hosts = append(slices.Clip(u.Hosts), e.Hosts[i])
		}
	}
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
	us, level := systems(w.usersOf(in.obj, ""))
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
		us, _ := systems(w.usersOf(in.obj, ""))
		add(us)
	}
	for key := range w.seen.locs {
		us, _ := systems(w.usersOf(nil, key))
		add(us)
	}
	delete(names, "")
	return sortedKeys(names)
}
