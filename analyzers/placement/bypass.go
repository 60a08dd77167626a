package placement

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
	"github.com/reslint/reslint/internal/rule"
)

// adapter is a type of the package whose methods enter wrappers that it holds, and call out.
type adapter struct {
	typ     *types.TypeName
	methods []*function
	walker  *walker
	need    kinds                    // what its calls are to be made under
	inner   map[*types.TypeName]bool // types that are adapters themselves
}

// adapters finds them, in order of position.
func (p *pack) adapters() []*adapter {
	byType := make(map[*types.TypeName]*adapter)
	var out []*adapter
	for _, f := range p.order {
		t := receiver(f.obj)
		if t == nil || f.generated {
			continue
		}
		a := byType[t]
		if a == nil {
			a = &adapter{typ: t, walker: newWalker(p, t)}
			byType[t] = a
			out = append(out, a)
		}
		a.methods = append(a.methods, f)
	}
	for _, name := range p.pass.Pkg.Scope().Names() {
		if t, ok := p.pass.Pkg.Scope().Lookup(name).(*types.TypeName); ok && byType[t] == nil && !t.IsAlias() && heldIn(t.Type(), 0) != 0 {
			out = append(out, &adapter{typ: t, walker: newWalker(p, t)}) // all its methods are promoted
		}
	}
	inner := make(map[*types.TypeName]bool)
	entering := p.entering()
	out = slices.DeleteFunc(out, func(a *adapter) bool {
		dead := p.deadIn(a.typ)
		if dead == 0 && !slices.ContainsFunc(a.methods, func(f *function) bool { return entering[f.obj] }) {
			return true
		}
		for _, f := range a.methods {
			if !p.serves(f.decl.Type) {
				a.walker.method(f.obj)
			}
		}
		w := a.walker
		a.need = w.entered&breaker | w.entered&w.used&bulkhead
		if a.need == 0 {
			a.need = dead
		}
		inner[a.typ] = a.need != 0
		a.inner = inner
		return a.need == 0 && len(w.units) == 0
	})
	slices.SortFunc(out, func(a, b *adapter) int { return cmp.Compare(a.typ.Pos(), b.typ.Pos()) })
	return out
}

// entering finds the functions of the package that may enter a wrapper, themselves or through what they mention: walks
// through others would find nothing.
func (p *pack) entering() map[*types.Func]bool {
	if p.enter != nil {
		return p.enter
	}
	m := mentions{p: p, by: make(map[*types.Func][]*types.Func)}
	out := make(map[*types.Func]bool)
	p.enter = out
	var list []*types.Func
	add := func(fn *types.Func) {
		if !out[fn] {
			out[fn] = true
			list = append(list, fn)
		}
	}
	for _, f := range p.order {
		ast.Inspect(f.decl, func(n ast.Node) bool {
			if m.enters(n, f.obj) {
				add(f.obj)
			}
			return true
		})
	}
	for len(list) > 0 {
		fn := list[len(list)-1]
		list = list[:len(list)-1]
		for _, by := range m.by[fn] {
			add(by)
		}
	}
	return out
}

// mentions is who mentions a function of the package.
type mentions struct {
	p  *pack
	by map[*types.Func][]*types.Func
}

// enters reports whether a node of a function enters a wrapper itself. What it mentions of the package is remembered.
func (m *mentions) enters(n ast.Node, by *types.Func) bool {
	p := m.p
	switch n := n.(type) {
	case *ast.SendStmt, *ast.UnaryExpr:
		_, takes := p.takes(n)
		return takes
	case *ast.Ident:
		fn, ok := p.info.Uses[n].(*types.Func)
		if !ok {
			return false
		}
		fn = fn.Origin()
		if row := catalog.LookupFunc(fn); row != nil {
			return row.Enter != catalog.None
		}
		if p.funcs[fn] != nil {
			m.by[fn] = append(m.by[fn], by)
			return false
		}
		if impl := p.implementation(fn); impl != nil && p.funcs[impl] != nil {
			m.by[impl] = append(m.by[impl], by)
			return false
		} else if impl != nil {
			fn = impl
		}
		r := p.reach(fn)
		return r.Breaker || r.Bulkhead
	}
	return false
}

func receiver(fn *types.Func) *types.TypeName {
	recv := fn.Signature().Recv()
	if recv == nil {
		return nil
	}
	if n := gotypes.Named(recv.Type()); n != nil {
		return n.Origin().Obj()
	}
	return nil
}

// checkBypass reports exported methods that call the system around what other methods enter.
func checkBypass(r *rule.Reporter, a *adapter) {
	p := a.walker.p
	for _, f := range a.methods {
		if !f.obj.Exported() || p.serves(f.decl.Type) {
			continue
		}
		if missed := a.missed(f.obj); missed != 0 {
			r.Report(rule.Finding{Check: bypassedWrapper, Place: rule.At(f.decl.Name),
				Message: a.typ.Name() + "." + f.obj.Name() + " calls the system around the " + missed.String() + " of " + a.typ.Name()})
		}
	}
}

// missed returns the wrappers that some call of a method is not made under.
func (a *adapter) missed(fn *types.Func) kinds {
	a.walker.method(fn)
	return a.walker.missed(a.need, a.walker.guarded)
}

// checkPromoted reports types that override some methods of an embedded client with wrapped ones and let others
// through.
func checkPromoted(r *rule.Reporter, a *adapter) {
	s, ok := a.typ.Type().Underlying().(*types.Struct)
	if !ok {
		return
	}
	own := make(map[string]bool)
	for _, f := range a.methods {
		own[f.obj.Name()] = true
	}
	all := types.NewMethodSet(types.NewPointer(a.typ.Type()))
	for i := range s.NumFields() {
		field := s.Field(i)
		inner := gotypes.Named(field.Type())
		if !field.Embedded() || inner == nil || a.inner[inner.Origin().Obj()] {
			continue
		}
		through := a.through(all, i)
		if through == "" || !overrides(inner, field.Pkg(), own) && a.walker.entered&a.need != 0 {
			continue
		}
		name := a.typ.Name()
		r.Report(rule.Finding{Check: bypassedWrapper, Place: rule.Place{Pos: a.typ.Pos(), End: a.typ.Pos() + token.Pos(len(name))},
			Message: through + ", which " + name + " gets from the embedded " + inner.Obj().Name() + ", calls the system around the " + a.need.String()})
	}
}

// through returns the first method promoted from a field that calls the system around the wrappers.
func (a *adapter) through(all *types.MethodSet, field int) string {
	for sel := range all.Methods() {
		fn, ok := sel.Obj().(*types.Func)
		if !ok || len(sel.Index()) < 2 || sel.Index()[0] != field || !fn.Exported() {
			continue
		}
		if port := (port{a.embedded(sel.Index()), fn.Origin()}); a.missed(fn.Origin())|a.need&protects(a.walker.guarded, port) != 0 {
			return fn.Name()
		}
	}
	return ""
}

// embedded returns the last embedded field on the way to a promoted method.
func (a *adapter) embedded(path []int) *types.Var {
	var out *types.Var
	t := a.typ.Type()
	for _, i := range path[:len(path)-1] {
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			t = ptr.Elem()
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok || i >= s.NumFields() {
			return out
		}
		out, t = s.Field(i), s.Field(i).Type()
	}
	return out
}

// overrides reports whether a type has exported methods that one of these names hides.
func overrides(inner *types.Named, pkg *types.Package, own map[string]bool) bool {
	for name := range own {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(inner), true, pkg, name)
		if types.IsInterface(inner) {
			obj, _, _ = types.LookupFieldOrMethod(inner, true, pkg, name)
		}
		if _, ok := obj.(*types.Func); ok && token.IsExported(name) {
			return true
		}
	}
	return false
}
