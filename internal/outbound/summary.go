package outbound

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
)

// summary is what a function does, in terms of its parameters, captured variables and package-level variables.
type summary struct {
	params  []*object
	free    []*types.Var
	results []value
	heap    map[*object]fields
	settled map[*object]fields // of what is made here, held by package-level variables and judged as it is here
	vars    map[*types.Var]value
	events  []*event
	loose   []*object // made here, not handed back, and still depending on parameters
	exits   bool      // never returns
	pkg     string    // of another package's function: its import path
	any     bool      // has anything to say
	urls    value     // of requests that are settled, where they are known
}

type eventKind uint8

const (
	evSend     eventKind = iota // a request
	evDynamic                   // a call of a function value that is not known yet
	evHand                      // a value is handed to code that cannot be seen
	evEnter                     // a breaker is entered, or a permit taken
	evSpread                    // a struct that holds a value is handed to a method that is not known
	evDatabase                  // a database pool is given a size, which is url
	evAbroad                    // another module, whose vendor is name, is called under ctx
)

// event is something that a function does with its values.
type event struct {
	kind     eventKind
	client   value
	ctx      value
	url      value
	trip     bool
	enters   catalog.Kind // of evEnter: Breaker or Bulkhead
	runs     value        // of evEnter: functions that run inside and are not known yet
	complete bool         // of evEnter: what runs inside is known, apart from runs
	by       *consumer
	stream   value // not zero where the answer is a stream
	again    bool  // what fails is sent again: see catalog.Send
	loops    []*loop
	name     string // of evHand: to what; of evAbroad: the vendor
	rpc      string // of evSend through a gRPC connection: what is called
	fn       value  // of evDynamic
	method   string // of evDynamic: its name; of evAbroad: the type of it
	args     []value
	site     *callSite
	at       span
	where    token.Position // of an event of another package
	rounds   int64          // how often it happens, if that is constant; 0 is unknown
	timeout  int64          // known total timeout of the client, where another package says so
	each     bool           // of evDynamic: all of fn are called, one after the other
	when     []cond         // what holds on the path to it
	way      []step         // to it
	via      span           // of an event of another package: the call of this package
	sent     bool           // of evDynamic: a request is remembered as well, for when it is a client's own method
}

const (
	maxEvents = 96 // open events of one function: more are dropped, and stay silent
	maxLater  = 8  // of these, calls of unknown function values
)

// later remembers an event until its values are known.
func (f *frame) later(e *event) {
	if f.st.dead {
		return
	}
	e.rounds = f.constRounds()
	e.by = f.consumer(nil)
	e.loops = slices.Clone(f.loops)
	e.when = slices.Clone(f.st.conds)
	e.way = f.way
	if e.kind == evDynamic {
		n := 0
		for _, x := range f.events {
			if x.kind == evDynamic && !f.w.sameEvent(x, e) {
				n++
			}
		}
		if n >= maxLater || !f.openValue(e.fn) || !slices.ContainsFunc(e.args, f.w.carries) {
			return
		}
		e.args = f.withoutPlain(e.args)
	}
	f.add(e)
}

// withoutPlain forgets the structs among arguments that hold nothing that decides about clients.
func (f *frame) withoutPlain(args []value) []value {
	out := slices.Clone(args)
	for i, v := range out {
		if slices.ContainsFunc(v, func(x alt) bool {
			o, ok := x.is.(*object)
			return ok && o.sym == nil && o.site == nil && (f.w.plain(o.typ) || f.isAnswer(o))
		}) {
			out[i] = unknown
		}
	}
	return out
}

// carries reports whether a value is worth following into a function that is not known yet.
func (w *world) carries(v value) bool {
	return slices.ContainsFunc(v, func(x alt) bool {
		switch a := x.is.(type) {
		case *deadlineCtx, *valueCtx, background, inbound:
			return true
		case *object:
			return a.typ != nil && (gotypes.IsContext(a.typ) || w.typeMatters(a.typ, 0))
		}
		return false
	})
}

// typeMatters reports whether a type is, or holds in its fields, something that decides about clients: a kind of the
// catalogue, a round tripper or a duration.
func (w *world) typeMatters(t types.Type, depth int) bool {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if yes, ok := w.matter[t]; ok {
		return yes
	}
	w.matter[t] = false
	if _, generic := t.(*types.TypeParam); generic {
		w.matter[t] = true
		return true
	}
	yes := catalog.KindOf(t) != catalog.None || gotypes.Is(t, "time", "Duration") || gotypes.Is(t, "net/http", "RoundTripper")
	if s, ok := t.Underlying().(*types.Struct); ok && !yes && depth < 3 {
		for fld := range s.Fields() {
			if yes = w.typeMatters(fld.Type(), depth+1); yes {
				break
			}
		}
	}
	w.matter[t] = yes
	return yes
}

// add settles an event that depends on nothing any more, and keeps any other.
func (f *frame) add(e *event) {
	f.noteSend(e)
	f.countUses(e)
	if e.kind == evSend {
		f.noteInside(e.url.orUnknown(), nil)
	}
	if !f.permit(e) {
		f.addComplete(e)
	}
}

func (f *frame) addComplete(e *event) {
	if !f.isOpen(e) {
		if e.kind != evDynamic {
			f.w.settle(e, f)
		}
		if e.kind == evSend && len(hostsOf(e.url)) > 0 {
			f.urls = also(f.urls, e.url)
		}
		return
	}
	if f.top() {
		if e.kind != evDynamic {
			f.w.settle(e, f)
		}
		return
	}
	if len(f.events) >= maxEvents {
		return
	}
	if slices.ContainsFunc(f.events, func(x *event) bool { return f.w.sameEvent(x, e) }) {
		return
	}
	f.events = append(f.events, e)
}

// sameEvent reports whether two events say the same.
func (w *world) sameEvent(a, b *event) bool {
	if a.kind == evAbroad && b.kind == evAbroad {
		return a.name == b.name && a.method == b.method && sameValue(a.ctx, b.ctx)
	}
	if a.kind != b.kind || a.by != b.by || !slices.Equal(a.when, b.when) {
		return false
	}
	switch a.kind {
	case evSend, evEnter:
		return a.trip == b.trip && a.at == b.at && a.where == b.where && sameValue(a.client, b.client) &&
			sameValue(a.ctx, b.ctx) && sameValue(a.url, b.url) && sameValue(a.runs, b.runs)
	case evHand, evSpread:
		return a.name == b.name && sameValue(a.client, b.client)
	case evDynamic: // what does not decide about clients may differ
		return a.method == b.method && a.each == b.each && a.sent == b.sent && sameValue(a.fn, b.fn) &&
			slices.EqualFunc(a.args, b.args, func(x, y value) bool { return sameValue(x, y) || !w.carries(x) && !w.carries(y) })
	}
	return false
}

func (f *frame) isOpen(e *event) bool {
	return f.openValue(e.client) || f.openValue(e.ctx) || f.openValue(e.url) || f.openValue(e.fn) || f.openValue(e.runs) ||
		e.trip && slices.ContainsFunc(e.when, func(c cond) bool { return openSymbol(c.sym) })
}

// top reports whether the frame has no callers: what is open here stays unknown.
func (f *frame) top() bool { return f.fn == nil && f.lit == nil }

// constRounds is how often the place is reached in one call, if the loops around it say so.
func (f *frame) constRounds() int64 {
	n := int64(1)
	for _, l := range inTurn(f.loops) {
		if l.max <= 0 {
			return 0
		}
		n *= l.max
	}
	return n
}

// send is a request.
func (f *frame) send(s *catalog.Send, cs *callSite) {
	if f.st.dead {
		return
	}
	e := &event{kind: evSend, trip: s.Trip, at: spanOf(cs.node)}
	if s.RPC && !f.rpc(e, cs) {
		return
	}
	switch {
	case s.Client == nil && cs.by != nil:
		e.client = one(cs.by)
	case s.Client == nil:
		e.client = one(f.defaultOf(catalog.Client, cs))
	default:
		e.client = f.shape(s.Client, cs)
	}
	switch {
	case s.Req != nil:
		req := f.shape(s.Req, cs)
		e.ctx, e.url = f.read(req, "ctx"), f.urlOf(req)
		e.stream = f.read(f.read(req, "Header"), "stream")
		f.noContextUnset(e)
	case s.Ctx != nil:
		e.ctx = f.shape(s.Ctx, cs)
	default:
		e.ctx = one(background{})
	}
	if s.Stream {
		e.stream = int64Const(1)
	}
	if s.URL != nil {
		e.url = f.shape(s.URL, cs)
	}
	e.again = s.Again && !f.choosesRetries(cs.args)
	e.client = f.freeze(e.client)
	f.later(e)
}

// choosesRetries reports whether a request that is sent says itself what is sent again.
func (f *frame) choosesRetries(args []value) bool {
	return len(args) > 0 && slices.ContainsFunc(args[0].objects(), func(o *object) bool {
		_, chosen := f.st.peek(o).get("RetryConditions")
		return chosen && o.kind == catalog.Request
	})
}

// urlOf is the URL of a request: a literal has it in its field.
func (f *frame) urlOf(req value) value {
	url := f.read(req, "url")
	if len(url) == 1 && isUnset(url[0].is) {
		return f.read(f.read(req, "URL"), "raw")
	}
	return url
}

// noContextUnset: a request literal without a context has the background one.
func (f *frame) noContextUnset(e *event) {
	for i, x := range e.ctx {
		if _, ok := x.is.(unset); ok {
			e.ctx = slices.Clone(e.ctx)
			e.ctx[i].is = background{}
		}
	}
}

// handOver is a value that leaves for code that cannot be seen.
func (f *frame) handOver(v value, name string) {
	if f.st.dead {
		return
	}
	for _, x := range v {
		o, ok := x.is.(*object)
		if !ok {
			continue
		}
		switch {
		case judged(o.kind):
			f.later(&event{kind: evHand, client: f.freeze(value{x}), name: name})
		case o.sym == nil && o.kind == catalog.None && o.more().elem == nil:
			for _, in := range f.st.fields(o) {
				to := name
				if f.w.hides(o.typ, in.name) {
					to = within
				}
				for _, y := range in.is {
					if in, ok := y.is.(*object); ok && judged(in.kind) {
						f.later(&event{kind: evHand, client: f.freeze(value{y}), name: to})
					}
				}
			}
		}
	}
}

// within is what a client is handed to where others get only the struct that it is in.
const within = "(within)"

// hides reports whether others get at a field of a type only through the methods of this package.
func (w *world) hides(t types.Type, field string) bool {
	n := gotypes.Named(t)
	return n != nil && n.Obj().Pkg() == w.pass.Pkg && !token.IsExported(field)
}

// freeze keeps objects as they are now.
func (f *frame) freeze(v value) value { return f.freezeIn(v, make(map[*object]*frozen), 0) }

func (f *frame) freezeIn(v value, memo map[*object]*frozen, depth int) value {
	out := make(value, 0, len(v))
	for _, x := range v {
		if o, ok := x.is.(*object); ok {
			if fr := f.freezeObject(o, memo, depth); fr != nil {
				x.is = fr
			}
		}
		if c, ok := x.is.(*closure); ok && (c.recv != nil || len(c.env) > 0) && depth <= maxPath {
			x.is = f.freezeClosure(c, memo, depth+1)
		}
		out = append(out, x)
	}
	return out
}

func (f *frame) freezeClosure(c *closure, memo map[*object]*frozen, depth int) *closure {
	n := &closure{fn: c.fn, lit: c.lit, memo: c.memo, env: make(map[*types.Var]value, len(c.env))}
	if c.recv != nil {
		n.recv = f.freezeIn(c.recv, memo, depth)
	}
	for _, v := range sortedVars(c.env) {
		n.env[v] = f.freezeIn(c.env[v], memo, depth)
	}
	return n
}

func (f *frame) freezeObject(o *object, memo map[*object]*frozen, depth int) *frozen {
	if fr, ok := memo[o]; ok {
		return fr
	}
	heap := f.st.fields(o)
	if o.sym != nil && len(heap) == 0 || depth > maxPath {
		return nil
	}
	fr := &frozen{obj: o}
	memo[o] = fr
	fr.fields = heap.each(func(v value) value { return f.freezeIn(v, memo, depth+1) })
	return fr
}

// openValue reports whether a value depends on parameters or captured variables.
func (f *frame) openValue(v value) bool { return openIn(v, make(map[atom]bool)) }

func openIn(v value, seen map[atom]bool) bool {
	for _, x := range v {
		for _, c := range x.when {
			if openSymbol(c.sym) {
				return true
			}
		}
		if openAtom(x.is, seen) {
			return true
		}
	}
	return false
}

func openAtom(a atom, seen map[atom]bool) bool {
	switch a := a.(type) {
	case *object:
		return openSymbol(a)
	case begins:
		return openSymbol(a.o)
	case *frozen:
		if seen[a] {
			return false
		}
		seen[a] = true
		if openSymbol(a.obj) || a.obj.from != nil && openSymbol(a.obj.from) {
			return true
		}
		for _, x := range a.fields {
			if openIn(x.is, seen) {
				return true
			}
		}
	case *deadlineCtx:
		return openIn(a.parent, seen) || openIn(a.after, seen)
	case *valueCtx:
		return openIn(a.parent, seen)
	case *closure:
		if seen[a] {
			return false
		}
		seen[a] = true
		for _, ev := range a.env {
			if openIn(ev, seen) {
				return true
			}
		}
		return openIn(a.recv, seen)
	}
	return false
}

func openSymbol(o *object) bool {
	return o.sym != nil && (o.sym.root == rootParam || o.sym.root == rootFree)
}

// summary evaluates a function, once. It is nil for functions that cannot be seen, or are being evaluated.
func (w *world) summary(fn *types.Func) *summary {
	if sum, ok := w.sums[fn]; ok {
		return sum
	}
	decl := w.decls[fn]
	if decl == nil || decl.Body == nil {
		if fn.Pkg() == w.pass.Pkg {
			return nil
		}
		sum := w.imported(fn)
		w.sums[fn] = sum
		return sum
	}
	w.sums[fn] = nil
	f := w.newFrame(decl, fn.Signature(), decl.Type, decl.Recv)
	f.fn = fn
	f.owner = w.consumerOf(fn)
	sum := f.run(decl.Body)
	w.sums[fn] = sum
	return sum
}

// literal evaluates a function literal, once.
func (w *world) literal(outer *frame, lit *ast.FuncLit) *summary {
	if sum, ok := w.lits[lit]; ok {
		return sum
	}
	sig, ok := typeOf(w.info, lit).(*types.Signature)
	if !ok {
		return &summary{}
	}
	w.lits[lit] = &summary{results: pad(nil, sig.Results().Len())}
	f := w.newFrame(lit, sig, lit.Type, nil)
	f.lit = lit
	f.owner = outer.owner
	f.within = outer.fn
	if outer.lit != nil {
		f.within = outer.within
	}
	f.into(intoLoop, lit, 0) // it may be called again
	f.start = len(f.way)
	sum := f.run(lit.Body)
	w.lits[lit] = sum
	return sum
}

func (w *world) newFrame(node ast.Node, sig *types.Signature, ft *ast.FuncType, recv *ast.FieldList) *frame {
	f := &frame{w: w, node: node, sig: sig, way: called(node), byVar: make(map[*types.Var]*object), st: newState(),
		escaped: make(map[*types.Var]bool), labels: make(map[string]*state), ran: make(map[*ast.FuncLit]bool)}
	for _, list := range []*ast.FieldList{recv, ft.Params} {
		if list == nil {
			continue
		}
		for _, p := range list.List {
			if len(p.Names) == 0 {
				f.param(nil, w.info.TypeOf(p.Type))
			}
			for _, id := range p.Names {
				v, _ := w.info.Defs[id].(*types.Var)
				f.param(v, w.info.TypeOf(p.Type))
			}
		}
	}
	if ft.Results != nil {
		for _, p := range ft.Results.List {
			for _, id := range p.Names {
				if v, ok := w.info.Defs[id].(*types.Var); ok {
					f.named = append(f.named, v)
					f.store(v, f.zeroOf(v.Type(), id))
				}
			}
		}
	}
	f.start = len(f.way)
	return f
}

func (f *frame) param(v *types.Var, t types.Type) {
	if v != nil {
		t = v.Type()
	}
	o := f.w.symbol(symbol{root: rootParam, param: len(f.params), v: v}, t)
	f.params = append(f.params, o)
	if v != nil {
		f.byVar[v] = o
	}
}

// run evaluates the body and sums it up.
func (f *frame) run(body *ast.BlockStmt) *summary {
	f.block(body.List)
	if !f.st.dead {
		vs := make([]value, 0, len(f.named))
		for _, v := range f.named {
			vs = append(vs, f.load(v))
		}
		f.leave(vs)
	}
	exits := f.exit == nil
	if exits {
		f.exit = f.st
	}
	f.st = f.exit
	f.st.dead = false
	f.st.conds = nil
	f.settleBlanks()
	for i, r := range f.results {
		f.results[i] = r.orUnknown()
	}
	f.runDeferred()
	f.runUnused()
	return f.finish(exits)
}

// runUnused runs the literals that nothing here ran: somebody may, later.
func (f *frame) runUnused() {
	for _, c := range f.made {
		if !f.ran[c.lit] {
			f.maybe(func() { f.applyOutside(c, nil) })
		}
	}
}

// finish decides what of a function is settled and what is left to its callers.
func (f *frame) finish(exits bool) *summary {
	f.settlePermits()
	sum := &summary{params: f.params, results: f.results, exits: exits, events: f.events, urls: f.urls,
		heap: make(map[*object]fields), vars: make(map[*types.Var]value)}
	for v, o := range f.byVar { // sorted below
		if o.sym.root == rootFree {
			sum.free = append(sum.free, v)
		}
	}
	slices.SortFunc(sum.free, func(a, b *types.Var) int { return int(a.Pos() - b.Pos()) })
	for v, val := range f.st.vars.all() {
		if isGlobal(v) || f.node != nil && !f.contains(v.Pos()) {
			sum.vars[v] = val
		}
	}
	f.plainErrors(sum)
	f.plainAnswers(sum)
	f.returnPlaces(sum)
	displaced := f.displaced(sum)
	carried := f.carriedObjects(sum, displaced)
	f.fixBirths()
	f.settleObjects(sum, carried, displaced)
	f.settleMutations()
	f.settlePerCall(sum)
	for o, heap := range f.st.heap.all() {
		switch {
		case carried[o]:
			sum.heap[o] = heap
		case o.sym != nil:
			if heap = f.w.worthTelling(o, heap); len(heap) > 0 && !foreignRoot(o) {
				sum.heap[o] = heap
			}
		}
	}
	f.tellSettled(sum, carried)
	sum.any = len(sum.events)+len(sum.loose)+len(sum.heap)+len(sum.vars)+len(sum.urls) > 0
	return sum
}

// tellSettled tells callers what the objects are like that package-level variables hold from here on. They are made once,
// so callers get them as they are and no copies.
func (f *frame) tellSettled(sum *summary, carried map[*object]bool) {
	if f.top() {
		return
	}
	held := make(map[*object]bool)
	for v, val := range sum.vars {
		if isGlobal(v) {
			f.reach(val, held)
		}
	}
	for o, heap := range sum.heap {
		if o.sym != nil && o.sym.root == rootGlobal {
			for _, x := range heap {
				f.reach(x.is, held)
			}
		}
	}
	for o := range held {
		if heap := f.st.fields(o); !carried[o] && len(heap) > 0 {
			if sum.settled == nil {
				sum.settled = make(map[*object]fields)
			}
			sum.settled[o] = heap
		}
	}
}

// plainErrors forgets what the errors are that a function returns: nobody asks for more than whether there is one.
func (f *frame) plainErrors(sum *summary) {
	results := f.sig.Results()
	for i, r := range sum.results {
		if i >= results.Len() || !gotypes.IsError(results.At(i).Type()) ||
			!slices.ContainsFunc(r, func(x alt) bool { return !isUnset(x.is) && x.is != atom(zero{}) }) {
			continue
		}
		sum.results = slices.Clone(sum.results)
		sum.results[i] = unknown
	}
}

// plainAnswers forgets what the answers to requests are like that a function returns, and the structs around them: no
// check asks for that, and each method of an SDK returns one.
func (f *frame) plainAnswers(sum *summary) {
	for i, r := range sum.results {
		if !slices.ContainsFunc(r, func(x alt) bool { return f.isAnswer(x.is) }) {
			continue
		}
		plain := make(value, 0, len(r))
		for _, x := range r {
			if f.isAnswer(x.is) {
				x = alt{when: x.when, is: some{}}
			}
			plain = append(plain, x)
		}
		sum.results = slices.Clone(sum.results)
		sum.results[i] = union(plain)
	}
}

// isAnswer reports whether something is the answer to a request, a struct that is made around one and in which there is
// nothing that the checks judge, or a struct that something has filled in and of which nothing else is known.
func (f *frame) isAnswer(a atom) bool {
	o, ok := a.(*object)
	if !ok || o.sym != nil || o.site != nil || o.typ == nil {
		return false
	}
	answer := f.w.answerType(o.typ)
	if _, is := f.st.fields(o).get(filled); !is && !answer {
		return false
	}
	held := make(map[*object]bool)
	f.reach(one(o), held)
	for in := range held {
		if in.site != nil || !answer && f.says(in) {
			return false
		}
	}
	return true
}

// says reports whether more is known of what an object holds than that it is there.
func (f *frame) says(o *object) bool {
	known := func(v value) bool {
		return slices.ContainsFunc(v, func(x alt) bool {
			switch a := x.is.(type) {
			case some, unset, zero:
				return false
			case *object:
				return a.sym != nil
			}
			return true
		})
	}
	return slices.ContainsFunc(o.more().elem, known) || slices.ContainsFunc(o.more().head, known) ||
		slices.ContainsFunc(f.st.fields(o), func(x field) bool { return known(x.is) })
}

// answerType reports whether a type is the answer to a request, or a struct or pointer to one with an answer in a
// field.
func (w *world) answerType(t types.Type) bool {
	if yes, ok := w.answers[t]; ok {
		return yes
	}
	yes := catalog.KindOf(t) == catalog.Response
	if s := structOf(t); s != nil && !yes && catalog.KindOf(t) == catalog.None {
		for fld := range s.Fields() {
			yes = yes || catalog.KindOf(fld.Type()) == catalog.Response
		}
	}
	w.answers[t] = yes
	return yes
}

// foreignRoot reports whether a symbol stands for what somebody unknown hands to a function value: callers know nothing
// of it.
func foreignRoot(o *object) bool {
	for o.sym.base != nil {
		o = o.sym.base
	}
	return o.sym.root == rootAny
}

// worthTelling leaves out of what a function does to its arguments what no check asks for: that a string, pointer or
// interface of a plain struct became something that nothing is known of, what is in a container of plain structs, what
// one of those is like, and what nobody here can see.
func (w *world) worthTelling(o *object, heap fields) fields {
	if o.kind != catalog.None {
		return heap
	}
	if inContainer(o) && w.plain(o.typ) || w.closed(o.typ) {
		return nil
	}
	out := make(fields, 0, len(heap))
	for _, x := range heap {
		k, v := x.name, x.is
		t := fieldType(o.typ, k)
		if w.plain(elemType(t)) || k == "[]" && w.plain(t) {
			continue
		}
		if len(v) == 1 && v[0].is == atom(some{}) {
			if t == nil {
				continue
			}
			b, basic := t.Underlying().(*types.Basic)
			if (!basic || b.Info()&types.IsString != 0) && !judged(catalog.KindOf(t)) {
				continue
			}
		}
		out = append(out, x)
	}
	return out
}

// plain reports whether a type is a struct, or a pointer to one, with nothing in it that decides about clients.
func (w *world) plain(t types.Type) bool { return structOf(t) != nil && !w.typeMatters(t, 0) }

// inContainer reports whether a symbol is an element of a container, or a part of one: one of several.
func inContainer(o *object) bool {
	for ; o != nil && o.sym != nil; o = o.sym.base {
		if o.sym.field == "[]" {
			return true
		}
	}
	return false
}

// carriedObjects finds the objects that callers get: through results, parameters, captured variables or open events.
func (f *frame) carriedObjects(sum *summary, displaced map[*object]bool) map[*object]bool {
	seen := make(map[*object]bool)
	if f.top() {
		return seen
	}
	for _, r := range sum.results {
		f.reach(r, seen)
	}
	for o, heap := range f.st.heap.all() {
		if openSymbol(o) {
			for _, x := range heap {
				f.reach(x.is, seen)
			}
		}
	}
	for v, val := range sum.vars {
		if !isGlobal(v) {
			f.reach(val, seen)
		}
	}
	for _, e := range f.events {
		for _, v := range append([]value{e.client, e.ctx, e.fn}, e.args...) {
			f.reach(v, seen)
		}
	}
	for {
		again := false
		for _, o := range f.fresh {
			if heap, ok := f.st.heap.get(o); ok && !seen[o] && !displaced[o] && f.openFields(o, heap) {
				sum.loose = append(sum.loose, o)
				f.reach(one(o), seen)
				again = true
			}
		}
		if !again {
			return seen
		}
	}
}

// openFields reports whether an object that matters depends on parameters.
func (f *frame) openFields(o *object, heap fields) bool {
	if o.site == nil && !matters(heap) {
		return false
	}
	if o.from != nil && openSymbol(o.from) && o.site != nil {
		return true
	}
	for _, x := range heap {
		if f.openValue(x.is) {
			return true
		}
	}
	return false
}

// matters reports whether fields hold something that the checks judge.
func matters(heap fields) bool {
	for _, in := range heap {
		for _, x := range in.is {
			if o, ok := x.is.(*object); ok && (judged(o.kind) || o.site != nil) {
				return true
			}
		}
	}
	return false
}

// reach finds the objects that can be got at from a value.
func (f *frame) reach(v value, seen map[*object]bool) {
	r := reacher{f: f, objects: seen, others: make(map[atom]bool)}
	r.value(v)
}

type reacher struct {
	f       *frame
	objects map[*object]bool
	others  map[atom]bool
}

func (r *reacher) value(v value) {
	for _, x := range v {
		r.atom(x.is)
	}
}

func (r *reacher) atom(a atom) {
	switch a := a.(type) {
	case *object:
		r.object(a)
	case *frozen:
		r.object(a.obj)
		if !r.others[a] {
			r.others[a] = true
			for _, x := range a.fields {
				r.value(x.is)
			}
		}
	case *closure:
		if !r.others[a] {
			r.others[a] = true
			for _, v := range a.env {
				r.value(v)
			}
			r.value(a.recv)
		}
	case *valueCtx:
		r.value(a.val)
		r.value(a.parent)
	case *deadlineCtx:
		r.value(a.parent)
	}
}

func (r *reacher) object(o *object) {
	if o.sym != nil || r.objects[o] {
		return
	}
	r.objects[o] = true
	for _, x := range r.f.st.fields(o) {
		r.value(x.is)
	}
	for _, v := range slices.Concat(o.more().elem, o.more().head) {
		r.value(v)
	}
}
