package outbound

import (
	"cmp"
	"go/constant"
	"go/token"
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
	bare bool // see Bare
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
	Elsewhere bool     // another package of the module builds it, and reports on it but for what is done to it here
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

// Request is one call through a client, or one RPC over a connection.
type Request struct {
	Pos, End token.Pos
	Bound    Bound
	After    int64     // the deadline in nanoseconds, where it is a known constant
	AfterPos token.Pos // where the deadline is made
	AfterEnd token.Pos
	Attempts int64  // how often it is made under that deadline, where that is constant; 0 is unknown
	Again    bool   // each time, what fails is sent again as often as the client says
	Delay    int64  // constant waits between these attempts, in nanoseconds
	Stream   bool   // the answer is a stream
	RPC      string // of a gRPC connection: what is called
	Abroad   string // of a gRPC connection: the function or field of another module that it is handed to
	rounds   int64
	loops    []*loop
	state    *frozen
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
	slices.SortStableFunc(m.Constructions, func(a, b *Construction) int {
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

// construction gathers what is known of one site.
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
		w.usesAt(c, key)
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

// usesAt adds what is done with a construction through a location that it gets to.
func (w *world) usesAt(c *Construction, key string) {
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

// sendsFrom reports whether the catalogue knows what the package of a type does with the client in a field of it.
func (w *world) sendsFrom(key string) bool {
	to := w.importedObject(key)
	return to != nil && catalog.SendsFrom(to.Pkg().Path(), key[strings.LastIndexByte(key, '.')+1:])
}

// handOver notes a function or field outside the module that a construction is handed to.
func (c *Construction) handOver(name string) {
	if name != "" && name != within && !slices.Contains(c.Outside, name) {
		c.Outside = append(c.Outside, name)
	}
}

// elsewhere gathers the requests that functions of other packages make through clients with a known timeout, under a
// context that this package hands them.
func (w *world) elsewhere() []*Construction {
	var out []*Construction
	for _, key := range sortedKeys(w.seen.locs) { // several may stand at one deadline
		for _, u := range w.seen.locs[key].uses {
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
	r := Request{Pos: u.ev.at.Pos(), End: u.ev.at.End(), rounds: u.ev.rounds, loops: u.ev.loops, state: u.state, RPC: u.ev.rpc, Again: u.ev.again}
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
