package outbound

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/reslint/reslint/internal/gotypes"
)

// lendResults records what a function that code outside the package may call, by name or through an interface, gives
// to its callers.
func (f *frame) lendResults(results []value) {
	for _, r := range results {
		f.lend(r, 0)
	}
}

// lend records clients and the like that code outside the package gets hold of: themselves, in containers and exported
// fields, and by methods of theirs.
func (f *frame) lend(v value, depth int) {
	if depth > maxWrap {
		return
	}
	for _, x := range v {
		switch a := x.is.(type) {
		case *closure:
			for _, r := range a.recv {
				if o, ok := r.is.(*object); ok && judged(o.kind) {
					f.lendObject(o)
				}
			}
		case *object:
			if judged(a.kind) {
				f.lendObject(a)
				continue
			}
			for _, in := range f.st.fields(a) {
				if !isStruct(a.typ) || token.IsExported(in.name) {
					f.lend(in.is, depth+1)
				}
			}
		}
	}
}

func isStruct(t types.Type) bool {
	if t == nil {
		return false
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

func (f *frame) lendObject(o *object) {
	if o.site != nil {
		f.w.seen.site(o.site).lent = true
	}
	if key := locationOf(o); key != "" {
		if to := f.w.seen.loc(lending); !slices.Contains(to.from, key) {
			to.from = append(to.from, key)
		}
	}
}

// offers reports whether code outside the package may have values of a struct type of it, and so their exported fields.
func (w *world) offers(t types.Type) bool {
	if w.offered == nil {
		w.offered = make(offered)
		w.offered.scope(w.pass.Pkg)
	}
	n := gotypes.Named(t)
	return n != nil && w.offered[n.Obj()]
}

// offered are the types of a package that its exported names lead to.
type offered map[*types.TypeName]bool

func (o offered) scope(p *types.Package) {
	if p.Name() == "main" {
		return
	}
	for _, name := range p.Scope().Names() {
		if obj := p.Scope().Lookup(name); obj.Exported() {
			o.reach(p, obj.Type())
		}
	}
}

func (o offered) reach(p *types.Package, t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if t = t.Origin(); t.Obj().Pkg() != p || o[t.Obj()] {
			return
		}
		o[t.Obj()] = true
		for m := range t.Methods() {
			if m.Exported() {
				o.reach(p, m.Type())
			}
		}
		o.reach(p, t.Underlying())
	case *types.Signature:
		o.reach(p, t.Params())
		o.reach(p, t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			o.reach(p, v.Type())
		}
	case *types.Struct:
		for v := range t.Fields() {
			if v.Exported() || v.Embedded() {
				o.reach(p, v.Type())
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			o.reach(p, m.Type())
		}
	case interface{ Elem() types.Type }: // pointers, slices, arrays, maps and channels
		o.reach(p, t.Elem())
	}
}
