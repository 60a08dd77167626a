package outbound

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
)

// Unit is one place where parts of an isolation unit are put together: a call that takes some of them, or a literal
// that holds some of them.
type Unit struct {
	Place
	Func  *types.Func  // what is called, or nil
	Type  *types.Named // of the literal, or what the call returns; nil if it has no name
	Parts []Part       // at least one
}

// Part is one client, transport, breaker or bulkhead of a unit.
type Part struct {
	Place    // of the argument or element
	Kind     catalog.Kind
	Variable string    // name of the variable or field that is passed; "" where it is another expression
	Field    string    // of a literal: the field that it goes into
	Param    string    // of a call: the parameter
	Name     string    // the constant name of a breaker; "" where it has none, or it is computed
	Named    bool      // Name is known
	NameAt   Place     // where Name is written, in this package
	Made     token.Pos // the construction in this package; NoPos where it cannot be told
	Shared   bool      // it serves several systems

	born token.Pos // the call of this package that yields it
	key  string    // the place that it is read from
}

// unitKind reports whether a kind is a part of a unit.
func unitKind(k catalog.Kind) bool {
	switch k {
	case catalog.Client, catalog.Transport, catalog.GRPC, catalog.Breaker, catalog.Bulkhead:
		return true
	}
	return false
}

// unitCall notes a call that takes parts.
func (f *frame) unitCall(c *ast.CallExpr, fn *types.Func, args []value) {
	if f.w.capture != nil || c.Ellipsis.IsValid() || len(args) < len(c.Args) && len(c.Args) < 2 {
		return
	}
	u := Unit{Place: Place{c.Pos(), c.End()}, Func: fn}
	sig := fn.Signature()
	for i, a := range c.Args {
		if i >= len(args) || i >= sig.Params().Len() || sig.Variadic() && i >= sig.Params().Len()-1 {
			break
		}
		if p, ok := f.part(a, args[i]); ok {
			p.Param = sig.Params().At(i).Name()
			u.Parts = append(u.Parts, p)
		}
	}
	if sig.Results().Len() > 0 {
		u.Type = gotypes.Named(sig.Results().At(0).Type())
	}
	f.addUnit(c, u)
}

// unitLiteral notes a literal that holds parts.
func (f *frame) unitLiteral(e *ast.CompositeLit, t types.Type, names []string, exprs []ast.Expr, values []value) {
	if f.w.capture != nil {
		return
	}
	u := Unit{Place: Place{e.Pos(), e.End()}, Type: gotypes.Named(t)}
	for i, x := range exprs {
		if p, ok := f.part(x, values[i]); ok {
			p.Field = names[i]
			u.Parts = append(u.Parts, p)
		}
	}
	f.addUnit(e, u)
}

func (f *frame) addUnit(n ast.Node, u Unit) {
	if len(u.Parts) == 0 {
		return
	}
	if _, ok := f.w.seen.units[n]; !ok {
		f.w.seen.units[n] = u
	}
}

// part is what a unit is given, if it is a part of one. A gRPC stub is none: it is called after its service, of which a
// system has many over one connection.
func (f *frame) part(e ast.Expr, v value) (Part, bool) {
	p := Part{Place: Place{e.Pos(), e.End()}, Variable: nameOf(e)}
	if t := f.w.info.TypeOf(e); t != nil && catalog.IsStub(t) && !catalog.IsConnection(t) {
		return p, false
	}
	for _, o := range v.objects() {
		if unitKind(o.kind) {
			p.Kind = o.kind
		}
	}
	if k := catalog.KindOf(typeOf(f.w.info, e)); p.Kind == catalog.None && unitKind(k) {
		p.Kind = k
	}
	if p.Kind == catalog.None {
		return p, false
	}
	objs := v.objects()
	if len(objs) != 1 || len(v) != 1 {
		return p, true
	}
	o := objs[0]
	p.born = o.born.Pos()
	if o.sym != nil {
		p.key = locationOf(o)
		return p, true
	}
	if o.site != nil && !o.site.foreign {
		p.Made = o.site.span.Pos()
	}
	if name := f.get(o, "Name"); p.Kind == catalog.Breaker && len(name) == 1 {
		c, ok := name.constant()
		switch {
		case ok && c.Kind() == constant.String:
			p.Name, p.Named = constant.StringVal(c), true
			p.NameAt = name[0].at.place()
		case isUnset(name[0].is):
			p.Named = true
		}
	}
	return p, true
}

func isUnset(a atom) bool {
	switch a.(type) {
	case unset, zero:
		return true
	}
	return false
}

// nameOf is the name of a variable or field that an expression reads.
func nameOf(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return nameOf(e.X)
		}
	case *ast.StarExpr:
		return nameOf(e.X)
	}
	return ""
}

// buildUnits puts the units in order, and says which of their parts serve several systems.
func (w *world) buildUnits(m *Model) {
	for _, u := range w.seen.units {
		for i, p := range u.Parts {
			u.Parts[i].Shared = slices.ContainsFunc(m.Shared, func(s Sharing) bool {
				return s.Pos.IsValid() && s.Kind == p.Kind && (s.Pos == p.Made || s.Pos == p.born) || s.Location != "" && s.Location == p.key
			})
		}
		m.Units = append(m.Units, u)
	}
	slices.SortFunc(m.Units, func(a, b Unit) int { return cmp.Or(w.order(a.Pos, b.Pos), int(a.End-b.End)) })
}

// Name returns the constant name of a breaker and where it is written. It is known for a breaker without a name too.
func (s State) Name() (name string, at Place, known bool) {
	if s.fr == nil {
		return "", Place{}, false
	}
	v, ok := s.fr.fields.get("Name")
	if !ok {
		return "", Place{}, s.fr.obj.from == nil && s.fr.obj.sym == nil
	}
	if len(v) != 1 {
		return "", Place{}, false
	}
	at = v[0].at.place()
	if isUnset(v[0].is) {
		return "", at, true
	}
	if k, ok := v[0].is.(konst); ok && k.v.Kind() == constant.String {
		return constant.StringVal(k.v), at, true
	}
	return "", Place{}, false
}

// Sized is one thing whose parts have known sizes: what a type holds.
type Sized struct {
	Place              // of the literal or call that makes it
	System      string // the stem of its type, package or variable; "" where nothing says it
	Concurrent  Field  // permits of its bulkhead
	Connections Field  // MaxConnsPerHost of its client
	Keepalive   Field  // MaxIdleConnsPerHost of its client
}

// DatabasePool is the size that the program's own database pool is given.
type DatabasePool struct {
	Place
	Size int64
}

// buildSizes gathers what holds pools and bulkheads of known sizes, every pool, and the database pools.
func (w *world) buildSizes(m *Model) {
	for _, h := range w.seen.holdersInOrder {
		if s, ok := w.sized(h); ok {
			m.Sized = append(m.Sized, s)
		}
	}
	for _, in := range w.seen.order {
		if in.obj.kind != catalog.Client || in.state == nil {
			continue
		}
		p := w.state(in.state).Pool()
		if len(p.Own) != 1 || p.Default || p.Opaque {
			continue
		}
		if n := p.Own[0].Field("MaxConnsPerHost"); n.Known && n.Value > 0 {
			m.Pools = append(m.Pools, Sized{Place: w.placeOf(in.obj), System: cmp.Or(w.systemsOf(in.obj), w.nameOfInstance(in.obj)), Connections: n,
				Keepalive: p.Own[0].Field("MaxIdleConnsPerHost")})
		}
	}
	m.Databases = w.databases()
	m.Limits = w.limits(m.Constructions)
	slices.SortStableFunc(m.Sized, func(a, b Sized) int { return w.order(a.Pos, b.Pos) })
	slices.SortStableFunc(m.Pools, func(a, b Sized) int { return w.order(a.Pos, b.Pos) })
}

// sized looks at what a struct holds.
func (w *world) sized(h *frozen) (Sized, bool) {
	s := Sized{Place: w.placeOf(h.obj)}
	pools, users := 0, ""
	eachPart(h, 0, func(fr *frozen) {
		switch fr.obj.kind {
		case catalog.Client:
			if p := w.state(fr).Pool(); len(p.Own) == 1 && !p.Default && !p.Opaque {
				s.Connections, s.Keepalive = p.Own[0].Field("MaxConnsPerHost"), p.Own[0].Field("MaxIdleConnsPerHost")
				users = w.systemsOf(fr.obj)
				pools++
			}
		case catalog.Bulkhead:
			s.Concurrent = (State{fr: fr}).Field("Size")
		}
	})
	s.System = cmp.Or(w.nameOfType(h.obj), users, w.nameOfInstance(h.obj))
	known := pools == 1 && s.Concurrent.Known && s.Connections.Known && s.Pos.IsValid()
	return s, known && (w.written(s.Concurrent) || w.written(s.Connections))
}

// written reports whether this package says what a field is: another one that does has both sizes already.
func (w *world) written(f Field) bool { return w.holds(Place{f.Pos, f.End}) }

// placeOf is where something was made: the call of this package that yields it, or the literal.
func (w *world) placeOf(o *object) Place {
	if o.born.known() {
		return o.born.place()
	}
	if o.site != nil && !o.site.foreign {
		return o.site.span.place()
	}
	return o.made.place()
}

// nameOfInstance says which system something belongs to by the variable or field that holds it.
func (w *world) nameOfInstance(o *object) string {
	for _, in := range w.seen.holdings[o] {
		if in.key != "" {
			return in.key[lastDot(in.key)+1:]
		}
	}
	return ""
}

func lastDot(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '.' {
			return i
		}
	}
	return -1
}

// settleDatabase notes the size of a database pool.
func (w *world) settleDatabase(e *event) {
	var pool *site
	for _, x := range e.client {
		switch a := x.is.(type) {
		case *frozen:
			if embedded(a.fields.of("driver")) {
				return
			}
			pool = a.obj.site
		case *object:
			pool = a.site
		}
	}
	c, ok := e.url.constant()
	if !ok {
		if w.seen.unsized == nil {
			w.seen.unsized = make(map[*site]bool)
		}
		w.seen.unsized[pool] = true
		return
	}
	if n, exact := constant.Int64Val(constant.ToInt(c)); exact && n > 0 && e.at.known() {
		d := sizedDatabase{DatabasePool{e.at.place(), n}, pool}
		if !slices.Contains(w.seen.databases, d) {
			w.seen.databases = append(w.seen.databases, d)
		}
	}
}

// sizedDatabase is a size that a database pool is given.
type sizedDatabase struct {
	DatabasePool
	pool *site // nil where it is not known: all such pools are taken for one
}

// databases are the pools whose sizes are known. A constant beside a setting is the size where the setting has none.
func (w *world) databases() []DatabasePool {
	var out []DatabasePool
	for _, d := range w.seen.databases {
		if !w.seen.unsized[d.pool] && !slices.Contains(out, d.DatabasePool) {
			out = append(out, d.DatabasePool)
		}
	}
	return out
}

// embedded reports whether a driver is a database inside the process.
func embedded(driver value) bool {
	c, ok := driver.constant()
	if !ok || c.Kind() != constant.String {
		return false
	}
	switch constant.StringVal(c) {
	case "sqlite", "sqlite3", "duckdb", "ramsql", "txdb":
		return true
	}
	return false
}
