package outbound

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/reslint/reslint/internal/catalog"
)

// initialise evaluates package-level variables in the order in which the program does, then the init functions and,
// in a command, main.
func (w *world) initialise() {
	f := w.topFrame()
	f.starts = true
	judged := make(map[*ast.File]bool)
	for _, file := range w.files() {
		judged[file] = true
		w.guard("package variables", func() { f.declareGlobals(file) })
	}
	for _, in := range w.info.InitOrder {
		if len(in.Lhs) == 0 || !w.inFiles(in.Lhs[0].Pos(), judged) || w.asserts(in) {
			continue
		}
		w.guard(in.Lhs[0].Name(), func() { f.initGlobals(in) })
	}
	for _, file := range w.files() {
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Body != nil && fn.Name.Name == "init" {
				w.guard("init", func() { f.runDecl(fn) })
			}
		}
	}
	if w.pass.Pkg.Name() == "main" {
		if fn, ok := w.pass.Pkg.Scope().Lookup("main").(*types.Func); ok && w.decls[fn] != nil {
			w.guard("main", func() { f.runDecl(w.decls[fn]) })
		}
	}
	f.st.dead = false
	f.st.conds = nil
	w.guard("initialisation", func() {
		f.runUnused()
		f.finish(false)
	})
}

// asserts reports whether an initial value is there for its type only, as in var _ I = &T{}: nothing gets it, and nothing
// is called.
func (w *world) asserts(in *types.Initializer) bool {
	if slices.ContainsFunc(in.Lhs, func(v *types.Var) bool { return v.Name() != "_" }) {
		return false
	}
	calls := false
	ast.Inspect(in.Rhs, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			fun := w.info.Types[call.Fun]
			calls = calls || !fun.IsType() && !fun.IsBuiltin()
		}
		_, lit := n.(*ast.FuncLit)
		return !calls && !lit
	})
	return !calls
}

func (w *world) inFiles(pos token.Pos, files map[*ast.File]bool) bool {
	for f := range files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return true
		}
	}
	return false
}

// declareGlobals gives package-level variables without an initial value their zero value.
func (f *frame) declareGlobals(file *ast.File) {
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, s := range g.Specs {
			vs := s.(*ast.ValueSpec)
			if len(vs.Values) > 0 {
				continue
			}
			for _, id := range vs.Names {
				if v, ok := f.w.info.Defs[id].(*types.Var); ok {
					f.store(v, f.zeroOf(v.Type(), id))
				}
			}
		}
	}
}

func (f *frame) initGlobals(in *types.Initializer) {
	var vs []value
	if len(in.Lhs) == 1 {
		vs = []value{f.evalCopy(in.Rhs)}
	} else {
		vs = f.multi(in.Rhs, len(in.Lhs))
	}
	for i, v := range in.Lhs {
		if v.Name() == "_" {
			continue
		}
		f.store(v, vs[i])
		f.w.inits[v] = vs[i]
		f.keepPlain(v, vs[i])
		f.table(v, vs[i])
		f.list(v, vs[i])
	}
	f.st.dead = false
}

// keepPlain remembers a package-level struct, such as default settings, that nothing in the program can write to.
func (f *frame) keepPlain(v *types.Var, val value) {
	if _, ok := v.Type().Underlying().(*types.Struct); !ok || len(val) != 1 || f.w.mutable[v] || f.w.inner[v] || f.w.leavesAsVariable(v) {
		return
	}
	if o, ok := val[0].is.(*object); ok && o.kind == catalog.None && o.sym == nil && o.site == nil {
		f.w.fixed[v] = f.freezeObject(o, make(map[*object]*frozen), 0)
	}
}

// leavesAsVariable reports whether code outside the package can write to a variable of it.
func (w *world) leavesAsVariable(v *types.Var) bool {
	return v.Exported() && w.pass.Pkg.Name() != "main"
}

// plainField reads a number, duration or text in a struct that nothing writes to.
func (w *world) plainField(o *object, field string) (value, bool) {
	if len(w.fixed) == 0 {
		return nil, false
	}
	path := []string{field}
	for ; o.sym != nil && o.sym.base != nil; o = o.sym.base {
		path = append(path, o.sym.field)
	}
	if o.sym == nil || o.sym.root != rootGlobal || w.fixed[o.sym.v] == nil {
		return nil, false
	}
	fr := w.fixed[o.sym.v]
	for _, name := range slices.Backward(path[1:]) {
		v := fr.fields.of(name)
		if len(v) != 1 {
			return nil, false
		}
		next, ok := v[0].is.(*frozen)
		if !ok || next.obj.kind != catalog.None || next.obj.sym != nil {
			return nil, false
		}
		fr = next
	}
	v := fr.fields.of(field)
	if _, ok := v.constant(); !ok {
		return nil, false
	}
	return v, true
}

// table remembers the functions that a package-level map or slice is made with.
func (f *frame) table(v *types.Var, val value) {
	if len(val.objects()) != 1 || len(val) != 1 {
		return
	}
	elems := f.st.fields(val.objects()[0]).of("[]")
	if len(elems) > 0 && !slices.ContainsFunc(elems, func(x alt) bool { c, ok := x.is.(*closure); return !ok || len(c.env) > 0 || c.recv != nil }) {
		f.w.tables[v] = elems
	}
}

// list is a package-level slice of a few functions, such as default options, with what they hold.
type list struct {
	is   value
	heap map[*object]fields
}

// maxList bounds the functions of a list: that many are called one by one.
const maxList = 8

// list remembers a slice of functions that no assignment changes.
func (f *frame) list(v *types.Var, val value) {
	elems, ok := exactElems(val)
	if !ok || len(elems) == 0 || len(elems) > maxList || f.w.mutable[v] || v.Exported() {
		return
	}
	for _, e := range elems {
		if slices.ContainsFunc(e, func(x alt) bool { _, ok := x.is.(*closure); return !ok }) {
			return
		}
	}
	held := make(map[*object]bool)
	f.reach(val, held)
	l := &list{is: val, heap: make(map[*object]fields, len(held))}
	for o := range held {
		o.lasting = true
		l.heap[o] = f.st.fields(o)
	}
	f.w.lists[v] = l
}

// loadList reads such a slice in a function.
func (f *frame) loadList(l *list) value {
	for o, heap := range l.heap {
		if _, ok := f.st.heap.get(o); !ok {
			f.st.heap.set(o, heap)
		}
	}
	return l.is
}

// runDecl runs a function without parameters as a part of the initialisation.
func (f *frame) runDecl(d *ast.FuncDecl) {
	fn, ok := f.w.info.Defs[d.Name].(*types.Func)
	if !ok {
		return
	}
	var sum *summary
	if fn.Name() == "init" {
		inner := f.w.newFrame(d, fn.Signature(), d.Type, nil)
		inner.fn = fn
		inner.owner = f.w.consumerOf(fn)
		sum = inner.run(d.Body)
		f.w.sums[fn] = sum
	} else {
		sum = f.w.summary(fn)
	}
	if sum == nil {
		return
	}
	f.instantiate(sum, nil, nil, &callSite{node: d.Name, n: 0, outside: true})
	f.st.dead = false
}
