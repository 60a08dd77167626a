package outbound

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/reslint/reslint/internal/catalog"
)

// sightings collects what the frames settle.
type sightings struct {
	w          *world
	instances  map[*object]*instance
	order      []*instance
	sites      map[*site]*seenSite
	holdings   map[*object][]holding           // by what is held
	placed     map[string][]holding            // by the location of what is held
	inside     map[*object][]*object           // what holders hold
	hosts      map[*object]map[string][]string // constant URLs in the fields of holders, by field
	called     map[string]*calledBy            // what types, and the functions of packages, call
	urlFields  map[string]map[string]bool      // fields that URLs begin with, by the location of the client
	bases      map[*object]map[string]*object  // of the fields of holders: the symbols that they hold
	workedOut  map[*object]map[string]bool     // fields of holders that hold what is neither one symbol nor constant
	handed     []*object                       // parameters of functions that only other packages call, and their fields
	handedUses map[*object][]use
	spread     map[*object]bool // what is handed to functions that are not known, more than once
	units      map[ast.Node]Unit
	databases  []sizedDatabase
	unsized    map[*site]bool // database pools that are given a size which is not known, on some path
	// holdersInOrder are the structs that hold something judged, as they were left.
	holdersInOrder []*frozen
	mutated        []mutation
	changed        []mutation
	perCall        []span
	locs           map[string]*location
}

type instance struct {
	obj   *object
	site  *site
	state *frozen
	held  bool
}

type seenSite struct {
	instances []*instance
	uses      []use
	leaves    bool // handed to code outside the package, or in an exported field
	lent      bool // code that is not seen gets hold of it in another way
	outside   []string
	locs      []string
}

type use struct {
	ev    *event
	state *frozen
	oneOf bool // of one of several things in a container: it cannot be told which
}

// location is a place that holds values for longer than a call: a field of a type, a package-level variable.
type location struct {
	sites      []*site
	from       []string // locations whose values it gets
	uses       []use
	copied     []use // of copies of what it holds
	background bool  // a context without a deadline is put there
}

// Locations that stand for code outside the package: what exported functions return, and all that it may make requests
// through, see lend.
const (
	leaving = "(results)"
	lending = "(lent)"
)

func newSightings(w *world) *sightings {
	return &sightings{
		w:          w,
		instances:  make(map[*object]*instance),
		holdings:   make(map[*object][]holding),
		placed:     make(map[string][]holding),
		inside:     make(map[*object][]*object),
		hosts:      make(map[*object]map[string][]string),
		called:     make(map[string]*calledBy),
		urlFields:  make(map[string]map[string]bool),
		bases:      make(map[*object]map[string]*object),
		workedOut:  make(map[*object]map[string]bool),
		handedUses: make(map[*object][]use),
		spread:     make(map[*object]bool),
		units:      make(map[ast.Node]Unit),
		sites:      make(map[*site]*seenSite),
		locs:       make(map[string]*location),
	}
}

func (s *sightings) site(x *site) *seenSite {
	if s.sites[x] == nil {
		s.sites[x] = &seenSite{}
	}
	return s.sites[x]
}

func (s *sightings) loc(key string) *location {
	if s.locs[key] == nil {
		s.locs[key] = &location{}
	}
	return s.locs[key]
}

// locationOf names the place that a symbol stands for, or is empty.
func locationOf(o *object) string {
	s := o.sym
	switch {
	case s == nil:
		return ""
	case s.base == nil:
		if s.root == rootGlobal {
			return s.v.Pkg().Path() + "." + s.v.Name()
		}
		return ""
	case s.field == "[]":
		if base := locationOf(s.base); base != "" {
			return base + "[]"
		}
		return ""
	case s.owner != "":
		return s.owner + "." + s.field
	}
	if base := locationOf(s.base); base != "" {
		return base + "." + s.field
	}
	return ""
}

// settle records an event whose values are as known as they will be.
func (w *world) settle(e *event, f *frame) {
	if w.capture != nil {
		*w.capture = append(*w.capture, e)
		return
	}
	w.noteHosts(e)
	if e.kind == evSpread {
		w.settleSpread(e)
		return
	}
	if e.kind == evDatabase {
		w.settleDatabase(e)
		return
	}
	if e.kind == evAbroad {
		w.sdk(e.name).called(e)
		return
	}
	kind := e.enters
	switch {
	case e.trip:
		kind = catalog.Transport
	case e.rpc != "":
		kind = catalog.GRPC
	case e.kind == evSend:
		kind = catalog.Client
	}
	for _, x := range e.client {
		switch a := x.is.(type) {
		case place:
			w.noteKind(a.key, kind)
			w.seen.loc(a.key).uses = append(w.seen.loc(a.key).uses, use{ev: e})
		case *frozen:
			if a.obj.site != nil {
				w.settleSite(e, use{ev: e, state: a, oneOf: x.keyed && (len(e.client) > 1 || a.obj.several())})
			}
			w.settlePlace(a.obj, kind, use{ev: e, state: a})
			if key := copiedFrom(a.obj); key != "" && e.kind == evSend && !e.trip {
				w.seen.loc(key).copied = append(w.seen.loc(key).copied, use{ev: e, state: a})
			}
		case *object:
			w.settlePlace(a, kind, use{ev: e})
		}
	}
}

// copiedFrom is the location of the client that one is a copy of, where a function copies what it was not seen to make.
func copiedFrom(o *object) string {
	if o.sym != nil || o.site != nil || o.from == nil {
		return ""
	}
	return locationOf(o.from)
}

// settlePlace records a use of what a symbol stands for.
func (w *world) settlePlace(o *object, kind catalog.Kind, u use) {
	if handedIn(o) {
		w.seen.handedUses[o] = append(w.seen.handedUses[o], u)
	}
	for _, key := range []string{locationOf(o), globalPath(o)} {
		if key != "" {
			w.noteKind(key, kind)
			w.seen.loc(key).uses = append(w.seen.loc(key).uses, u)
		}
	}
}

func (w *world) settleSite(e *event, u use) {
	s := w.seen.site(u.state.obj.site)
	w.seen.hold(u.state.obj)
	if e.kind == evHand {
		s.lent = true
		if e.name != "" && e.name != within && !slices.Contains(s.outside, e.name) {
			s.outside = append(s.outside, e.name)
		}
		return
	}
	s.uses = append(s.uses, u)
}

func (s *sightings) instance(o *object) *instance {
	in := s.instances[o]
	if in == nil {
		in = &instance{obj: o, site: o.site}
		s.instances[o] = in
		s.order = append(s.order, in)
		st := s.site(o.site)
		st.instances = append(st.instances, in)
	}
	return in
}

// hold remembers that something keeps the object.
func (s *sightings) hold(o *object) {
	if o.site != nil {
		s.instance(o).held = true
	}
}

// settleObjects records the state in which a function leaves what it made, and who holds it.
func (f *frame) settleObjects(sum *summary, carried, displaced map[*object]bool) {
	if f.w.capture != nil {
		return
	}
	seen := f.w.seen
	live := f.live(sum, carried)
	memo := make(map[*object]*frozen) // nothing changes any more
	kept := f.keepers(sum)
	for _, o := range f.fresh {
		heap, ok := f.st.heap.get(o)
		if !ok || carried[o] || displaced[o] || !live[o] {
			continue
		}
		if o.site != nil && judged(o.kind) {
			in := seen.instance(o)
			if in.state == nil {
				in.state = f.freezeObject(o, memo, 0)
			}
		}
		if kept != nil && !kept[o] {
			heap = withoutDefaults(heap)
		}
		f.holdFields(o, ownerOf(o.typ), "", heap)
		if o.kind == catalog.None && o.site == nil && matters(heap) {
			if fr := f.freezeObject(o, memo, 0); fr != nil {
				seen.holdersInOrder = append(seen.holdersInOrder, fr)
			}
		}
	}
	for o, heap := range f.st.heap.all() {
		if o.sym != nil && !openSymbol(o) {
			f.holdFields(o, ownerOf(o.typ), locationOf(o), heap)
		}
	}
	for v, val := range sum.vars {
		if isGlobal(v) {
			exported := v.Exported() && v.Pkg().Name() != "main"
			f.hold(nil, v.Pkg().Path()+"."+v.Name(), val, exported)
			if exported {
				f.lend(val, 0)
			}
			f.holdMemo(v.Pkg().Path()+"."+v.Name()+".()", val)
		}
	}
}

// displaced finds what a variable held first and nothing holds any more: it was never used, or its uses are remembered. A
// transport is not among it where what came next wraps it, or where a client has it.
func (f *frame) displaced(sum *summary) map[*object]bool {
	if !slices.ContainsFunc(f.fresh, func(o *object) bool { return o.gone }) {
		return nil
	}
	held := f.retained(f.st, sum.results, nil)
	for _, o := range f.fresh {
		if !o.gone {
			f.reach(one(o), held)
		}
	}
	out := make(map[*object]bool)
	for _, o := range f.fresh {
		if o.gone && !held[o] {
			out[o] = true
		}
	}
	return out
}

// keepers finds what is still there after the function, where it has to do with http.DefaultClient; else it is nil. A
// struct that is gone by then, and that nothing was sent through, did not use the client that it was made with.
func (f *frame) keepers(sum *summary) map[*object]bool {
	if !slices.ContainsFunc(f.fresh, isDefaultClient) {
		return nil
	}
	return f.retained(f.st, sum.results, nil)
}

func isDefaultClient(o *object) bool {
	return o.kind == catalog.Client && o.site != nil && o.site.deflt
}

// withoutDefaults is the heap of a struct without http.DefaultClient.
func withoutDefaults(heap fields) fields {
	return slices.DeleteFunc(slices.Clone(heap), func(x field) bool { return slices.ContainsFunc(x.is.objects(), isDefaultClient) })
}

// live finds the objects that count: what a library made inside something else does only while that is kept, or where
// requests are sent through it.
func (f *frame) live(sum *summary, carried map[*object]bool) map[*object]bool {
	live := make(map[*object]bool)
	for _, o := range f.fresh {
		if _, ok := f.st.heap.get(o); ok && !carried[o] && (!o.implied || f.sentBy[o] != nil) && !f.isAnswer(o) {
			f.reach(one(o), live)
		}
	}
	f.reachKept(sum, sum.results, live)
	return live
}

// reachKept adds what stays after a function: it is returned, or somebody else's fields and variables hold it.
func (f *frame) reachKept(sum *summary, results []value, seen map[*object]bool) {
	for o, heap := range f.st.heap.all() {
		if o.sym != nil {
			for _, x := range heap {
				f.reach(x.is, seen)
			}
		}
	}
	for _, val := range sum.vars {
		f.reach(val, seen)
	}
	for _, r := range results {
		f.reach(r, seen)
	}
}

func (f *frame) holdFields(h *object, owner, base string, heap fields) {
	for _, x := range heap {
		k, v := x.name, x.is
		if h.sym == nil {
			f.w.seen.noteBase(h, k, v)
		}
		if hosts := hostsOf(v); len(hosts) > 0 && h.sym == nil {
			f.w.seen.noteFieldHosts(h, k, hosts)
		}
		key, exported := "", false
		switch {
		case k == "[]" && base != "":
			key = base + "[]"
		case owner != "":
			key = owner + "." + k
			exported = token.IsExported(k) && exportedType(h.typ) && !f.w.abroad(h.typ)
		case base != "":
			key = base + "." + k
		}
		if key != "" && slices.ContainsFunc(v, func(x alt) bool { return x.is == atom(background{}) }) {
			f.w.seen.loc(key).background = true
		}
		f.hold(h, key, v, exported)
		if token.IsExported(k) && !exported && f.w.offers(h.typ) {
			f.lend(v, 0)
		}
	}
}

// holdMemo: a function that returns the same value at every call is a place that holds it.
func (f *frame) holdMemo(key string, v value) {
	for _, x := range v {
		if c, ok := x.is.(*closure); ok && c.memo != nil {
			f.hold(nil, key, c.memo, false)
		}
	}
}

func exportedType(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Exported() && n.Obj().Pkg() != nil && n.Obj().Pkg().Name() != "main" &&
		n.Obj().Parent() == n.Obj().Pkg().Scope() && catalog.KindOf(t) == catalog.None
}

// hold records that a location, which may have no name, holds a value.
func (f *frame) hold(h *object, key string, v value, exported bool) {
	seen := f.w.seen
	for _, x := range v {
		o, ok := x.is.(*object)
		if !ok {
			if p, ok := x.is.(place); ok && key != "" {
				seen.loc(key).from = append(seen.loc(key).from, p.key)
			}
			if c, ok := x.is.(*closure); ok {
				f.holdCaptured(h, c, x.via, 0)
			}
			continue
		}
		if !x.keyed {
			f.w.holding(o, holding{h: h, key: key, via: x.via})
		}
		if from := locationOf(o); from != "" && key != "" && from != key {
			l := seen.loc(key)
			if !slices.Contains(l.from, from) {
				l.from = append(l.from, from)
			}
		}
		if o.kind == catalog.Retryable && o.sym == nil && key != "" {
			f.hold(o, key+".HTTPClient", f.get(o, "HTTPClient"), exported)
		}
		if o.site == nil || o.sym != nil {
			continue
		}
		seen.hold(o)
		f.w.noteKind(key, o.kind)
		s := seen.site(o.site)
		s.leaves = s.leaves || exported
		if key == "" {
			continue
		}
		if !slices.Contains(s.locs, key) {
			s.locs = append(s.locs, key)
		}
		l := seen.loc(key)
		if !slices.Contains(l.sites, o.site) {
			l.sites = append(l.sites, o.site)
		}
	}
}

// holdResults records that whoever calls a function keeps what it returns.
func (f *frame) holdResults(results []value) {
	for _, r := range results {
		for _, o := range r.objects() {
			if o.sym == nil {
				f.w.seen.hold(o)
			}
		}
	}
}

// leaveResults records what an exported function gives to code outside the package.
func (f *frame) leaveResults(results []value) {
	for _, r := range results {
		for _, x := range r {
			o, ok := x.is.(*object)
			if !ok {
				continue
			}
			if o.site != nil && o.sym == nil {
				f.w.seen.hold(o)
				f.w.seen.site(o.site).leaves = true
			}
			if o.kind == catalog.Retryable && o.sym == nil {
				f.leaveResults([]value{f.get(o, "HTTPClient")})
			}
			if key := locationOf(o); key != "" && judged(o.kind) {
				out := f.w.seen.loc(leaving)
				if !slices.Contains(out.from, key) {
					out.from = append(out.from, key)
				}
			}
		}
	}
}
