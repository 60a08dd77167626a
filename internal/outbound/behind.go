package outbound

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/reslint/reslint/internal/catalog"
)

// behind tells what is behind the interfaces of the module that fields and package-level variables of the package hold. Only
// the package can set one that is not exported, so where all that it puts there is of one type, calls go to that.
type behind struct {
	w     *world
	types map[*types.Var]types.Type // nil where there are several, or one that is not known
	calls []behindCall
}

// behindCall is a call of a method of an interface that a field or variable holds.
type behindCall struct {
	v      *types.Var
	method string
	in     *types.Func
}

// holds reports whether a variable is one that matters here.
func (b *behind) holds(v *types.Var) bool {
	if v == nil || v.Exported() || v.Pkg() != b.w.pass.Pkg || !v.IsField() && !isGlobal(v) {
		return false
	}
	n, ok := types.Unalias(v.Type()).(*types.Named)
	return ok && types.IsInterface(n) && n.Obj().Pkg() != nil && b.w.inModule(n.Obj().Pkg()) && catalog.KindOf(n) == catalog.None
}

// varAt is the field or variable that an expression names, or nil.
func (b *behind) varAt(e ast.Expr) *types.Var {
	var id *ast.Ident
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
	default:
		return nil
	}
	v, ok := b.w.info.Uses[id].(*types.Var)
	if !ok || !b.holds(v.Origin()) {
		return nil
	}
	return v.Origin()
}

// put notes what is put into a field or variable.
func (b *behind) put(v *types.Var, t types.Type) {
	if v == nil {
		return
	}
	if basic, ok := t.(*types.Basic); ok && basic.Kind() == types.UntypedNil {
		return
	}
	if t != nil && (types.IsInterface(t) || catalog.KindOf(t) != catalog.None) { // a client is known by what holds it
		t = nil
	}
	if old, ok := b.types[v]; ok && (old == nil || t == nil || !types.Identical(old, t)) {
		t = nil
	}
	b.types[v] = t
}

func (b *behind) visit(n ast.Node) {
	info := b.w.info
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE {
			return
		}
		for i, l := range n.Lhs {
			if v := b.varAt(l); v != nil && len(n.Lhs) == len(n.Rhs) {
				b.put(v, info.TypeOf(n.Rhs[i]))
			} else if t, ok := info.TypeOf(n.Rhs[0]).(*types.Tuple); ok && v != nil {
				b.put(v, t.At(i).Type())
			}
		}
	case *ast.ValueSpec:
		for i, id := range n.Names {
			if v, ok := info.Defs[id].(*types.Var); ok && len(n.Values) > 0 && b.holds(v) {
				b.put(v, info.TypeOf(n.Values[min(i, len(n.Values)-1)]))
			}
		}
	case *ast.CompositeLit:
		b.literal(n)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			b.put(b.varAt(n.X), nil)
		}
	case *ast.RangeStmt:
		b.put(b.varAt(n.Key), nil)
		b.put(b.varAt(n.Value), nil)
	}
}

func (b *behind) literal(lit *ast.CompositeLit) {
	var fields *types.Struct
	for i, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if _, ok := kv.Key.(*ast.Ident); ok {
				b.put(b.varAt(kv.Key), b.w.info.TypeOf(kv.Value))
			}
			continue
		}
		if fields == nil {
			if fields, _ = b.w.info.TypeOf(lit).Underlying().(*types.Struct); fields == nil {
				return
			}
		}
		if v := fields.Field(i).Origin(); b.holds(v) {
			b.put(v, b.w.info.TypeOf(e))
		}
	}
}

// call notes what may be a call through a field or variable.
func (b *behind) call(sel *ast.SelectorExpr, in *types.Func) {
	if in == nil {
		return
	}
	if fn, ok := b.w.info.Uses[sel.Sel].(*types.Func); ok && fn.Signature().Recv() != nil {
		if v := b.varAt(sel.X); v != nil {
			b.calls = append(b.calls, behindCall{v, fn.Name(), in})
		}
	}
}

// resolve tells the functions that calls go to that they are called.
func (b *behind) resolve() {
	w := b.w
	for _, c := range b.calls {
		t := b.types[c.v]
		if t == nil {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(t, true, w.pass.Pkg, c.method)
		fn, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		fn = fn.Origin()
		w.use(fn).called = true
		if fn.Pkg() == w.pass.Pkg {
			w.users[fn] = append(w.users[fn], c.in)
		}
		s := scanner{w: w, fn: c.in}
		s.abroad(fn)
	}
}

// of is the type of what is behind an interface that a symbol stands for, or nil.
func (b *behind) of(o *object) types.Type {
	if o.sym == nil {
		return nil
	}
	if o.sym.base == nil {
		if o.sym.root == rootGlobal {
			return b.types[o.sym.v]
		}
		return nil
	}
	t := o.sym.base.typ
	if t == nil {
		return nil
	}
	s := structOf(t)
	if s == nil {
		return nil
	}
	for f := range s.Fields() {
		if f.Name() == o.sym.field {
			return b.types[f.Origin()]
		}
	}
	return nil
}

// behindOf stands for what an interface holds: it is what the interface is, but for a symbol of which only the package
// knows that.
const behindOf = "behind()"

func (f *frame) readBehind(v value) value {
	out := slices.Clone(v)
	for i, x := range out {
		o, ok := x.is.(*object)
		if !ok || o.sym == nil || o.depth >= maxPath {
			continue
		}
		if t := f.w.behind.of(o); t != nil {
			out[i].is = f.w.child(o, behindOf, "", t)
		}
	}
	return out
}
