package outbound

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
)

// consumer is the code that uses a client: the type whose method it is, or the function.
type consumer struct {
	Pkg  string // import path
	Type string // name of the receiver's type, or empty
	Func string // name of the function or method
}

// consumer says on whose behalf something is used. What a helper does, its caller is the consumer of, if that says
// more about the system, or is in another package.
func (f *frame) consumer(by *consumer) *consumer {
	own := f.owner
	switch {
	case by == nil:
		return own
	case own == nil:
		return by
	case f.w.tells(by), !f.w.tells(own) && by.Pkg == own.Pkg:
		return by
	}
	return own
}

// tells reports whether a consumer's name says which system it calls.
func (w *world) tells(c *consumer) bool {
	e := w.named(c)
	return e.Package != "" || e.Stem != "" || e.Setting != ""
}

func (w *world) consumerOf(fn *types.Func) *consumer {
	c := consumer{Pkg: w.pass.Pkg.Path(), Func: fn.Name()}
	if recv := fn.Signature().Recv(); recv != nil {
		t := types.Unalias(recv.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		if n, ok := t.(*types.Named); ok {
			c.Type = n.Obj().Name()
		}
	}
	return w.internConsumer(c)
}

func (w *world) internConsumer(c consumer) *consumer {
	if old, ok := w.consumers[c]; ok {
		return old
	}
	w.consumers[c] = &c
	return &c
}

// passOn gives a function value that a library calls the context that the library was given.
func (f *frame) passOn(c *closure, args []value) []value {
	sig := f.signature(c)
	if sig == nil {
		return nil
	}
	var ctx value
	for _, a := range args {
		if isContextValue(a) {
			ctx = a
			break
		}
	}
	out := make([]value, sig.Params().Len())
	for i := range out {
		out[i] = unknown
		if ctx != nil && gotypes.IsContext(sig.Params().At(i).Type()) {
			out[i] = ctx
		}
	}
	return out
}

func (f *frame) signature(c *closure) *types.Signature {
	switch {
	case c.lit != nil:
		sig, _ := typeOf(f.w.info, c.lit).(*types.Signature)
		return sig
	case c.fn != nil:
		return c.fn.Signature()
	}
	return nil
}

func isContextValue(v value) bool {
	for _, x := range v {
		switch a := x.is.(type) {
		case background, inbound, handed, *deadlineCtx, *valueCtx:
			return true
		case *object:
			if gotypes.IsContext(a.typ) {
				return true
			}
		}
	}
	return false
}

// memo calls a function once and for all.
func (f *frame) memo(fn value, cs *callSite) value {
	vs := f.dynamic(fn, nil, &callSite{node: cs.node, n: 1})
	return one(&closure{memo: vs[0]})
}

// returnPlaces: what a function returns and has also put where it stays (a cache, a package-level variable) is that
// place for its callers, and the same at every call.
func (f *frame) returnPlaces(sum *summary) {
	if f.top() {
		return
	}
	places := make(map[*object]*object)
	for _, v := range sortedVars(sum.vars) {
		if isGlobal(v) {
			for _, o := range sum.vars[v].objects() {
				if o.sym == nil && judged(o.kind) {
					places[o] = f.w.global(v)
				}
			}
		}
	}
	for _, h := range sortedObjects(f.st.heap.all()) {
		if h.sym == nil || h.depth >= maxPath {
			continue
		}
		for _, x := range f.st.fields(h) {
			for _, o := range x.is.objects() {
				if o.sym == nil && judged(o.kind) && x.name != "[]" {
					places[o] = f.w.child(h, x.name, ownerOf(h.typ), fieldType(h.typ, x.name))
				}
			}
		}
	}
	if len(places) == 0 {
		return
	}
	sum.results = slices.Clone(sum.results)
	for i, r := range sum.results {
		r = slices.Clone(r)
		for j, x := range r {
			if o, ok := x.is.(*object); ok && places[o] != nil {
				r[j] = alt{is: places[o], late: true}
				o.settled = true // whoever asks gets the one that was made here
			}
		}
		sum.results[i] = r
	}
}

// countUses counts what is done with what is made here. What is handed on in a loop is used more than once.
func (f *frame) countUses(e *event) {
	if f.top() {
		return
	}
	for _, x := range e.client {
		fr, ok := x.is.(*frozen)
		if !ok || fr.obj.sym != nil {
			continue
		}
		if f.uses == nil {
			f.uses = make(map[*object]int)
		}
		switch {
		case e.kind == evSend, e.kind == evEnter:
			f.uses[fr.obj]++
		case e.kind == evSpread && again(fr.obj.way, e.way):
			f.uses[fr.obj] += 2
		}
	}
}

// fixBirths: what two others hold or use already when a function ends was handed to them there.
func (f *frame) fixBirths() {
	holders := make(map[*object]int)
	for _, h := range f.fresh {
		for _, x := range f.st.fields(h) {
			for _, o := range x.is.objects() {
				if o.site != nil || o.sym == nil && o.kind == catalog.None {
					holders[o]++
				}
			}
		}
	}
	for o, n := range f.uses {
		holders[o] += n
	}
	fixed := make(map[*object]bool)
	for o, n := range holders {
		if n > 1 {
			f.fixBirth(o, fixed)
		}
	}
	memo := make(map[*object]*frozen)
	for _, h := range f.fresh {
		heap := f.st.fields(h)
		if h.kind != catalog.None || h.site != nil || h.settled || !matters(heap) {
			continue
		}
		fr := f.freezeObject(h, memo, 0)
		h.settled = !openAtom(fr, make(map[atom]bool)) // whoever calls, it holds the same
	}
}

// fixBirth fixes where something was made or, of a struct of the program, what it holds.
func (f *frame) fixBirth(o *object, fixed map[*object]bool) {
	if o.site != nil {
		o.settled = true
	}
	if o.site != nil || fixed[o] {
		return
	}
	fixed[o] = true
	for _, x := range f.st.peek(o) {
		for _, in := range x.is.objects() {
			if in.site != nil || in.sym == nil && in.kind == catalog.None {
				f.fixBirth(in, fixed)
			}
		}
	}
}

// mutation is an assignment to Timeout or Transport of a client that lives longer than the call.
type mutation struct {
	loc   string
	field string
	at    span
}

// mutation notes assignments that change what others use.
func (f *frame) mutation(base value, field string, l *ast.SelectorExpr) {
	at := spanOf(l)
	f.mutationBelow(l.X, at)
	for _, x := range base {
		o, ok := x.is.(*object)
		if !ok {
			continue
		}
		switch {
		case o.shared && f.w.capture == nil:
			f.mutatedDefault(o, at)
		case o.sym != nil && o.kind == catalog.Client && (field == "Timeout" || field == "Transport"):
			if key := locationOf(o); key != "" {
				f.mutated = append(f.mutated, mutation{key, field, at})
			}
		}
	}
}

// mutationBelow notes assignments to what fields of the defaults of the process point to.
func (f *frame) mutationBelow(e ast.Expr, at span) {
	for {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok || f.w.capture != nil {
			return
		}
		e = sel.X
		objects := f.eval(e).objects()
		if i := slices.IndexFunc(objects, func(o *object) bool { return o.shared }); i >= 0 {
			f.mutatedDefault(objects[i], at)
			return
		}
	}
}

// mutationsAt notes that a call changes what the whole process shares.
func (f *frame) mutationsAt(at span, targets []*object) {
	if i := slices.IndexFunc(targets, func(o *object) bool { return o.shared }); i >= 0 && at.known() && f.w.capture == nil {
		f.mutatedDefault(targets[i], at)
	}
}

// mutatedDefault notes a change of a default of net/http.
func (f *frame) mutatedDefault(o *object, at span) {
	name := "http.DefaultTransport"
	if o.kind == catalog.Client {
		name = "http.DefaultClient"
	}
	f.w.seen.mutated = append(f.w.seen.mutated, mutation{field: name, at: at})
}

// settleMutations reports those to clients through which the same function sends. What main or init sets is set before
// anybody else calls.
func (f *frame) settleMutations() {
	if f.fn != nil && f.fn.Signature().Recv() == nil && (f.fn.Name() == "init" || f.fn.Name() == "main" && f.w.pass.Pkg.Name() == "main") {
		return
	}
	for _, m := range f.mutated {
		if f.sent[m.loc] && f.w.capture == nil {
			f.w.seen.changed = append(f.w.seen.changed, m)
		}
	}
}
