package outbound

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
)

// world is the evaluation of one package.
type world struct {
	pass  *analysis.Pass
	info  *types.Info
	opts  Options
	decls map[*types.Func]*ast.FuncDecl
	calls map[*types.Func]*usage
	sums  map[*types.Func]*summary // nil while it is being made
	lits  map[*ast.FuncLit]*summary
	// globals are the symbols of package-level variables; fixed ones are never assigned after their declaration.
	globals     map[*types.Var]*object
	inits       map[*types.Var]value
	fixed       map[*types.Var]*frozen // package-level structs that nothing writes to, as they are made
	inner       map[*types.Var]bool    // package-level variables in which something may be written to
	tables      map[*types.Var]value   // functions in package-level maps and slices
	lists       map[*types.Var]*list   // package-level slices of functions that nothing is assigned to
	mutable     map[*types.Var]bool
	sites       map[siteKey]*site
	holders     map[types.Type]bool // struct types with a client by value
	kindTypes   map[catalog.Kind]types.Type
	seen        *sightings
	behind      *behind
	capture     *[]*event // while set, events are put here and nowhere else
	nextID      int
	steps       int
	replaying   int
	pretended   []*closure                  // the functions that are run inside entries, the outermost first
	timeout     bool                        // the package gives inbound requests a deadline
	timeouts    []string                    // its exported functions that do
	middlewares map[*types.Package][]string // those of its imports, once they are asked for
	defaults    []token.Pos                 // see Model.Defaults
	unanalysed  []string
	packages    map[string]*types.Package
	standIns    map[string]*types.Var // of package-level variables that are not in sight
	matter      map[types.Type]bool
	answers     map[types.Type]bool  // of answerType
	dulls       map[types.Type]bool  // of dull
	withLits    map[*types.Func]bool // functions with literals in them
	permits     map[*types.Var]bool  // see findPermits
	allPermits  bool
	passing     map[types.Type]bool // types that only pass on what they hold
	consumers   map[consumer]*consumer
	names       map[consumer]Evidence         // what names say, without Func
	relevant    map[*types.Func]bool          // functions that are worth a look
	users       map[*types.Func][]*types.Func // who mentions a function of the package
	clientTypes map[types.Type]bool
	shares      []shareFact
	below       map[string][]importedShare // what imports say of locations
	breakers    []breakerFact              // what facts tell of breakers
	kinds       map[string]catalog.Kind    // of what locations hold
	foreign     map[site]*site
	sdks        map[string]*sdk // by vendor
	offered     offered         // nil until it is asked for
	vendors     map[*types.Package]string

	packageFacts map[*types.Package]*packageFact // see packageFact
	generated    map[*ast.File]bool              // see inGenerated
	once         map[*ast.FuncLit]bool           // literals that the standard library runs once
}

type siteKey struct {
	node ast.Node
	kind catalog.Kind
	sub  string
}

// maxSteps bounds how much work one package may cost.
const maxSteps = 4_000_000

// frame is the evaluation of one function, function literal or of the package's initialisation.
type frame struct {
	w        *world
	fn       *types.Func
	lit      *ast.FuncLit
	within   *types.Func // of a literal: the function that it is in
	sig      *types.Signature
	node     ast.Node // the function; nil for the package
	params   []*object
	byVar    map[*types.Var]*object // parameters and captured variables
	named    []*types.Var           // named results
	results  []value
	blanks   []blank // beside errors
	exit     *state
	events   []*event
	st       *state
	escaped  map[*types.Var]bool
	targets  []*target
	labels   map[string]*state
	made     []*closure // literals made here
	ran      map[*ast.FuncLit]bool
	loops    []*loop
	fresh    []*object
	starts   bool // the package's initialisation
	owner    *consumer
	mutated  []mutation
	sent     map[string]bool     // locations of the clients that it sends through
	sentBy   map[*object][]*loop // the loops around the requests through a client; never empty
	way      []step              // to the place that is being evaluated
	start    int                 // how long the way to the function's own statements is
	deferred []deferral
	inside   []*event        // entries whose callbacks are being run
	permits  []*event        // entries without a callback
	urls     value           // of requests that its callers see nothing else of
	uses     map[*object]int // how often what is made here is used here
}

// loop is a loop around the place that is being evaluated.
type loop struct {
	max   int64 // constant number of rounds; 0 is unknown
	delay int64 // constant waits in one round, in nanoseconds
	spawn bool  // no loop: the start of a goroutine, which does not wait for the rounds of the loops around it
}

// inTurn returns the loops whose rounds follow each other: those inside the innermost goroutine.
func inTurn(loops []*loop) []*loop {
	for i, l := range slices.Backward(loops) {
		if l.spawn {
			return loops[i+1:]
		}
	}
	return loops
}

// spawn does something in a goroutine of its own.
func (f *frame) spawn(do func()) {
	if len(f.loops) == 0 {
		do()
		return
	}
	f.loops = append(f.loops, &loop{max: 1, spawn: true})
	do()
	f.loops = f.loops[:len(f.loops)-1]
}

func (w *world) newObject(kind catalog.Kind, t types.Type) *object {
	w.nextID++
	return &object{id: w.nextID, kind: kind, typ: t}
}

// symbol makes what a root or field of a symbol stands for.
func (w *world) symbol(s symbol, t types.Type) *object {
	o := w.newObject(catalog.KindOf(t), t)
	o.sym = &s
	return o
}

// child returns the symbol for a field of a symbol.
func (w *world) child(base *object, field, owner string, t types.Type) *object {
	if base.kids == nil {
		base.kids = make(map[string]*object)
	}
	if k, ok := base.kids[field]; ok {
		if k.typ == nil && t != nil {
			k.typ = t
			if k.kind == catalog.None {
				k.kind = catalog.KindOf(t)
			}
		}
		if k.sym.owner == "" {
			k.sym.owner = owner
		}
		return k
	}
	k := w.symbol(symbol{root: base.sym.root, param: base.sym.param, v: base.sym.v, base: base, field: field, owner: owner}, t)
	k.depth = base.depth + 1
	base.kids[field] = k
	return k
}

// maxPath bounds how many fields deep a symbol is followed: recursive types have no end.
const maxPath = 8

func (w *world) global(v *types.Var) *object {
	if o, ok := w.globals[v]; ok {
		return o
	}
	t := v.Type()
	if t == types.Typ[types.Invalid] { // of one that stands in
		t = nil
	}
	o := w.symbol(symbol{root: rootGlobal, v: v}, t)
	w.globals[v] = o
	return o
}

// isGlobal reports whether a variable is one of a package, or stands in for one: see globalNamed.
func isGlobal(v *types.Var) bool {
	s := v.Parent()
	return v.Pkg() != nil && s != nil && (s == v.Pkg().Scope() || s.Parent() == nil)
}

func (f *frame) contains(pos token.Pos) bool {
	return f.node != nil && f.node.Pos() <= pos && pos < f.node.End()
}

// symbolFor returns the symbol of a parameter, captured or package-level variable, or nil for a local one.
func (f *frame) symbolFor(v *types.Var) *object {
	if o, ok := f.byVar[v]; ok {
		return o
	}
	if isGlobal(v) {
		if f.starts && v.Pkg() == f.w.pass.Pkg {
			return nil // during initialisation package-level variables are like local ones
		}
		return f.w.global(v)
	}
	if f.node != nil && !f.contains(v.Pos()) {
		o := f.w.symbol(symbol{root: rootFree, v: v}, v.Type())
		f.byVar[v] = o
		return o
	}
	return nil
}

// load reads a variable.
func (f *frame) load(v *types.Var) value {
	if val, ok := f.st.vars.get(v); ok {
		return val.under(nil)
	}
	if f.escaped[v] {
		return unknown
	}
	if isGlobal(v) {
		if val, ok := f.w.constantGlobal(v); ok {
			return val
		}
		if l := f.w.lists[v]; l != nil {
			return f.loadList(l)
		}
	}
	if o := f.symbolFor(v); o != nil {
		return one(o)
	}
	return unknown
}

// constantGlobal returns the value of a package-level variable that is never assigned, where it is a plain constant.
func (w *world) constantGlobal(v *types.Var) (value, bool) {
	if v.Pkg() != w.pass.Pkg {
		return nil, false
	}
	if w.mutable[v] {
		return nil, false
	}
	val, ok := w.inits[v]
	if len(val) == 1 {
		if c, ok := val[0].is.(*closure); ok {
			if c.memo != nil && returnsSomething(v.Type()) {
				return one(&closure{memo: one(w.child(w.global(v), "()", "", v.Type().Underlying().(*types.Signature).Results().At(0).Type()))}), true
			}
			return val, c.lit != nil || c.fn != nil
		}
	}
	if !ok {
		if _, basic := v.Type().Underlying().(*types.Basic); basic && !v.Exported() {
			return one(zero{}), true
		}
		return nil, false
	}
	if _, ok := val.constant(); ok {
		return val, true
	}
	return nil, false
}

func (f *frame) store(v *types.Var, val value) {
	if f.escaped[v] {
		return
	}
	f.st.vars.set(v, val.orUnknown())
}

// initial is what a field holds that nothing was assigned to.
func (f *frame) initial(o *object, field string) value {
	switch {
	case o.sym != nil:
		if o.depth >= maxPath {
			return unknown
		}
		if fns := f.w.tables[o.sym.v]; field == "[]" && o.sym.base == nil && len(fns) > 0 {
			return fns
		}
		if v, ok := f.w.plainField(o, field); ok {
			return v
		}
		return one(f.w.child(o, field, ownerOf(o.typ), fieldType(o.typ, field)))
	case o.from != nil:
		return f.initial(o.from, field)
	}
	return one(unset{})
}

// nameIn is what a field of an object is called in net/http.
func nameIn(o *object, field string) string {
	if row := rowOf(o); row != nil {
		return cmp.Or(row.Names[field], field)
	}
	return field
}

// rowOf is what the catalogue knows of the fields of a client or wrapper, or nil.
func rowOf(o *object) *catalog.Type {
	if o.kind != catalog.Client && o.kind != catalog.Wrapper && o.kind != catalog.Retryable {
		return nil
	}
	return catalog.LookupType(o.typ)
}

// preset gives what is made the fields that its type has where nothing is assigned to them.
func (f *frame) preset(o *object, n ast.Node) {
	if row := rowOf(o); row != nil {
		for _, k := range sortedKeys(row.Fields) {
			if n == nil && row.Fields[k].Op == catalog.Default { // no place of its own
				continue
			}
			f.st.set(o, k, f.shape(row.Fields[k], &callSite{node: n}))
		}
	}
}

// get reads a field of one object.
func (f *frame) get(o *object, field string) value {
	field = nameIn(o, field)
	if v, ok := f.st.peek(o).get(field); ok {
		return v
	}
	if o.sym == nil && o.from == nil {
		if t := fieldType(o.typ, field); t != nil {
			if _, isStruct := t.Underlying().(*types.Struct); isStruct && !f.w.dull(t) {
				v := one(f.zeroStruct(t, o.site, nil))
				f.st.set(o, field, v)
				return v
			}
		}
	}
	return f.unwritten(o, f.st.peek(o), field)
}

// unwritten is what a field holds that is not among those that were written.
func (f *frame) unwritten(o *object, written fields, field string) value {
	if v, ok := written.get(filled); ok {
		if t := fieldType(o.typ, field); t != nil {
			if _, basic := t.Underlying().(*types.Basic); basic {
				return v
			}
		}
	}
	return f.initial(o, field)
}

// read reads a field of whatever a value is.
func (f *frame) read(v value, field string) value {
	if key, ok := strings.CutPrefix(field, carried); ok {
		return f.w.valueOf(v, key)
	}
	switch field {
	case contextOf:
		return f.readContext(v)
	case behindOf:
		return f.readBehind(v)
	}
	var out value
	for _, x := range v.orUnknown() {
		switch a := x.is.(type) {
		case *object:
			out = append(out, f.get(a, field).under(x.when).among(x)...)
		case *frozen:
			if fv, ok := a.fields.get(field); ok {
				out = append(out, fv.under(x.when).among(x)...)
			} else {
				out = append(out, alt{is: some{}, when: x.when})
			}
		case zero, unset:
			// a nil pointer has no fields
		default:
			out = append(out, alt{is: some{}, when: x.when})
		}
	}
	if field == "[]" {
		for i := range out {
			out[i].keyed = true
		}
	}
	return union(out)
}

// contextOf stands for what the Context method of a request returns. It differs from the context under which a request
// is sent on where a function was handed the request: one that asks for the context serves the request.
const contextOf = "Context()"

func (f *frame) readContext(v value) value {
	var out value
	for _, x := range v {
		o, ok := x.is.(*object)
		switch {
		case ok && len(f.st.peek(o).of(contextOf)) > 0:
			out = append(out, f.st.peek(o).of(contextOf).under(x.when)...)
		case ok && o.sym != nil && len(f.st.peek(o).of("ctx")) == 0:
			out = append(out, f.initial(o, contextOf).under(x.when)...)
		default:
			out = append(out, f.read(value{x}, "ctx")...)
		}
	}
	return union(out)
}

// write sets a field of whatever a value is. What is made here is seldom held elsewhere too: if a value may be one of
// several such objects, each has the field set on the paths on which it is the value, and is not used on others. What
// is handed in is, so it is certain only where the value can be nothing else: everywhere, or where conditions hold.
func (f *frame) write(target value, field string, v value) {
	certain := len(target) == 1
	for i, x := range target {
		o, ok := x.is.(*object)
		if !ok || o.depth >= maxPath {
			continue
		}
		field := nameIn(o, field)
		if f.st.copies(o) {
			f.w.steps += len(f.st.peek(o)) / 2
		}
		if certain || o.sym == nil {
			f.st.set(o, field, v)
			f.passRetries(o)
			continue
		}
		old := f.get(o, field)
		if target.apart(i) {
			old = old.unless(x.when)
		}
		f.st.set(o, field, union(append(slices.Clip(old), v.under(x.when)...)))
	}
}

// passRetries tells the client inside one that sends again how often: it is the one that is judged.
func (f *frame) passRetries(o *object) {
	if o.kind != catalog.Retryable {
		return
	}
	for _, name := range slices.Concat(catalog.Retries, catalog.RetryIf) {
		if v, ok := f.st.peek(o).get(name); ok {
			f.write(f.get(o, "HTTPClient"), name, v)
		}
	}
}

// ownerOf names the type that a field belongs to, as path.Type. A field of what a library makes is a place of its own
// in each holder, so its type is none.
func ownerOf(t types.Type) string {
	if t == nil {
		return ""
	}
	if k := catalog.KindOf(t); judged(k) || k == catalog.Retryable {
		return ""
	}
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return n.Obj().Pkg().Path() + "." + n.Obj().Name()
}

func structOf(t types.Type) *types.Struct {
	if t == nil {
		return nil
	}
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, _ := types.Unalias(t).Underlying().(*types.Struct)
	return s
}

func fieldType(t types.Type, field string) types.Type {
	if field == "[]" {
		return elemType(t)
	}
	s := structOf(t)
	if s == nil {
		return nil
	}
	for f := range s.Fields() {
		if f.Name() == field {
			return f.Type()
		}
	}
	return nil
}

func elemType(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	switch t := types.Unalias(t).Underlying().(type) {
	case *types.Slice:
		return t.Elem()
	case *types.Array:
		return t.Elem()
	case *types.Map:
		return t.Elem()
	case *types.Chan:
		return t.Elem()
	case *types.Pointer:
		return elemType(t.Elem())
	}
	return nil
}

// siteFor returns the construction at a node.
func (w *world) siteFor(n ast.Node, kind catalog.Kind, sub string, how How) *site {
	key := siteKey{n, kind, sub}
	if s, ok := w.sites[key]; ok {
		return s
	}
	s := &site{kind: kind, span: spanOf(n), how: how, id: len(w.sites)}
	w.sites[key] = s
	return s
}

// judged reports whether constructions of the kind are reported on.
func judged(k catalog.Kind) bool {
	switch k {
	case catalog.None, catalog.Request, catalog.Response, catalog.Dialer, catalog.Wrapper, catalog.Server, catalog.Retryable,
		catalog.Group, catalog.Cache:
		return false
	}
	return true
}

// make makes an object at a node: a construction, if its kind is judged.
func (f *frame) make(kind catalog.Kind, t types.Type, n ast.Node, sub string, how How) *object {
	o := f.w.newObject(kind, t)
	o.made = spanOf(n)
	if judged(kind) && !f.w.declares(t) {
		o.site = f.w.siteFor(n, kind, sub, how)
	}
	f.adopt(o)
	f.preset(o, n)
	return o
}

// declares reports whether a type is the package's own. Where that is one of the catalogue's, the package is the library
// itself: what a value of it does is in the code.
func (w *world) declares(t types.Type) bool {
	n := gotypes.Named(t)
	return n != nil && n.Obj().Pkg() == w.pass.Pkg && catalog.LookupType(n) != nil
}

// row is what the catalogue says of a function of another package, or of one that makes a generated gRPC client.
func (w *world) row(fn *types.Func) *catalog.Func {
	if fn.Pkg() != w.pass.Pkg {
		if row := catalog.LookupFunc(fn); row != nil {
			return row
		}
	}
	return w.stub(fn)
}

func (f *frame) adopt(o *object) {
	for _, l := range slices.Backward(f.loops) {
		if !l.spawn {
			o.loop = l
			break
		}
	}
	o.way = f.way
	f.fresh = append(f.fresh, o)
	if _, ok := f.st.heap.get(o); !ok {
		f.st.heap.set(o, fields{})
	}
}

// zeroStruct makes the zero value of a struct type. Clients that it holds by value are constructions at the node, or
// at the literal of the struct around it.
func (f *frame) zeroStruct(t types.Type, outer *site, n ast.Node) *object {
	kind := catalog.KindOf(t)
	o := f.w.newObject(kind, t)
	switch {
	case f.w.declares(t):
	case n != nil && judged(kind):
		o.site = f.w.siteFor(n, kind, "", ByZero)
	case outer != nil && judged(kind):
		o.site = outer
	}
	f.adopt(o)
	f.preset(o, n)
	if n != nil {
		f.byValue(o, t, n, "")
	}
	return o
}

// byValue fills in the clients that a struct holds by value and that nothing was assigned to.
func (f *frame) byValue(o *object, t types.Type, n ast.Node, path string) {
	if catalog.KindOf(t) != catalog.None || !f.w.holdsByValue(t, 0) {
		return
	}
	var set fields
	for fld := range structOf(t).Fields() {
		if _, ok := f.st.fields(o).get(fld.Name()); ok {
			continue
		}
		ft := fld.Type()
		kind := catalog.KindOf(ft)
		_, isStruct := ft.Underlying().(*types.Struct)
		if !isStruct {
			continue
		}
		switch {
		case judged(kind):
			set = append(set, field{fld.Name(), one(f.make(kind, ft, n, path+"."+fld.Name(), ByZero))})
		case kind == catalog.None && f.w.holdsByValue(ft, 0):
			c := f.w.newObject(kind, ft)
			f.adopt(c)
			f.byValue(c, ft, n, path+"."+fld.Name())
			set = append(set, field{fld.Name(), one(c)})
		}
	}
	f.st.setAll(o, set)
}

// holdsByValue reports whether a struct type holds a client by value, however deep.
func (w *world) holdsByValue(t types.Type, depth int) bool {
	if yes, ok := w.holders[t]; ok {
		return yes
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok || depth > maxPath {
		return false
	}
	w.holders[t] = false
	if n, ok := types.Unalias(t).(*types.Named); ok && !w.inModule(n.Obj().Pkg()) {
		return false
	}
	for f := range s.Fields() {
		if _, isStruct := f.Type().Underlying().(*types.Struct); !isStruct {
			continue
		}
		if judged(catalog.KindOf(f.Type())) || catalog.KindOf(f.Type()) == catalog.None && w.holdsByValue(f.Type(), depth+1) {
			w.holders[t] = true
			break
		}
	}
	return w.holders[t]
}

// inModule reports whether a package's sources may be judged: the package itself, or one whose path shows that it is
// of the same module.
func (w *world) inModule(p *types.Package) bool {
	if p == nil {
		return false
	}
	if p == w.pass.Pkg {
		return true
	}
	m := w.pass.Module
	if m == nil || m.Path == "" {
		return false
	}
	return p.Path() == m.Path || strings.HasPrefix(p.Path(), m.Path+"/")
}

// copyOf copies a struct: both keep their construction and part ways from here.
func (f *frame) copyOf(o *object, depth int) *object {
	c := f.w.newObject(o.kind, o.typ)
	c.site = o.site
	if o.sym != nil {
		c.from = o
	} else {
		c.from = o.from
	}
	if x := o.more(); x.elem != nil || x.head != nil {
		c.extra = &extra{elem: x.elem, head: x.head}
	}
	heap := f.st.fields(o)
	f.adopt(c)
	if depth < maxPath {
		for _, x := range heap {
			if t := fieldType(o.typ, x.name); t != nil {
				if _, isStruct := t.Underlying().(*types.Struct); isStruct {
					heap = heap.with(x.name, f.copyValue(x.is, depth+1).orUnknown())
				}
			}
		}
	}
	f.st.heap.set(c, heap)
	return c
}

// copyValue copies the structs among the alternatives.
func (f *frame) copyValue(v value, depth int) value {
	out := make(value, 0, len(v))
	for _, x := range v {
		if o, ok := x.is.(*object); ok {
			x.is = f.copyOf(o, depth)
		}
		out = append(out, x)
	}
	return out
}

func int64Const(n int64) value { return ofConstant(constant.MakeInt64(n)) }

// returnsSomething reports whether a type is a function with results.
func returnsSomething(t types.Type) bool {
	sig, ok := t.Underlying().(*types.Signature)
	return ok && sig.Results().Len() > 0
}
