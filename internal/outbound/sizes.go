package outbound

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
	"github.com/reslint/reslint/internal/stem"
)

// Limits are the sizes and timeouts of one struct that holds the parts of a unit, or of a client or bulkhead that no
// such struct holds. At least one of them is a constant.
type Limits struct {
	Place             // of the literal or call that makes it
	System     string // or the systems that use it, with commas between them; "" where nothing says it
	Concurrent Field  // permits of its bulkhead

	Connections, Keepalive Field // MaxConnsPerHost and MaxIdleConnsPerHost of its client
	Connect, Read, Total   Field // the timeouts of dialer, ResponseHeaderTimeout and Client.Timeout

	Made []token.Position // the constructions of its parts, in whichever package
}

// fields are all limits, in order.
func (l *Limits) fields() []*Field {
	return []*Field{&l.Concurrent, &l.Connections, &l.Keepalive, &l.Connect, &l.Read, &l.Total}
}

func (l *Limits) known() bool {
	return slices.ContainsFunc(l.fields(), func(f *Field) bool { return f.Known })
}

// limits gathers what has limits: structs first, then the clients and bulkheads that are in none of them.
func (w *world) limits(constructions []*Construction) []Limits {
	var out []Limits
	inside, systems := make(map[*object]bool), make(map[*object]string)
	systemsOf := func(o *object) string {
		if _, ok := systems[o]; !ok {
			systems[o] = w.systemsOf(o)
		}
		return systems[o]
	}
	nested := w.nestedHolders()
	for _, h := range w.seen.holdersInOrder {
		l := Limits{Place: w.placeOf(h.obj)}
		parts, _ := w.partsOf(h)
		if nested[h.obj] {
			continue
		}
		for _, fr := range parts {
			l.add(w, fr)
		}
		if len(parts) == 0 || !l.known() || !l.Pos.IsValid() {
			continue
		}
		for _, fr := range parts {
			inside[fr.obj] = true
		}
		l.System = w.nameOfType(h.obj)
		if l.System == "" {
			l.System = cmp.Or(systemsOf(parts[0].obj), w.nameOfPackage(h.obj))
		}
		out = append(out, l)
	}
	for _, in := range w.seen.order {
		if in.state == nil || inside[in.obj] || !w.counts(in, constructions) {
			continue
		}
		l := Limits{Place: w.placeOf(in.obj)}
		l.add(w, in.state)
		if l.known() && l.Pos.IsValid() {
			l.System = cmp.Or(systemsOf(in.obj), w.nameOfPackage(in.obj))
			out = append(out, l)
		}
	}
	slices.SortStableFunc(out, func(a, b Limits) int { return cmp.Or(w.order(a.Pos, b.Pos), int(a.End-b.End)) })
	return out
}

// partsOf finds the client and the bulkhead that a struct holds, itself or in what it embeds. A struct with several of a kind
// is no unit. The structs that it embeds, and that are no units of their own then, are the second result.
func (w *world) partsOf(h *frozen) (parts []*frozen, embedded []*object) {
	several := false
	embedded = eachPart(h, 0, func(fr *frozen) {
		several = several || slices.ContainsFunc(parts, func(p *frozen) bool { return p.obj.kind == fr.obj.kind && p.obj != fr.obj })
		parts = append(parts, fr)
	})
	if several {
		return nil, nil
	}
	if len(parts) < 2 {
		embedded = nil
	}
	return parts, embedded
}

// nestedHolders are the structs that are embedded in a unit.
func (w *world) nestedHolders() map[*object]bool {
	nested := make(map[*object]bool)
	for _, h := range w.seen.holdersInOrder {
		_, embedded := w.partsOf(h)
		for _, o := range embedded {
			nested[o] = true
		}
	}
	return nested
}

// eachPart visits the clients and bulkheads that a struct holds, itself, in a client with retries or in what it embeds, and
// returns the structs that it embeds.
func eachPart(h *frozen, depth int, visit func(*frozen)) (embedded []*object) {
	s := structOf(h.obj.typ)
	for _, x := range h.fields {
		if len(x.is) != 1 {
			continue
		}
		fr, ok := x.is[0].is.(*frozen)
		if !ok {
			continue
		}
		switch fr.obj.kind {
		case catalog.Client, catalog.Bulkhead:
			visit(fr)
		case catalog.None, catalog.Retryable:
			if depth < maxEmbedded && (fr.obj.kind == catalog.Retryable || embeds(s, x.name)) {
				embedded = append(append(embedded, fr.obj), eachPart(fr, depth+1, visit)...)
			}
		}
	}
	return embedded
}

// maxEmbedded bounds how deep parts are looked for in what structs embed.
const maxEmbedded = 3

// embeds reports whether a field of a struct type is embedded.
func embeds(s *types.Struct, name string) bool {
	if s == nil {
		return false
	}
	for f := range s.Fields() {
		if f.Name() == name {
			return f.Embedded()
		}
	}
	return false
}

// counts reports whether something by itself is a limit on calls: every client is; a bulkhead is where something
// enters it that outlives the function.
func (w *world) counts(in *instance, constructions []*Construction) bool {
	switch in.obj.kind {
	case catalog.Client:
		return !in.site.deflt
	case catalog.Bulkhead:
		held := slices.ContainsFunc(w.seen.holdings[in.obj], func(h holding) bool { return h.key != "" })
		return held && slices.ContainsFunc(constructions, func(c *Construction) bool {
			return c.Kind == catalog.Bulkhead && c.Entered && c.Pos == in.site.span.Pos()
		})
	}
	return false
}

// add takes in the limits of a client or bulkhead.
func (l *Limits) add(w *world, fr *frozen) {
	if s := fr.obj.site; s != nil {
		at := s.where
		if !s.foreign {
			at = w.pass.Fset.Position(s.span.Pos())
			at.Offset = 0 // that of another package's is not known
		}
		l.Made = append(l.Made, at)
	}
	state := w.state(fr)
	if fr.obj.kind == catalog.Bulkhead {
		l.Concurrent = state.Field("Size")
		return
	}
	l.Total = state.Field("Timeout")
	p := state.Pool()
	if len(p.Own) != 1 || p.Default || p.Opaque {
		return
	}
	t := p.Own[0]
	l.Connections, l.Keepalive, l.Read = t.Field("MaxConnsPerHost"), t.Field("MaxIdleConnsPerHost"), t.Field("ResponseHeaderTimeout")
	if dial := t.Dial(); !t.Finite() || dial.Pos.IsValid() {
		l.Connect = dial
	}
}

// nameOfType says which system a struct belongs to by its type.
func (w *world) nameOfType(o *object) string {
	n := gotypes.Named(o.typ)
	if n == nil || n.Obj().Pkg() == nil {
		return ""
	}
	return w.evidence(&consumer{Pkg: n.Obj().Pkg().Path(), Type: n.Obj().Name()}, nil).Name()
}

// systemsOf says which systems use something, or else what the variable or field that holds it speaks of.
func (w *world) systemsOf(o *object) string {
	us, _ := w.systems(w.usersOf(o, ""), o.way)
	var names []string
	for _, u := range us {
		name := u.Name()
		if u.strongest() == ByField { // baseURL says nothing, memoryToolsURL does
			name = stem.OfEnv(name).Join("_")
		}
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		return strings.Join(names, ", ")
	}
	for _, in := range w.seen.holdings[o] {
		if name := stem.Of(in.key[lastDot(in.key)+1:]); name.Known() {
			return name.Join("_")
		}
	}
	return ""
}

// nameOfPackage says which system the package of a struct speaks of or, of anything else, this one.
func (w *world) nameOfPackage(o *object) string {
	pkg := w.pass.Pkg
	if n := gotypes.Named(o.typ); n != nil && n.Obj().Pkg() != nil && o.kind == catalog.None {
		pkg = n.Obj().Pkg()
	}
	name := w.evidence(&consumer{Pkg: pkg.Path()}, nil).Name()
	if of := stem.Of(pkg.Name()); name == "" && of.Known() && pkg.Name() != "main" {
		name = of.Join("_")
	}
	return name
}
