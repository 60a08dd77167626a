package outbound

import (
	"go/types"
	"slices"

	"github.com/reslint/reslint/internal/catalog"
)

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
	case fr.obj.kind == catalog.GRPC:
		s.bare = w.bare(fr)
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
