package outbound

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/callee"
	"github.com/reslint/reslint/internal/rule"
)

// closes finds which functions of a package close idle connections, themselves or through what they mention. A method
// counts as mentioned, too, where a method of an interface is called that may be it, and where what has it is handed to
// code of another module. That a package has such a function says nothing of the programs in which nobody comes to it.
type closes struct {
	pass *analysis.Pass
	opts Options

	asked  bool                          // some import has such a function
	below  map[string]bool               // the methods of imports that do, by methodKey
	known  map[*types.Func]bool          // of other packages: whether they do
	funcs  map[*types.Func]bool          // of this package
	always bool                          // what runs in any case does
	by     map[*types.Func][]*types.Func // who mentions a function of the package: nil is what runs in any case
	calls  map[string][]*types.Func      // who calls a method of an interface, by methodKey
}

// closesFact says that a function closes idle connections.
type closesFact struct{}

func (*closesFact) AFact()         {}
func (*closesFact) String() string { return "closes" }

// maxClosers bounds what a package says of its own functions and of the methods below it. One with more is taken to
// close what it has.
const maxClosers = 400

func newCloses(pass *analysis.Pass, opts Options) *closes {
	return &closes{pass: pass, opts: opts, below: make(map[string]bool), known: make(map[*types.Func]bool),
		funcs: make(map[*types.Func]bool), by: make(map[*types.Func][]*types.Func), calls: make(map[string][]*types.Func)}
}

// find goes through the package. It reports whether idle connections are closed in whatever imports it; of a command,
// whether they are closed when it runs.
func (c *closes) find() bool {
	for _, file := range c.pass.Files {
		if !c.opts.Policy.Tests && rule.TestFile(c.pass.Fset, file) {
			continue
		}
		for _, d := range file.Decls {
			w := closesWalk{closes: c}
			if decl, ok := d.(*ast.FuncDecl); ok {
				fn, _ := c.pass.TypesInfo.Defs[decl.Name].(*types.Func)
				w.sig = fn.Signature()
				if !runsFirst(fn) {
					w.by = fn
				}
			}
			w.walk(d)
		}
	}
	c.spread()
	return c.always
}

// runsFirst reports whether a function runs without being called.
func runsFirst(fn *types.Func) bool {
	if fn.Signature().Recv() != nil {
		return false
	}
	return fn.Name() == "init" || fn.Name() == "main" && fn.Pkg().Name() == "main"
}

// spread goes from the functions that close to those that come to them.
func (c *closes) spread() {
	list := slices.Collect(maps.Keys(c.funcs))
	add := func(fns []*types.Func) {
		for _, fn := range fns {
			if c.add(fn) {
				list = append(list, fn)
			}
		}
	}
	for key := range c.below {
		add(c.calls[key])
	}
	for len(list) > 0 {
		fn := list[len(list)-1]
		list = list[:len(list)-1]
		add(c.by[fn])
		for _, key := range methodKeys(fn) {
			add(c.calls[key])
		}
	}
}

// add notes that a function closes, and reports whether that is new and others may come to it.
func (c *closes) add(fn *types.Func) bool {
	if fn == nil {
		c.always = true
		return false
	}
	if c.funcs[fn] {
		return false
	}
	c.funcs[fn] = true
	return true
}

// learn takes in what an import says of itself and of those below it.
func (c *closes) learn(f *programFact) {
	c.asked = c.asked || f.Closers
	for _, key := range f.Methods {
		c.below[key] = true
	}
}

// export tells importers what was found.
func (c *closes) export(f *programFact) {
	methods := maps.Clone(c.below)
	var fns []*types.Func
	for fn := range c.funcs {
		if fn.Exported() {
			fns = append(fns, fn)
			for _, key := range methodKeys(fn) {
				methods[key] = true
			}
		}
	}
	if len(fns) > maxClosers || len(methods) > maxClosers {
		f.Closes = true
	}
	if f.Closes { // nobody asks for more
		return
	}
	for _, fn := range fns {
		c.pass.ExportObjectFact(fn, new(closesFact))
	}
	f.Methods, f.Closers = slices.Sorted(maps.Keys(methods)), len(fns)+len(methods) > 0
}

// methodKeys are the names under which a method is called through interfaces: its own, and where its receiver is
// something to read, write or listen, as answers' bodies are, that as well. A function has none.
func methodKeys(fn *types.Func) []string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return nil
	}
	key := methodKey(fn)
	for _, name := range []string{"Read", "Write", "Accept"} {
		if m, _, _ := types.LookupFieldOrMethod(recv.Type(), true, fn.Pkg(), name); m != nil {
			return []string{key, streamKey + key}
		}
	}
	return []string{key}
}

// streamKey marks methods of the standard library's interfaces that have more than one.
const streamKey = "+"

func methodKey(fn *types.Func) string {
	sig := fn.Signature()
	return fmt.Sprint(fn.Name(), "/", sig.Params().Len(), "/", sig.Results().Len())
}

// isClosing reports whether a function closes, as far as this package need not be looked at.
func (c *closes) isClosing(fn *types.Func) bool {
	if closesIdle(c.pass, fn) {
		return true
	}
	if !c.asked || fn.Pkg() == nil || fn.Pkg() == c.pass.Pkg {
		return false
	}
	is, ok := c.known[fn]
	if !ok {
		is = c.pass.ImportObjectFact(fn, new(closesFact))
		c.known[fn] = is
	}
	return is
}

// closesWalk goes through one declaration.
type closesWalk struct {
	*closes
	by  *types.Func      // what is declared, or nil where that runs in any case
	sig *types.Signature // of the function whose return statements are met
}

func (w closesWalk) walk(root ast.Node) {
	info := w.pass.TypesInfo
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			inner := w
			inner.sig, _ = info.TypeOf(n).(*types.Signature)
			inner.walk(n.Body)
			return false
		case *ast.Ident:
			if fn, ok := info.Uses[n].(*types.Func); ok {
				w.mention(fn.Origin())
			}
		case *ast.SelectorExpr:
			w.selects(n)
		case *ast.CallExpr:
			w.handsArgs(n)
		case *ast.CompositeLit:
			w.handsElements(n)
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) {
				for i, l := range n.Lhs {
					w.handsAssigned(l, n.Rhs[i])
				}
			}
		case *ast.ReturnStmt:
			if w.sig != nil && len(n.Results) == w.sig.Results().Len() {
				for i, e := range n.Results {
					w.hands(e, w.sig.Results().At(i).Type())
				}
			}
		}
		return true
	})
}

// mention takes in that a function is named here.
func (w closesWalk) mention(fn *types.Func) {
	switch {
	case w.isClosing(fn):
		w.add(w.by)
	case fn.Pkg() == w.pass.Pkg:
		w.closes.by[fn] = append(w.closes.by[fn], w.by)
	}
}

// selects takes in a method of an interface.
func (w closesWalk) selects(sel *ast.SelectorExpr) {
	s := w.pass.TypesInfo.Selections[sel]
	if s == nil {
		return
	}
	fn, ok := s.Obj().(*types.Func)
	if !ok || !types.IsInterface(fn.Signature().Recv().Type()) {
		return
	}
	t := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] { // promoted from what is embedded
		if st, ok := pointee(t).Underlying().(*types.Struct); ok {
			t = st.Field(i).Type()
		}
	}
	w.calling(t, fn)
}

// calling takes in that a method of an interface may be called.
func (w closesWalk) calling(iface types.Type, fn *types.Func) {
	key := methodKey(fn)
	n, ok := types.Unalias(iface).(*types.Named)
	if it, isIface := iface.Underlying().(*types.Interface); ok && isIface && isStandard(w.pass, n.Obj().Pkg()) && it.NumMethods() > 1 {
		key = streamKey + key
	}
	w.calls[key] = append(w.calls[key], w.by)
}

// handsArgs takes in what a function of another module gets.
func (w closesWalk) handsArgs(call *ast.CallExpr) {
	name := callee.Name(call.Fun)
	if name == nil {
		return
	}
	fn, ok := w.pass.TypesInfo.Uses[name].(*types.Func)
	if !ok || ownModule(w.pass, fn.Pkg()) {
		return
	}
	sig, _ := w.pass.TypesInfo.TypeOf(call.Fun).(*types.Signature) // of a method expression: with the receiver
	for i, a := range call.Args {
		if isStandard(w.pass, fn.Pkg()) {
			w.hands(a, argType(sig, i, call.Ellipsis.IsValid()))
		} else {
			w.gives(w.pass.TypesInfo.TypeOf(a), nil, 0)
		}
	}
}

// argType is the type of what an argument is for, or nil.
func argType(sig *types.Signature, i int, spread bool) types.Type {
	if sig == nil || sig.Params().Len() == 0 {
		return nil
	}
	last := sig.Params().Len() - 1
	if sig.Variadic() && i >= last {
		t := sig.Params().At(last).Type()
		if s, ok := t.(*types.Slice); ok && !spread {
			return s.Elem()
		}
		return t
	}
	if i > last {
		return nil
	}
	return sig.Params().At(i).Type()
}

// handsElements takes in what a literal of another module's type gets.
func (w closesWalk) handsElements(lit *ast.CompositeLit) {
	st, ok := w.foreignStruct(w.pass.TypesInfo.TypeOf(lit))
	if !ok {
		return
	}
	for i, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			w.hands(kv.Value, w.pass.TypesInfo.TypeOf(kv.Key))
		} else if i < st.NumFields() {
			w.hands(e, st.Field(i).Type())
		}
	}
}

func (w closesWalk) foreignStruct(t types.Type) (*types.Struct, bool) {
	n, ok := types.Unalias(pointee(t)).(*types.Named)
	if !ok || ownModule(w.pass, n.Obj().Pkg()) {
		return nil, false
	}
	st, ok := n.Underlying().(*types.Struct)
	return st, ok
}

// handsAssigned takes in what is put into a field of another module's type.
func (w closesWalk) handsAssigned(to, e ast.Expr) {
	if sel, ok := ast.Unparen(to).(*ast.SelectorExpr); ok {
		if _, foreign := w.foreignStruct(w.pass.TypesInfo.TypeOf(sel.X)); foreign {
			w.hands(e, w.pass.TypesInfo.TypeOf(sel))
		}
	}
}

// hands takes in that a value becomes one of another type. Where that is an interface of another module, whoever has it
// may call what it can do: the standard library what the interface says, others also what they find behind it.
func (w closesWalk) hands(e ast.Expr, to types.Type) {
	n, ok := types.Unalias(to).(*types.Named)
	if !ok || !types.IsInterface(to) || ownModule(w.pass, n.Obj().Pkg()) {
		return
	}
	only, _ := n.Underlying().(*types.Interface)
	if !isStandard(w.pass, n.Obj().Pkg()) {
		only = nil
	}
	w.gives(w.pass.TypesInfo.TypeOf(e), only, 0)
}

// gives takes in that code of another module gets something of a type, and may call its methods, or only those of an
// interface. What is in a container or comes from a function is gotten as well.
func (w closesWalk) gives(t types.Type, only *types.Interface, depth int) {
	if t == nil || depth > maxGiven {
		return
	}
	switch u := types.Unalias(t).(type) {
	case *types.Pointer:
		w.gives(u.Elem(), only, depth+1)
	case *types.Slice:
		w.gives(u.Elem(), only, depth+1)
	case *types.Map:
		w.gives(u.Elem(), only, depth+1)
	case *types.Signature:
		for r := range u.Results().Variables() {
			w.gives(r.Type(), only, depth+1)
		}
	case *types.Interface:
		for m := range u.Methods() {
			w.calling(t, m)
		}
	case *types.Named:
		if iface, ok := u.Underlying().(*types.Interface); ok {
			for m := range iface.Methods() {
				w.calling(u, m)
			}
			return
		}
		set := types.NewMethodSet(types.NewPointer(u))
		for m := range set.Methods() {
			fn := m.Obj().(*types.Func)
			if only == nil || hasMethod(only, fn) {
				w.mention(fn.Origin())
			}
		}
	}
}

// maxGiven bounds how far a type is looked through.
const maxGiven = 4

func hasMethod(iface *types.Interface, fn *types.Func) bool {
	for m := range iface.Methods() {
		if m.Id() == fn.Id() {
			return true
		}
	}
	return false
}

// pointee is what a pointer points at, and what is no pointer itself.
func pointee(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}
