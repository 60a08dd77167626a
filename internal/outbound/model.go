package outbound

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
)

// How says what a construction looks like in the source.
type How uint8

// The ways to construct something.
const (
	ByLiteral How = iota // a composite literal
	ByNew                // new(T)
	ByZero               // a variable or field that nothing was assigned to
	ByCall               // a function of a library
	ByDefault            // a use of what the whole process shares
	ByMake               // make(chan struct{}, n)
)

// Status is what is known of a field when its construction is used.
type Status uint8

// The states of a field. A field that is set to something unknown counts as set.
const (
	Unset    Status = iota // nothing was assigned to it
	IsZero                 // the zero value was assigned to it
	SomePath               // set on some paths to a use only
	IsSet                  // set on all paths
)

// Field is what is known of one field.
type Field struct {
	Status   Status
	Value    int64 // nanoseconds, connections, or 1 for true, where Known
	Known    bool  // Status is IsSet and Value is the only value that it has
	Pos, End token.Pos
}

// Set reports whether the field is set on every path.
func (f Field) Set() bool { return f.Status == IsSet }

// State is a construction at one moment: when it is used, or leaves the function or package that made it.
type State struct {
	fr   *frozen
	pool Pool
}

// Construction is one place in the source where a client, transport, breaker, bulkhead or pool comes into being.
type Construction struct {
	Kind      catalog.Kind
	Pos, End  token.Pos
	How       How
	Default   bool // a use of what the whole process shares
	Finite    bool // a transport that starts from net/http's finite defaults
	States    []State
	Requests  []Request
	Leaves    bool     // code outside the package gets hold of it
	Outside   []string // functions, and fields of types, outside the module that it is handed to
	Lent      bool     // code that is not seen here may make requests through it: whoever it leaves to, or is handed to
	Stream    bool     // it serves streams
	Entered   bool     // of a bulkhead or breaker: something enters it
	Elsewhere bool     // another package of the module builds it, and reports on it
	Timeout   int64    // of one that is built elsewhere: the total timeout in nanoseconds, where it is known
}

// Bound says what bounds a request besides its client.
type Bound uint8

// The bounds, weakest first.
const (
	Unbounded Bound = iota // nothing: no context, or one without a deadline
	ByCallers              // a context that the package was handed, or that nothing is known of
	Deadline               // a deadline that is set on the way to the call
)

// Request is one call through a client.
type Request struct {
	Pos, End token.Pos
	Bound    Bound
	After    int64     // the deadline in nanoseconds, where it is a known constant
	AfterPos token.Pos // where the deadline is made
	AfterEnd token.Pos
	Attempts int64  // how often it is made under that deadline, where that is constant; 0 is unknown
	Delay    int64  // constant waits between these attempts, in nanoseconds
	Stream   bool   // the answer is a stream
	RPC      string // of a gRPC connection: what is called
	Abroad   string // of a gRPC connection: the function or field of another module that it is handed to
	rounds   int64
	loops    []*loop
	state    *frozen
}

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

// Locations of what functions return: exported ones, and all methods that may be called through an interface or by
// whoever has a value of their type.
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
				w.settleSite(e, use{ev: e, state: a, oneOf: x.keyed && len(e.client) > 1})
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
		if e.name != "" && !slices.Contains(s.outside, e.name) {
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
func (f *frame) settleObjects(sum *summary, carried map[*object]bool) {
	if f.w.capture != nil {
		return
	}
	seen := f.w.seen
	live := f.live(sum, carried)
	f.forgetDisplaced(sum, live)
	memo := make(map[*object]*frozen) // nothing changes any more
	kept := f.keepers(sum)
	for _, o := range f.fresh {
		heap, ok := f.st.heap.get(o)
		if !ok || carried[o] || !live[o] {
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

// forgetDisplaced leaves out what nothing holds any more: it was never used, or its uses are remembered.
func (f *frame) forgetDisplaced(sum *summary, live map[*object]bool) {
	if !slices.ContainsFunc(f.fresh, func(o *object) bool { return o.gone }) {
		return
	}
	retained := f.retained(f.st, sum.results, nil)
	for _, o := range f.fresh {
		if o.gone && !retained[o] {
			delete(live, o)
		}
	}
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
	for o, heap := range f.st.heap.all() {
		if o.sym != nil {
			for _, x := range heap {
				f.reach(x.is, live)
			}
		}
	}
	for _, val := range sum.vars {
		f.reach(val, live)
	}
	for _, r := range sum.results {
		f.reach(r, live)
	}
	return live
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

// build turns what was seen into the model.
func (w *world) build() *Model {
	m := &Model{}
	for s, seen := range w.seen.sites {
		if !w.reportable(s, seen) {
			continue
		}
		c := w.construction(s, seen)
		c.Elsewhere = s.foreign
		m.Constructions = append(m.Constructions, c)
	}
	m.Constructions = append(m.Constructions, w.elsewhere()...)
	m.Constructions = append(m.Constructions, w.dialledElsewhere()...)
	w.buildSharing(m)
	w.buildUnits(m)
	w.buildBreakers(m)
	w.buildSizes(m)
	m.Unanalysed = w.unanalysed
	slices.SortFunc(m.Constructions, func(a, b *Construction) int {
		return cmp.Or(w.order(a.Pos, b.Pos), int(a.Kind)-int(b.Kind), int(a.End-b.End))
	})
	return m
}

// reportable: the zero values that something else replaced, defaults that are only mentioned, and what is made for a
// field of it, are not used.
func (w *world) reportable(s *site, seen *seenSite) bool {
	if s.how != ByZero && s.how != ByDefault && !s.implied && !s.glanced {
		return true
	}
	return seen.leaves || len(seen.uses) > 0 || slices.ContainsFunc(seen.instances, func(in *instance) bool { return in.held })
}

func (w *world) construction(s *site, seen *seenSite) *Construction {
	c := &Construction{Kind: s.kind, Pos: s.span.Pos(), End: s.span.End(), How: s.how, Default: s.deflt, Finite: s.finite,
		Leaves: seen.leaves, Lent: seen.lent, Outside: seen.outside}
	slices.Sort(c.Outside)
	held := slices.ContainsFunc(seen.instances, func(in *instance) bool { return in.held })
	for _, in := range seen.instances {
		if in.state != nil && (in.held || !held) {
			c.States = append(c.States, w.state(in.state))
		}
	}
	for _, u := range seen.uses {
		c.Entered = c.Entered || u.ev.kind == evEnter
		if !u.ev.trip && u.ev.kind == evSend {
			c.Requests = append(c.Requests, w.request(u))
			c.States = append(c.States, w.state(u.state))
		}
	}
	visited := make(map[string]bool)
	for _, key := range seen.locs {
		w.reached(key, visited)
	}
	for _, key := range sortedKeys(visited) {
		if w.vendorOf(key) != "" && !w.sendsFrom(key) { // a field of another module's type
			c.handOver(key)
		}
		c.Lent = c.Lent || w.importedObject(key) != nil // a field of another package's type: that package makes the requests
		if fact, ok := w.foreignBound(key); ok {
			c.Requests = append(c.Requests, Request{Bound: fact.Bound, RPC: fact.RPC})
		}
		for _, u := range w.seen.loc(key).uses {
			switch {
			case u.ev.kind == evHand:
				c.Lent = true
				c.handOver(u.ev.name)
			case u.ev.kind == evEnter:
				c.Entered = true
			case !u.ev.trip:
				c.Requests = append(c.Requests, w.request(u))
			}
		}
		for _, u := range w.seen.loc(key).copied {
			c.Requests = append(c.Requests, w.request(u))
		}
	}
	c.Leaves = c.Leaves || visited[leaving]
	c.Lent = c.Lent || c.Leaves || len(c.Outside) > 0 || visited[lending]
	if s.kind == catalog.GRPC {
		w.onlyRPCs(c)
	}
	for _, name := range c.Outside {
		if s.kind != catalog.GRPC {
			c.Requests = append(c.Requests, Request{Bound: w.boundAbroad(name)})
		} else if bound, ok := w.rpcsAbroad(name); ok {
			c.Requests = append(c.Requests, Request{Bound: bound, Abroad: name})
		}
	}
	c.Stream = s.kind == catalog.ReverseProxy || slices.ContainsFunc(c.Requests, func(r Request) bool { return r.Stream })
	slices.SortStableFunc(c.Requests, func(a, b Request) int { return w.order(a.Pos, b.Pos) })
	return c
}

// sendsFrom reports whether the catalogue knows what the package of a type does with the client in a field of it.
func (w *world) sendsFrom(key string) bool {
	to := w.importedObject(key)
	return to != nil && catalog.SendsFrom(to.Pkg().Path(), key[strings.LastIndexByte(key, '.')+1:])
}

// handOver notes a function or field outside the module that a construction is handed to.
func (c *Construction) handOver(name string) {
	if name != "" && !slices.Contains(c.Outside, name) {
		c.Outside = append(c.Outside, name)
	}
}

// elsewhere gathers the requests that functions of other packages make through clients with a known timeout, under a
// context that this package hands them.
func (w *world) elsewhere() []*Construction {
	var out []*Construction
	for _, l := range w.seen.locs {
		for _, u := range l.uses {
			if u.ev.timeout > 0 && u.ev.where.IsValid() && !u.ev.at.known() {
				r := w.request(u)
				out = append(out, &Construction{Kind: catalog.Client, Elsewhere: true, Timeout: u.ev.timeout, Pos: r.AfterPos, End: r.AfterEnd,
					Requests: []Request{r}})
			}
		}
	}
	return out
}

// reached finds the locations that a value in one of them gets to.
func (w *world) reached(key string, visited map[string]bool) {
	if visited[key] {
		return
	}
	visited[key] = true
	for k, l := range w.seen.locs {
		if slices.Contains(l.from, key) {
			w.reached(k, visited)
		}
	}
}

func (w *world) request(u use) Request {
	r := Request{Pos: u.ev.at.Pos(), End: u.ev.at.End(), rounds: u.ev.rounds, loops: u.ev.loops, state: u.state, RPC: u.ev.rpc}
	r.Stream = slices.ContainsFunc(u.ev.stream, func(x alt) bool { _, ok := x.is.(konst); return ok })
	r.Bound = w.bound(u.ev.ctx, &r)
	if u.state != nil && r.Bound != Deadline { // the timeout may be set right before the call, on a copy perhaps
		if v, ok := u.state.fields.get("Timeout"); ok && fieldOf(v).Set() {
			r.Bound = Deadline
		}
	}
	return r
}

// bound is the weakest bound that any alternative of a context gives.
func (w *world) bound(ctx value, r *Request) Bound {
	out := Deadline
	if len(ctx) == 0 {
		return Unbounded
	}
	for _, x := range ctx {
		b := ByCallers
		switch a := x.is.(type) {
		case background:
			b = Unbounded
		case inbound:
			b = Unbounded
			if w.timeout {
				b = Deadline
			}
		case unset, zero:
			b = Unbounded
		case *deadlineCtx:
			b = Deadline
			w.known(a, r)
		case *valueCtx:
			b = w.bound(a.parent, r)
		case *object:
			if l := w.seen.locs[locationOf(a)]; l != nil && l.background {
				b = Unbounded
			}
		}
		out = min(out, b)
	}
	return out
}

// known notes the shortest constant deadline.
func (w *world) known(d *deadlineCtx, r *Request) {
	if c, ok := d.after.constant(); ok {
		if n, exact := constant.Int64Val(constant.ToInt(c)); exact && n > 0 && (r.After == 0 || n < r.After) {
			r.After, r.AfterPos, r.AfterEnd = n, d.at.Pos(), d.at.End()
			r.Attempts = 0
			if d.rounds > 0 {
				r.Attempts = r.rounds / d.rounds
				r.Delay = 0
				for _, l := range inTurn(r.loops) {
					if !slices.Contains(d.loops, l) {
						r.Delay += l.delay * max(l.max-1, 0)
					}
				}
			}
		}
	}
	for _, x := range d.parent {
		if p, ok := x.is.(*deadlineCtx); ok {
			w.known(p, r)
		}
	}
}

// Field tells what is known of a field in this state.
func (s State) Field(name string) Field {
	if s.fr == nil {
		return Field{}
	}
	v, ok := s.fr.fields.get(name)
	if !ok {
		if s.fr.obj.from != nil || s.fr.obj.sym != nil {
			return Field{Status: IsSet}
		}
		return Field{}
	}
	return fieldOf(v)
}

func fieldOf(v value) Field {
	var f Field
	sets, zeros, unsets := 0, 0, 0
	for _, x := range v {
		if x.guessed() {
			continue
		}
		switch x.is.(type) {
		case unset:
			unsets++
		case zero:
			zeros++
		default:
			if n, ok := number(x.is); ok && n <= 0 {
				zeros++
				break
			}
			sets++
		}
		if x.at.known() {
			f.Pos, f.End = x.at.Pos(), x.at.End()
		}
	}
	switch {
	case sets == 0 && zeros == 0:
		f.Status = Unset
	case sets == 0:
		f.Status = IsZero
	case zeros+unsets > 0:
		f.Status = SomePath
	default:
		f.Status = IsSet
		if n, ok := number(v[0].is); ok && len(v) == 1 {
			f.Value, f.Known = n, true
		}
	}
	return f
}

func number(a atom) (int64, bool) {
	k, ok := a.(konst)
	if !ok {
		return 0, false
	}
	switch k.v.Kind() {
	case constant.Bool:
		return 1, true
	case constant.Int, constant.Float:
		n, exact := constant.Int64Val(constant.ToInt(k.v))
		return n, exact
	}
	return 0, false
}

// Lost is the timeout, in nanoseconds, of a client that this one took the place of; 0 where there is none.
func (s State) Lost() int64 {
	if s.fr == nil {
		return 0
	}
	return s.fr.obj.more().lost
}

// Finite reports whether the state is of a transport that starts from net/http's finite defaults.
func (s State) Finite() bool { return s.fr != nil && s.fr.obj.site != nil && s.fr.obj.site.finite }

// Dial tells what bounds connecting: the timeout of the dialer, or a dial function of the program's own.
func (s State) Dial() Field {
	var none Field // or that there is none, where a default has been taken away
	for _, name := range []string{"DialContext", "Dial", "DialTLSContext", "DialTLS"} {
		f := s.Field(name)
		if f.Status == Unset || f.Status == IsZero {
			if name == "DialContext" {
				none = f
			}
			continue
		}
		if name == "DialContext" || name == "Dial" {
			return dialField(s.fr.fields.of(name), f)
		}
		return f
	}
	return none
}

// dialField looks at the dialer behind a method value.
func dialField(v value, f Field) Field {
	if len(v) != 1 {
		return f
	}
	c, ok := v[0].is.(*closure)
	if !ok || c.fn == nil || c.fn.Pkg() == nil || c.fn.Pkg().Path() != "net" || len(c.recv) != 1 {
		return f
	}
	d, ok := c.recv[0].is.(*frozen)
	if !ok || d.obj.sym != nil || d.obj.from != nil {
		return f
	}
	for _, name := range []string{"Timeout", "Deadline"} {
		if t, ok := d.fields.get(name); ok {
			in := fieldOf(t)
			if in.Status != Unset {
				return in
			}
		}
	}
	return Field{Status: Unset, Pos: f.Pos, End: f.End}
}

// Pool is what a client's connections come from.
type Pool struct {
	Default bool    // the process-wide default transport, on some path at least
	Opaque  bool    // something that cannot be seen through, on some path
	Plain   bool    // what is opaque may be a transport whose limits are not known, which sets no deadlines
	Own     []State // transports of the program
	Bounded bool    // a round tripper around them gives each request a deadline
}

// Pool tells where the client's connections come from, through the round trippers around them.
func (s State) Pool() Pool { return s.pool }

func (w *world) state(fr *frozen) State {
	s := State{fr: fr}
	switch {
	case fr == nil:
		s.pool.Opaque = true
		return s
	case fr.obj.kind != catalog.Client && fr.obj.kind != catalog.ReverseProxy:
		return s
	}
	v, ok := fr.fields.get("Transport")
	if !ok {
		v = one(unset{})
		if fr.obj.sym != nil || fr.obj.from != nil {
			v = unknown
		}
	}
	s.pool.Bounded = w.follow(v, &s.pool, 0)
	return s
}

const maxWrap = 6

// follow notes where connections come from. It reports whether each request gets a deadline on the way there.
func (w *world) follow(v value, p *Pool, depth int) bool {
	if depth > maxWrap {
		p.Opaque = true
		return false
	}
	bounded := len(v) > 0
	for _, x := range v {
		if x.guessed() {
			continue
		}
		deadline := false
		switch a := x.is.(type) {
		case unset, zero:
			p.Default = true
		case *frozen:
			deadline = w.followObject(a, p, depth)
		case *object:
			w.followSymbol(a, p, depth)
		case *closure:
			deadline = w.followTrips(w.trips(one(a), a), p, depth)
		default:
			p.Opaque = true
		}
		bounded = bounded && deadline
	}
	return bounded
}

func (w *world) followObject(a *frozen, p *Pool, depth int) bool {
	switch a.obj.kind {
	case catalog.Transport:
		switch {
		case a.obj.site != nil && a.obj.site.deflt:
			p.Default = true
		case a.obj.site != nil:
			p.Own = append(p.Own, State{fr: a})
		default:
			p.Opaque, p.Plain = true, true
		}
	case catalog.Wrapper:
		base, ok := a.fields.get("Base")
		if !ok {
			base = one(unset{})
		}
		return w.follow(base, p, depth+1)
	default:
		if row := catalog.LookupType(a.obj.typ); row != nil && row.Plain {
			p.Opaque, p.Plain = true, true
			return false
		}
		return w.followTrips(w.trips(one(a), nil), p, depth)
	}
	return false
}

// followSymbol looks into a field or package-level variable: a default or own transport only if all that it may hold
// is known.
func (w *world) followSymbol(o *object, p *Pool, depth int) {
	l := w.seen.locs[locationOf(o)]
	if l != nil && len(l.sites) == 1 && len(l.from) == 0 {
		for _, in := range w.seen.site(l.sites[0]).instances {
			if in.state != nil {
				w.follow(one(in.state), p, depth+1)
				return
			}
		}
	}
	p.Opaque = true
	p.Plain = p.Plain || o.kind == catalog.Transport
}

func (w *world) followTrips(trips []*event, p *Pool, depth int) bool {
	if len(trips) == 0 {
		p.Opaque = true
	}
	bounded := len(trips) > 0
	for _, t := range trips {
		below := w.follow(t.client, p, depth+1)
		bounded = bounded && (below || w.bound(t.ctx, new(Request)) == Deadline)
	}
	return bounded
}

// trips finds the round trippers that a round tripper of the program calls.
func (w *world) trips(rt value, c *closure) []*event {
	var events []*event
	outer := w.capture
	w.capture = &events
	defer func() { w.capture = outer }()
	f := w.topFrame()
	if c != nil {
		f.applyOutside(c, nil)
	} else {
		fr := rt[0].is.(*frozen)
		m, recv := f.concreteFrozen(fr, "RoundTrip")
		if m == nil {
			return nil
		}
		f.invoke(m, append([]value{recv}, w.outsiders(f, m.Signature(), false)...), &callSite{node: f.anchor(), n: 2})
	}
	return slices.DeleteFunc(events, func(e *event) bool { return e.kind != evSend || !e.trip })
}

func (f *frame) concreteFrozen(fr *frozen, name string) (*types.Func, value) {
	if fr.obj.typ == nil {
		return nil, nil
	}
	t := fr.obj.typ
	if _, isPtr := t.Underlying().(*types.Pointer); !isPtr && !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	obj, index, _ := types.LookupFieldOrMethod(t, true, f.w.pass.Pkg, name)
	fn, ok := obj.(*types.Func)
	if !ok {
		return nil, nil
	}
	return fn.Origin(), f.path(one(fr), fr.obj.typ, index[:len(index)-1])
}
