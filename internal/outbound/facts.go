package outbound

import (
	"cmp"
	"go/constant"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/catalog"
)

// funcFact is the summary of a function, for packages that call it.
type funcFact struct {
	Sum  encSummary
	Acts bool // see encSummary.acts
}

// packageFact says what a package does with the places that it owns.
type packageFact struct {
	Locs   []locFact   // in order of Key
	Shares []shareFact // in order of Key

	Breakers []breakerFact // sorted: those of the package and of what it imports
	Timeouts []string      // sorted: functions, and methods with their types, that give requests which come in a deadline
}

// locFact is the weakest bound of the requests or RPCs that are made through what a place holds.
type locFact struct {
	Key   string
	Bound Bound
	RPC   string // of a gRPC connection: an RPC that has that bound
}

func (*funcFact) AFact()    {}
func (*packageFact) AFact() {}

func (*funcFact) String() string    { return "outbound" }
func (*packageFact) String() string { return "outbound" }

// exportable reports whether the package is of the main module or workspace: facts stop there, so that all hosts,
// whatever they load from source, see the same.
func (w *world) exportable() bool {
	m := w.pass.Module
	return m != nil && m.Path != "" && m.Version == "" && w.pass.Pkg.Name() != "main"
}

// export writes the facts of the package.
func (w *world) export() {
	if !w.exportable() {
		return
	}
	told := w.funcFacts()
	for fn, fact := range told {
		w.pass.ExportObjectFact(fn, fact)
	}
	some := len(told) > 0
	fact := &packageFact{Locs: w.locFacts(), Shares: w.shareFacts(), Breakers: w.breakers, Timeouts: w.timeouts}
	slices.Sort(fact.Timeouts)
	if some || len(fact.Locs)+len(fact.Shares)+len(fact.Breakers)+len(fact.Timeouts) > 0 {
		w.pass.ExportPackageFact(fact)
	}
}

// maxFuncFacts bounds what the functions of one package tell others, in bytes.
const maxFuncFacts = 48 << 10

// funcFacts are what the exported functions of the package tell others. Where that is too much, the longest are left
// out: to other packages, these functions do what nobody can see.
func (w *world) funcFacts() map[*types.Func]*funcFact {
	var fns []*types.Func
	size := make(map[*types.Func]int)
	for fn := range w.decls {
		if sum := w.sums[fn]; sum != nil && fn.Exported() {
			fns = append(fns, fn)
			size[fn] = len(sum.heap) + len(sum.events)
		}
	}
	slices.SortFunc(fns, func(a, b *types.Func) int { return cmp.Or(size[a]-size[b], w.order(a.Pos(), b.Pos())) })
	told := make(map[*types.Func]*funcFact)
	total := 0
	for _, fn := range fns {
		enc := encoder{w: w, objs: make(map[*object]int), frozens: make(map[*frozen]int)}
		s := enc.summary(w.sums[fn])
		if !s.useful() {
			continue
		}
		fact := &funcFact{Sum: s, Acts: s.acts()}
		if total += fact.Sum.size(); total > maxFuncFacts {
			break
		}
		told[fn] = fact
	}
	return told
}

// size is about as long as the summary is when it is written down, in bytes.
func (s *encSummary) size() int {
	n := altsSize(s.URLs)
	for _, o := range s.Objs {
		n += 12 + len(o.Type.Pkg) + len(o.Type.Name) + len(o.Pkg) + len(o.Var) + len(o.Field) + len(o.Owner) + valuesSize(o.Elem) + fieldsSize(o.Fields)
		if o.Site != nil {
			n += 16 + len(o.Site.File)
		}
	}
	for _, fr := range s.Frozens {
		n += 4 + fieldsSize(fr.Fields)
	}
	for _, e := range s.Events {
		n += 24 + len(e.RPC) + len(e.File) + len(e.By.Type) + len(e.By.Pkg) + 6*len(e.When)
		n += altsSize(e.Client) + altsSize(e.Ctx) + altsSize(e.URL) + altsSize(e.Stream) + altsSize(e.Runs)
		if e.Call != nil {
			n += 8 + len(e.Call.Method) + altsSize(e.Call.Fn) + valuesSize(e.Call.Args)
		}
	}
	for _, v := range s.Vars {
		n += altsSize(v.Vals)
	}
	return n + valuesSize(s.Results) + 2*len(s.Carried) + 2*len(s.Loose)
}

func fieldsSize(fs []encField) int {
	n := 0
	for _, f := range fs {
		n += 4 + len(f.Name) + altsSize(f.Vals)
	}
	return n
}

func valuesSize(vs [][]encAlt) int {
	n := 0
	for _, v := range vs {
		n += altsSize(v)
	}
	return n
}

func altsSize(v []encAlt) int {
	n := 0
	for _, x := range v {
		n += 4 + 6*len(x.When) + len(x.Text) + altsSize(x.Vals) + altsSize(x.More)
	}
	return n
}

func (w *world) locFacts() []locFact {
	var out []locFact
	prefix := w.pass.Pkg.Path() + "."
	for key := range w.seen.locs {
		if !strings.HasPrefix(key, prefix) {
			continue
		}
		if fact, ok := w.rpcsAt(key); ok {
			out = append(out, fact)
		} else if bound, ok := w.boundOfLoc(key); ok {
			out = append(out, locFact{Key: key, Bound: bound})
		}
	}
	slices.SortFunc(out, func(a, b locFact) int { return cmp.Compare(a.Key, b.Key) })
	return out
}

// boundOfLoc is the weakest bound of the requests through a place, where there are any.
func (w *world) boundOfLoc(key string) (Bound, bool) {
	visited := make(map[string]bool)
	w.reached(key, visited)
	if visited[leaving] {
		return Unbounded, true
	}
	bound, sent := Deadline, false
	for k := range visited {
		for _, u := range w.seen.loc(k).copied {
			bound, sent = min(bound, w.request(u).Bound), true
		}
		for _, u := range w.seen.loc(k).uses {
			if u.ev.kind == evHand {
				if u.ev.name == within {
					continue
				}
				bound, sent = min(bound, w.boundAbroad(u.ev.name)), true
				continue
			}
			if !u.ev.trip {
				bound, sent = min(bound, w.request(u).Bound), true
			}
		}
	}
	return bound, sent
}

// foreignBound is what another package of the module says of a place that it owns.
func (w *world) foreignBound(key string) (locFact, bool) {
	slash := strings.LastIndex(key, "/")
	dot := strings.Index(key[slash+1:], ".")
	if dot < 0 {
		return locFact{}, false
	}
	p := w.packageAt(key[:slash+1+dot])
	if p == nil || p == w.pass.Pkg {
		return locFact{}, false
	}
	fact := w.packageFact(p)
	i, ok := slices.BinarySearchFunc(fact.Locs, key, func(l locFact, k string) int { return cmp.Compare(l.Key, k) })
	if !ok {
		return locFact{}, false
	}
	return fact.Locs[i], true
}

// packageFact is what another package of the module says of itself; it may be empty.
func (w *world) packageFact(p *types.Package) *packageFact {
	fact := w.packageFacts[p]
	if fact == nil {
		fact = new(packageFact)
		w.pass.ImportPackageFact(p, fact)
		w.packageFacts[p] = fact
	}
	return fact
}

// packageAt finds a package among those that this one imports, however indirectly.
func (w *world) packageAt(path string) *types.Package {
	if w.packages == nil {
		w.packages = make(map[string]*types.Package)
		var visit func(p *types.Package)
		visit = func(p *types.Package) {
			if w.packages[p.Path()] != nil {
				return
			}
			w.packages[p.Path()] = p
			for _, q := range p.Imports() {
				visit(q)
			}
		}
		visit(w.pass.Pkg)
	}
	return w.packages[path]
}

// imported returns what another package of the module says of one of its functions.
func (w *world) imported(fn *types.Func) *summary {
	if fn.Pkg() == nil {
		return nil
	}
	var fact funcFact
	if !w.pass.ImportObjectFact(fn, &fact) {
		return nil
	}
	d := decoder{w: w, enc: &fact.Sum}
	sum := d.summary()
	sum.pkg = fn.Pkg().Path()
	return sum
}

// The encoded forms. References are indices plus one; 0 is none.
type (
	encSummary struct {
		Objs    []encObject
		Frozens []encFrozen
		Results [][]encAlt
		Carried []int    // objects whose fields callers get
		Vars    []encVar // package-level variables that get what callers hand in
		Loose   []int
		Events  []encEvent
		URLs    []encAlt
		Exits   bool
	}
	encVar struct {
		Var  int // a symbol
		Vals []encAlt
	}
	encObject struct {
		Kind   uint8
		Type   encType
		Site   *encSite
		Sym    bool
		Root   uint8
		Param  int
		Pkg    string
		Var    string
		Base   int
		Field  string
		Owner  string
		From   int
		Elem   [][]encAlt
		HasEl  bool
		Many   bool // made in a loop
		Fields []encField
	}
	encType struct {
		Pkg, Name string
		Ptr       bool
	}
	encSite struct {
		Kind          uint8
		File          string
		Line, Col     int
		How           uint8
		Deflt, Finite bool
		Implied       bool
	}
	encField struct {
		Name string
		Vals []encAlt
	}
	encFrozen struct {
		Obj    int
		Fields []encField
	}
	encAlt struct {
		When []encCond
		Op   uint8
		Ref  int
		Text string
		Vals []encAlt
		More []encAlt
		Num  int64

		Keyed bool // out of a container: see alt
	}
	encCond struct {
		Sym         int
		Zero, Guess bool
	}
	encEvent struct {
		Client, Ctx, URL []encAlt
		Stream           []encAlt
		Runs             []encAlt
		When             []encCond
		Trip             bool
		Enters           uint8 // a breaker or bulkhead is entered
		By               consumer
		Rounds           int64
		Timeout          int64
		RPC              string
		File             string
		Line, Col        int
		Call             *encCall // of a call of a function value that is not known yet
	}
	encCall struct {
		Fn      []encAlt
		Method  string
		Args    [][]encAlt
		Results int
	}
)

const (
	opSome uint8 = iota
	opUnset
	opZero
	opConst
	opPrefix
	opInbound
	opBackground
	opHanded
	opObject
	opFrozen
	opDeadline
	opValue
	opFunc
	opBegins
)

func (s *encSummary) useful() bool {
	if len(s.Events)+len(s.Carried)+len(s.Loose)+len(s.Vars)+len(s.URLs) > 0 || s.Exits {
		return true
	}
	for _, r := range s.Results {
		for _, x := range r {
			if x.Op != opSome {
				return true
			}
		}
	}
	return false
}

// acts reports whether a call of the function is worth a look wherever it stands: it makes requests, or there is a client,
// or a context that is none of its arguments, in what it does. What it tells beside that, such as what a field holds,
// only matters to those who do something with it.
func (s *encSummary) acts() bool {
	return len(s.Loose)+len(s.URLs) > 0 ||
		slices.ContainsFunc(s.Events, func(e encEvent) bool { return e.Call == nil }) ||
		slices.ContainsFunc(s.Objs, func(o encObject) bool { return catalog.Kind(o.Kind) != catalog.None }) ||
		slices.ContainsFunc(s.Results, actsIn)
}

func actsIn(v []encAlt) bool {
	return slices.ContainsFunc(v, func(x encAlt) bool {
		switch x.Op {
		case opInbound, opBackground, opDeadline, opValue, opFunc:
			return true
		}
		return false
	})
}

// acts reports whether what another package of the module tells of one of its functions makes a call of it worth a look.
func acts(pass *analysis.Pass, fn *types.Func) bool {
	var fact funcFact
	return pass.ImportObjectFact(fn, &fact) && fact.Acts
}

type encoder struct {
	w       *world
	sum     *summary
	out     encSummary
	objs    map[*object]int
	frozens map[*frozen]int
}

// takesIn reports whether a package-level variable gets something that callers hand to the function: others use it there.
func takesIn(v value) bool {
	return slices.ContainsFunc(v.objects(), func(o *object) bool {
		return openSymbol(o) && (judged(o.kind) || o.kind == catalog.Retryable)
	})
}

func (e *encoder) summary(sum *summary) encSummary {
	e.sum = sum
	e.out.Exits, e.out.URLs = sum.exits, e.value(sum.urls)
	for _, r := range sum.results {
		e.out.Results = append(e.out.Results, e.value(r))
	}
	for _, o := range sortedObjects(sum.heap) {
		if o.sym != nil {
			e.out.Carried = append(e.out.Carried, e.object(o))
		}
	}
	for _, v := range sortedVars(sum.vars) {
		if val := sum.vars[v]; isGlobal(v) && takesIn(val) {
			e.out.Vars = append(e.out.Vars, encVar{e.object(e.w.global(v)), e.value(val)})
		}
	}
	for _, o := range sum.loose {
		if o.site != nil {
			e.out.Loose = append(e.out.Loose, e.object(o))
		}
	}
	for _, ev := range sum.events {
		if ev.kind == evSend || ev.kind == evEnter || ev.kind == evDynamic && !ev.sent {
			e.out.Events = append(e.out.Events, e.event(ev))
		}
	}
	return e.out
}

func (e *encoder) event(ev *event) encEvent {
	p := ev.where
	if ev.at.known() {
		p = e.w.pass.Fset.Position(ev.at.Pos())
	}
	by := consumer{}
	if ev.by != nil {
		by = *ev.by
	}
	if ev.kind == evDynamic {
		return encEvent{When: e.conds(ev.when), By: by, Call: e.call(ev)}
	}
	return encEvent{Enters: uint8(ev.enters), By: by, Client: e.value(ev.client), Ctx: e.value(ev.ctx), URL: e.value(ev.url), When: e.conds(ev.when), Trip: ev.trip, Rounds: ev.rounds,
		Stream: e.value(ev.stream), Runs: e.value(ev.runs), RPC: ev.rpc,
		File: p.Filename, Line: p.Line, Col: p.Column, Timeout: max(ev.timeout, e.w.timeoutOf(ev.client))}
}

func (e *encoder) call(ev *event) *encCall {
	c := &encCall{Fn: e.value(ev.fn), Method: ev.method, Results: ev.site.n}
	for _, a := range ev.args {
		c.Args = append(c.Args, e.value(a))
	}
	return c
}

func (d *decoder) call(c *encCall, ev *event) {
	ev.kind, ev.fn, ev.method, ev.site = evDynamic, d.value(c.Fn), c.Method, &callSite{n: c.Results}
	for _, a := range c.Args {
		ev.args = append(ev.args, d.value(a))
	}
}

// timeoutOf is the total timeout of the clients that places hold which a request goes through, where it is one known
// constant.
func (w *world) timeoutOf(client value) int64 {
	var total int64
	for _, x := range client {
		var key string
		switch a := x.is.(type) {
		case *object:
			key = locationOf(a)
		case *frozen:
			key = locationOf(a.obj)
		}
		l := w.seen.locs[key]
		if key == "" || l == nil || len(l.sites) != 1 {
			return 0
		}
		for _, in := range w.seen.site(l.sites[0]).instances {
			f := State{fr: in.state}.Field("Timeout")
			if !f.Known || total != 0 && total != f.Value {
				return 0
			}
			total = f.Value
		}
	}
	return total
}

func (e *encoder) value(v value) []encAlt {
	if len(v) == 0 {
		return nil
	}
	out := make([]encAlt, 0, len(v))
	for _, x := range v {
		a := e.atom(x.is)
		a.When, a.Keyed = e.conds(x.when), x.keyed
		out = append(out, a)
	}
	return out
}

func (e *encoder) conds(when []cond) []encCond {
	var out []encCond
	for _, c := range when {
		out = append(out, encCond{e.object(c.sym), c.zero, c.guess})
	}
	return out
}

func (e *encoder) atom(a atom) encAlt {
	switch a := a.(type) {
	case unset:
		return encAlt{Op: opUnset}
	case zero:
		return encAlt{Op: opZero}
	case konst:
		return encConst(a)
	case prefix:
		return encAlt{Op: opPrefix, Text: a.s}
	case begins:
		return encAlt{Op: opBegins, Ref: e.object(a.o), Text: a.then}
	case inbound:
		return encAlt{Op: opInbound}
	case background:
		return encAlt{Op: opBackground}
	case handed:
		return encAlt{Op: opHanded}
	case *object:
		return encAlt{Op: opObject, Ref: e.object(a)}
	case *frozen:
		return encAlt{Op: opFrozen, Ref: e.frozen(a)}
	case *deadlineCtx:
		return encAlt{Op: opDeadline, Vals: e.value(a.parent), More: e.value(a.after), Num: a.rounds}
	case *valueCtx:
		return encAlt{Op: opValue, Text: a.key, Vals: e.value(a.parent), More: e.value(a.val)}
	case *closure:
		if a.fn != nil && a.fn.Pkg() != nil && a.fn.Pkg().Path() == "net" && a.recv != nil { // a dialer's method value
			return encAlt{Op: opFunc, Text: a.fn.Name(), Vals: e.value(a.recv)}
		}
	}
	return encAlt{Op: opSome}
}

func encConst(k konst) encAlt {
	a := encAlt{Op: opConst, Num: int64(k.v.Kind())}
	switch k.v.Kind() {
	case constant.String:
		a.Text = constant.StringVal(k.v)
	case constant.Bool:
	default:
		a.Text = k.v.ExactString()
	}
	if len(a.Text) > 256 {
		return encAlt{Op: opSome}
	}
	return a
}

func (e *encoder) object(o *object) int {
	if i, ok := e.objs[o]; ok {
		return i
	}
	e.out.Objs = append(e.out.Objs, encObject{})
	i := len(e.out.Objs)
	e.objs[o] = i
	x := encObject{Kind: uint8(o.kind), Type: encodeType(o.typ), Many: o.several()}
	if o.site != nil {
		x.Site = e.site(o.site)
	}
	if s := o.sym; s != nil {
		x.Sym, x.Root, x.Param, x.Field, x.Owner = true, uint8(s.root), s.param, s.field, s.owner
		if s.root == rootGlobal && s.v != nil && s.v.Pkg() != nil {
			x.Pkg, x.Var = s.v.Pkg().Path(), s.v.Name()
		}
		if s.base != nil {
			x.Base = e.object(s.base)
		}
	}
	if o.from != nil {
		x.From = e.object(o.from)
	}
	x.HasEl = o.more().elem != nil
	for _, v := range o.more().elem {
		x.Elem = append(x.Elem, e.value(v))
	}
	x.Fields = e.fields(e.sum.heap[o])
	e.out.Objs[i-1] = x
	return i
}

func (e *encoder) site(s *site) *encSite {
	p := s.where
	if !s.foreign {
		p = e.w.pass.Fset.Position(s.span.Pos())
	}
	return &encSite{uint8(s.kind), p.Filename, p.Line, p.Column, uint8(s.how), s.deflt, s.finite, s.implied}
}

func (e *encoder) fields(heap fields) []encField {
	var out []encField
	for _, x := range heap {
		out = append(out, encField{x.name, e.value(x.is)})
	}
	return out
}

func (e *encoder) frozen(fr *frozen) int {
	if i, ok := e.frozens[fr]; ok {
		return i
	}
	e.out.Frozens = append(e.out.Frozens, encFrozen{})
	i := len(e.out.Frozens)
	e.frozens[fr] = i
	x := encFrozen{Obj: e.object(fr.obj), Fields: e.fields(fr.fields)}
	e.out.Frozens[i-1] = x
	return i
}

// encodeType names a type. Of an instance of a generic type, the generic type says enough.
func encodeType(t types.Type) encType {
	if t == nil {
		return encType{}
	}
	t = types.Unalias(t)
	ptr := false
	if p, ok := t.(*types.Pointer); ok {
		t, ptr = types.Unalias(p.Elem()), true
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return encType{}
	}
	return encType{n.Obj().Pkg().Path(), n.Obj().Name(), ptr}
}

type decoder struct {
	w       *world
	enc     *encSummary
	objs    []*object
	frozens []*frozen
	sum     *summary
}

func (d *decoder) summary() *summary {
	d.objs = make([]*object, len(d.enc.Objs))
	d.frozens = make([]*frozen, len(d.enc.Frozens))
	d.sum = &summary{heap: make(map[*object]fields), vars: make(map[*types.Var]value), exits: d.enc.Exits}
	for i := range d.enc.Objs {
		d.object(i + 1)
	}
	for i, x := range d.enc.Objs {
		o := d.objs[i]
		if len(x.Fields) > 0 || o.sym == nil {
			d.sum.heap[o] = d.fields(x.Fields)
		}
		if x.HasEl {
			o.keep().elem = make([]value, len(x.Elem))
			for j, v := range x.Elem {
				o.extra.elem[j] = d.value(v)
			}
		}
	}
	for _, r := range d.enc.Results {
		d.sum.results = append(d.sum.results, d.value(r))
	}
	for _, x := range d.enc.Vars {
		if o := d.object(x.Var); o.sym != nil && o.sym.v != nil {
			d.sum.vars[o.sym.v] = d.value(x.Vals)
		}
	}
	for _, i := range d.enc.Loose {
		d.sum.loose = append(d.sum.loose, d.object(i))
	}
	for _, e := range d.enc.Events {
		kind := evSend
		if e.Enters != 0 {
			kind = evEnter
		}
		var by *consumer
		if e.By != (consumer{}) {
			by = d.w.internConsumer(e.By)
		}
		if e.Call != nil {
			ev := &event{by: by, when: d.conds(e.When)}
			d.call(e.Call, ev)
			d.sum.events = append(d.sum.events, ev)
			continue
		}
		d.sum.events = append(d.sum.events, &event{kind: kind, enters: catalog.Kind(e.Enters), by: by, client: d.value(e.Client), ctx: d.value(e.Ctx), url: d.optional(e.URL),
			stream: d.optional(e.Stream), runs: d.optional(e.Runs), complete: len(e.URL)+len(e.Runs) > 0, when: d.conds(e.When),
			trip: e.Trip, rpc: e.RPC, rounds: e.Rounds, timeout: e.Timeout, where: token.Position{Filename: e.File, Line: e.Line, Column: e.Col}})
	}
	d.sum.urls = d.optional(d.enc.URLs)
	d.sum.any = len(d.sum.events)+len(d.sum.loose)+len(d.sum.heap)+len(d.sum.vars)+len(d.sum.urls) > 0
	return d.sum
}

func (d *decoder) optional(vs []encAlt) value {
	if len(vs) == 0 {
		return nil
	}
	return d.value(vs)
}

func (d *decoder) object(i int) *object {
	if i <= 0 || i > len(d.objs) {
		return d.w.newObject(catalog.None, nil)
	}
	if d.objs[i-1] != nil {
		return d.objs[i-1]
	}
	x := &d.enc.Objs[i-1]
	t := d.w.decodeType(x.Type)
	var o *object
	switch {
	case x.Sym && x.Base > 0:
		base := d.object(x.Base)
		o = d.w.child(base, x.Field, x.Owner, t)
	case x.Sym && rootKind(x.Root) == rootGlobal:
		o = d.w.global(d.w.globalNamed(x.Pkg, x.Var, t))
	case x.Sym:
		o = d.w.symbol(symbol{root: rootKind(x.Root), param: x.Param}, t)
		if o.sym.root == rootFree {
			o.sym.root = rootAny
		}
	default:
		o = d.w.newObject(catalog.Kind(x.Kind), t)
	}
	d.objs[i-1] = o
	o.many = o.many || x.Many && o.sym == nil
	if o.kind == catalog.None {
		o.kind = catalog.Kind(x.Kind)
	}
	if x.Site != nil {
		o.site = d.w.foreignSite(x.Site)
	}
	if x.From > 0 {
		o.from = d.object(x.From)
	}
	return o
}

// globalNamed finds a package-level variable. Export data has neither the unexported ones nor the packages that an
// import keeps to itself, so there a variable stands in for it, and is the same wherever it is named.
func (w *world) globalNamed(pkg, name string, t types.Type) *types.Var {
	p := w.packageAt(pkg)
	if p == nil {
		p = types.NewPackage(pkg, path.Base(pkg))
		w.packages[pkg] = p
	}
	if v, ok := p.Scope().Lookup(name).(*types.Var); ok {
		return v
	}
	key := pkg + "." + name
	if v := w.standIns[key]; v != nil {
		return v
	}
	if t == nil {
		t = types.Typ[types.Invalid]
	}
	v := types.NewVar(token.NoPos, p, name, t)
	types.NewScope(nil, token.NoPos, token.NoPos, "").Insert(v)
	if w.standIns == nil {
		w.standIns = make(map[string]*types.Var)
	}
	w.standIns[key] = v
	return v
}

func (w *world) foreignSite(x *encSite) *site {
	s := site{kind: catalog.Kind(x.Kind), how: How(x.How), deflt: x.Deflt, finite: x.Finite, implied: x.Implied, foreign: true,
		where: token.Position{Filename: x.File, Line: x.Line, Column: x.Col}}
	if w.foreign == nil {
		w.foreign = make(map[site]*site)
	}
	if old, ok := w.foreign[s]; ok {
		return old
	}
	w.foreign[s] = &s
	return &s
}

func (w *world) decodeType(t encType) types.Type {
	p := w.packageAt(t.Pkg)
	if p == nil {
		return nil
	}
	obj, ok := p.Scope().Lookup(t.Name).(*types.TypeName)
	if !ok {
		return nil
	}
	if t.Ptr {
		return types.NewPointer(obj.Type())
	}
	return obj.Type()
}

func (d *decoder) fields(fs []encField) fields {
	var out fields
	for _, f := range fs { // in order, unless somebody else wrote the fact
		out = out.with(f.Name, d.value(f.Vals))
	}
	return out
}

func (d *decoder) value(vs []encAlt) value {
	if len(vs) == 0 {
		return unknown
	}
	out := make(value, 0, len(vs))
	for _, x := range vs {
		a := alt{is: d.atom(x), keyed: x.Keyed}
		a.when = d.conds(x.When)
		out = append(out, a)
	}
	return out
}

func (d *decoder) conds(when []encCond) []cond {
	var out []cond
	for _, c := range when {
		out = append(out, cond{d.object(c.Sym), c.Zero, c.Guess})
	}
	return out
}

func (d *decoder) atom(x encAlt) atom {
	switch x.Op {
	case opUnset:
		return unset{}
	case opZero:
		return zero{}
	case opConst:
		return decodeConst(x)
	case opPrefix:
		return prefix{x.Text}
	case opBegins:
		return begins{d.object(x.Ref), x.Text}
	case opInbound:
		return inbound{}
	case opBackground:
		return background{}
	case opHanded:
		return handed{}
	case opObject:
		return d.object(x.Ref)
	case opFrozen:
		return d.frozen(x.Ref)
	case opDeadline:
		return &deadlineCtx{parent: d.value(x.Vals), after: d.value(x.More), rounds: x.Num}
	case opValue:
		return &valueCtx{parent: d.value(x.Vals), key: x.Text, val: d.value(x.More)}
	case opFunc:
		if p := d.w.packageAt("net"); p != nil {
			if obj, ok := p.Scope().Lookup("Dialer").(*types.TypeName); ok {
				m, _, _ := types.LookupFieldOrMethod(types.NewPointer(obj.Type()), true, p, x.Text)
				if fn, ok := m.(*types.Func); ok {
					return &closure{fn: fn, recv: d.value(x.Vals)}
				}
			}
		}
	}
	return some{}
}

func decodeConst(x encAlt) atom {
	switch constant.Kind(x.Num) {
	case constant.String:
		return konst{constant.MakeString(x.Text)}
	case constant.Bool:
		return konst{constant.MakeBool(true)}
	case constant.Int:
		if v := constant.MakeFromLiteral(strings.TrimPrefix(x.Text, "-"), token.INT, 0); v.Kind() == constant.Int {
			if strings.HasPrefix(x.Text, "-") {
				v = constant.UnaryOp(token.SUB, v, 0)
			}
			return konst{v}
		}
	}
	return some{}
}

func (d *decoder) frozen(i int) *frozen {
	if i <= 0 || i > len(d.frozens) {
		return &frozen{obj: d.w.newObject(catalog.None, nil)}
	}
	if d.frozens[i-1] != nil {
		return d.frozens[i-1]
	}
	x := &d.enc.Frozens[i-1]
	fr := &frozen{obj: d.object(x.Obj)}
	d.frozens[i-1] = fr
	fr.fields = d.fields(x.Fields)
	return fr
}
