// Package outbound answers "what is there": the clients, transports, breakers, bulkheads and pools that a package
// builds, what is true of them when they are used, and the external systems that they serve.
//
// It evaluates functions abstractly on the typed syntax. Each function is evaluated once, with symbols for what it is
// handed (frame.go, eval.go, stmt.go, call.go); the outcome is a summary (summary.go), which calls of the function
// carry over to their own values (instantiate.go). What depends on nothing any more is settled (sightings.go), and the
// model is built from that (model.go). Functions that nobody in the package calls are called once from outside, with
// symbols that nothing is known of.
package outbound

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/gotypes"
	"github.com/reslint/reslint/internal/rule"
)

// Options changes what the model looks at. The zero value is the default.
type Options struct {
	Policy rule.Policy
	Config *config.Config // nil is config.Default
}

// Analyzer is the model with default options.
var Analyzer = New(Options{})

// New returns an analyzer whose result is a *Model. It reports nothing.
func New(opts Options) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: "reslint_outbound",
		Doc:  "work out which external systems a package calls, and through what",
		Run: func(pass *analysis.Pass) (any, error) {
			m, err := run(pass, opts)
			if err == nil {
				m.ask(pass, opts)
			}
			return m, err
		},
		ResultType: reflect.TypeFor[*Model](),
		FactTypes:  []analysis.Fact{new(funcFact), new(packageFact), new(programFact), new(closesFact)},
	}
}

// Model is what one package is seen to do.
type Model struct {
	Constructions []*Construction // in order of position
	Unanalysed    []string        // functions that could not be evaluated, with the reason
	Units         []Unit          // in order of position
	Breakers      []Breaker       // of this package, in order of position
	Imported      []Breaker       // that packages below build for one system each
	Sized         []Sized         // structs that hold a pool and a bulkhead of known sizes
	Pools         []Sized         // clients over a pool of a known size
	Databases     []DatabasePool  // sizes of the program's own database pools
	Limits        []Limits        // what has sizes and timeouts that are constants, in order of position
	Shared        []Sharing       // in order of position
	PerCall       []Place         // clients with a pool of their own that are built where calls are made
	Mutated       []Change        // assignments to what the whole process shares: Field is its name
	Changed       []Change        // assignments to clients that others use, where calls are made
	Defaults      []token.Pos     // where something is mentioned that the whole process shares, such as http.DefaultClient
	systems       []string

	Program Program // see questions.go
	reach   map[*types.Func]Reach
	facts   *analysis.Pass
	calls   map[*types.Func]*usage
	users   map[*types.Func][]*types.Func
	dynamic map[string][]*types.Func // users of the methods of interfaces, by name; nil until it is asked for
}

// Summary counts what was seen, so that silence is not taken for health.
type Summary struct {
	Clients   int      // HTTP and gRPC client constructions
	Systems   []string // names of external systems, sorted, without duplicates
	Breakers  int      // circuit breaker constructions
	Bulkheads int      // semaphore constructions
	Databases int      // database pool constructions
}

// Summary counts what the package holds. The systems of two packages may overlap.
func (m *Model) Summary() Summary {
	s := Summary{Systems: m.systems}
	for _, c := range m.Constructions {
		if c.Elsewhere {
			continue
		}
		switch c.Kind {
		case catalog.Client, catalog.GRPC, catalog.ReverseProxy:
			s.Clients++
		case catalog.Breaker:
			s.Breakers++
		case catalog.Bulkhead:
			if c.How != ByMake || c.Entered {
				s.Bulkheads++
			}
		case catalog.Database:
			s.Databases++
		}
	}
	return s
}

func run(pass *analysis.Pass, opts Options) (*Model, error) {
	if opts.Policy.SupportPackage(pass.Pkg.Path(), pass.Pkg.Name()) || !relevant(pass) {
		return forward(pass), nil
	}
	w := newWorld(pass, opts)
	m := &Model{}
	w.guard(pass.Pkg.Path(), func() {
		w.scan()
		w.evaluate()
		m = w.build()
		m.Defaults, m.calls, m.users = w.defaults, w.calls, w.users
		w.export()
	})
	m.Unanalysed = w.unanalysed
	return m, nil
}

// relevant reports whether a package can matter at all: it mentions something of the catalogue.
func relevant(pass *analysis.Pass) bool {
	known := false
	facts := make(map[*types.Package]bool)
	for _, p := range pass.Pkg.Imports() {
		known = known || catalog.Known(p.Path())
		var fact packageFact
		if pass.ImportPackageFact(p, &fact) {
			if len(fact.Shares) > 0 { // two imports may serve different systems with one thing
				return true
			}
			facts[p] = true
		}
	}
	deadlines, bound := false, false
	for id, obj := range pass.TypesInfo.Uses {
		if catalog.Outbound(obj) { // perhaps of a package that only an import names
			return true
		}
		if fn, ok := obj.(*types.Func); ok {
			if catalog.LookupMethod(fn) != nil { // an interface that clients are used through
				return true
			}
			if catalog.LookupRPC(fn) != nil && !generatedAt(pass, id.Pos()) {
				return true
			}
			if facts[fn.Pkg()] && acts(pass, fn.Origin()) {
				return true
			}
			deadlines = deadlines || known && catalog.MakesDeadline(fn)
			bound = bound || rebinds(fn)
		}
	}
	return deadlines && (bound || returnsContext(pass))
}

// returnsContext reports whether some function of the package returns a context, as helpers do that set deadlines.
func returnsContext(pass *analysis.Pass) bool {
	for _, obj := range pass.TypesInfo.Defs {
		if fn, ok := obj.(*types.Func); ok && givesContext(fn.Signature()) {
			return true
		}
	}
	return false
}

func givesContext(sig *types.Signature) bool {
	for r := range sig.Results().Variables() {
		if gotypes.IsContext(r.Type()) {
			return true
		}
	}
	return false
}

func newWorld(pass *analysis.Pass, opts Options) *world {
	if opts.Config == nil {
		opts.Config = config.Default()
	}
	w := &world{
		pass: pass, info: pass.TypesInfo, opts: opts,
		decls:       make(map[*types.Func]*ast.FuncDecl),
		calls:       make(map[*types.Func]*usage),
		sums:        make(map[*types.Func]*summary),
		lits:        make(map[*ast.FuncLit]*summary),
		globals:     make(map[*types.Var]*object),
		inits:       make(map[*types.Var]value),
		fixed:       make(map[*types.Var]*frozen),
		inner:       make(map[*types.Var]bool),
		mutable:     make(map[*types.Var]bool),
		tables:      make(map[*types.Var]value),
		lists:       make(map[*types.Var]*list),
		relevant:    make(map[*types.Func]bool),
		users:       make(map[*types.Func][]*types.Func),
		clientTypes: make(map[types.Type]bool),
		consumers:   make(map[consumer]*consumer),
		names:       make(map[consumer]Evidence),
		kinds:       make(map[string]catalog.Kind),
		matter:      make(map[types.Type]bool),
		answers:     make(map[types.Type]bool),
		dulls:       make(map[types.Type]bool),
		withLits:    make(map[*types.Func]bool),
		permits:     make(map[*types.Var]bool),
		sites:       make(map[siteKey]*site),
		holders:     make(map[types.Type]bool),
		kindTypes:   make(map[catalog.Kind]types.Type),
		sdks:        make(map[string]*sdk),
		vendors:     make(map[*types.Package]string),
		passing:     make(map[types.Type]bool),
		generated:   make(map[*ast.File]bool),

		packageFacts: make(map[*types.Package]*packageFact),
		once:         make(map[*ast.FuncLit]bool),
	}
	w.seen = newSightings(w)
	w.behind = &behind{w: w, types: make(map[*types.Var]types.Type)}
	return w
}

// usage is how a function is used in its package.
type usage struct {
	called bool // called by name
	value  bool // passed on as a value
}

func (w *world) use(fn *types.Func) *usage {
	u := w.calls[fn]
	if u == nil {
		u = &usage{}
		w.calls[fn] = u
	}
	return u
}

// files are the files that are judged.
func (w *world) files() []*ast.File {
	if w.opts.Policy.Tests {
		return w.pass.Files
	}
	var out []*ast.File
	for _, f := range w.pass.Files {
		if !rule.TestFile(w.pass.Fset, f) {
			out = append(out, f)
		}
	}
	return out
}

// evaluate goes through the package: its initialisation first, then every function that nobody here calls.
func (w *world) evaluate() {
	w.initialise()
	var fns []*types.Func
	for fn := range w.relevant {
		if w.decls[fn] != nil {
			fns = append(fns, fn)
		}
	}
	slices.SortFunc(fns, func(a, b *types.Func) int { return w.order(a.Pos(), b.Pos()) })
	for _, fn := range fns {
		if w.isRoot(fn) {
			w.root(fn)
		}
	}
	for _, fn := range fns { // only called by each other
		if _, done := w.sums[fn]; !done {
			w.root(fn)
		}
	}
}

func (w *world) isRoot(fn *types.Func) bool {
	if fn.Name() == "init" && fn.Signature().Recv() == nil || fn.Name() == "_" {
		return false
	}
	if fn.Name() == "main" && w.pass.Pkg.Name() == "main" && fn.Signature().Recv() == nil {
		return false
	}
	u := w.calls[fn]
	return u == nil || !u.called || u.value || w.leavesPackage(fn)
}

// leavesPackage reports whether code outside the package can call a function.
func (w *world) leavesPackage(fn *types.Func) bool {
	return fn.Exported() && w.pass.Pkg.Name() != "main"
}

// guard keeps one function that cannot be evaluated from taking the rest with it.
func (w *world) guard(what string, do func()) {
	defer func() {
		if r := recover(); r != nil {
			w.unanalysed = append(w.unanalysed, fmt.Sprintf("%s: %v", what, r))
			w.capture = nil
		}
	}()
	do()
}

func (w *world) topFrame() *frame {
	return &frame{w: w, byVar: make(map[*types.Var]*object), st: newState(), escaped: make(map[*types.Var]bool),
		labels: make(map[string]*state), ran: make(map[*ast.FuncLit]bool), sig: new(types.Signature)}
}

// anchor is a node for calls that nobody wrote.
func (f *frame) anchor() ast.Node {
	if f.node != nil {
		return f.node
	}
	return f.w.pass.Files[0].Name
}

// root calls a function from outside.
func (w *world) root(fn *types.Func) {
	w.guard(fn.FullName(), func() {
		sum := w.summary(fn)
		if sum == nil {
			return
		}
		f := w.topFrame()
		sig := fn.Signature()
		results := f.instantiate(sum, w.outsiders(f, sig, true), nil, &callSite{node: w.decls[fn].Name, n: sig.Results().Len(), outside: true})
		if w.leavesPackage(fn) {
			f.lendResults(results)
			if exportedReceiver(sig) {
				f.leaveResults(results)
			}
		}
		f.holdResults(results)
		f.st.dead = false
		f.results = results
		f.finish(false)
	})
}

func exportedReceiver(sig *types.Signature) bool {
	if sig.Recv() == nil {
		return true
	}
	t := sig.Recv().Type()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return !ok || n.Obj().Exported()
}

// outsiders are the arguments of a call from outside: nothing is known of them but what their types say.
func (w *world) outsiders(f *frame, sig *types.Signature, receiver bool) []value {
	var out []value
	if sig.Recv() != nil && receiver {
		out = append(out, w.outsider(f, sig.Recv().Type()))
	}
	for p := range sig.Params().Variables() {
		v := w.outsider(f, p.Type())
		if o := v.symOf(); o != nil && receiver {
			o.sym.param = len(out) + 1
		}
		if o := v.symOf(); o != nil && o.kind == catalog.Request {
			f.inboundRequest(o, sig)
		} else if field := requestField(p.Type()); o != nil && field != "" {
			if r := f.get(o, field).symOf(); r != nil {
				f.st.set(r, "ctx", one(inbound{}))
			}
		}
		out = append(out, v)
	}
	return out
}

// inboundRequest says under which context a function has a request that it was handed: it serves the request, unless
// it answers with a response as a round tripper does.
func (f *frame) inboundRequest(o *object, sig *types.Signature) {
	f.st.set(o, "ctx", one(handed{}))
	switch {
	case servesHTTP(sig):
		f.st.set(o, "ctx", one(inbound{}))
	case !sends(sig):
		f.st.set(o, contextOf, one(inbound{}))
	}
}

// requestField is the field of a web framework's context that holds the request which it serves: what has a field for
// answers beside it. It is empty for other types.
func requestField(t types.Type) string {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return ""
	}
	s, ok := p.Elem().Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	field, answers := "", false
	for v := range s.Fields() {
		if v.Exported() && catalog.KindOf(v.Type()) == catalog.Request {
			field = v.Name()
		}
		header, _, _ := types.LookupFieldOrMethod(v.Type(), true, nil, "WriteHeader")
		_, isFunc := header.(*types.Func)
		answers = answers || isFunc
	}
	if !answers {
		return ""
	}
	return field
}

func sends(sig *types.Signature) bool {
	for r := range sig.Results().Variables() {
		if catalog.KindOf(r.Type()) == catalog.Response {
			return true
		}
	}
	return false
}

func (w *world) outsider(f *frame, t types.Type) value {
	if gotypes.IsContext(t) {
		return one(handed{})
	}
	return one(w.symbol(symbol{root: rootAny}, t))
}

// servesHTTP reports whether a function takes a response writer: its request came in.
func servesHTTP(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if n, ok := types.Unalias(p.Type()).(*types.Named); ok && n.Obj().Name() == "ResponseWriter" &&
			n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http" {
			return true
		}
	}
	return false
}
