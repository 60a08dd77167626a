package placement

import (
	"go/types"

	"github.com/reslint/reslint/internal/gotypes"
)

// implementation returns the method behind an interface's method, where the package and what it imports from the
// module have exactly one type with it.
func (p *pack) implementation(fn *types.Func) *types.Func {
	recv := fn.Signature().Recv()
	if recv == nil || fn.Pkg() == nil || !types.IsInterface(recv.Type()) || !p.inModule(fn.Pkg()) {
		return nil
	}
	if impl, ok := p.only[fn]; ok {
		return impl
	}
	p.only[fn] = nil
	iface, _ := recv.Type().Underlying().(*types.Interface)
	if iface == nil {
		return nil
	}
	var found *types.Named
	for _, n := range p.typesWith(fn.Name()) {
		switch {
		case !implements(n, iface):
		case found != nil:
			return nil
		default:
			found = n
		}
	}
	if found != nil {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(found), true, fn.Pkg(), fn.Name())
		p.only[fn], _ = obj.(*types.Func)
	}
	return p.only[fn]
}

// typesWith returns the types of the package, and of what it imports from the module, that have a method of a name. They
// are no interfaces.
func (p *pack) typesWith(method string) []*types.Named {
	if p.methods == nil {
		p.methods = make(map[string][]*types.Named)
		for _, pkg := range p.modulePackages() {
			for _, name := range pkg.Scope().Names() {
				tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
				if !ok || tn.IsAlias() {
					continue
				}
				n, ok := tn.Type().(*types.Named)
				if !ok || n.TypeParams().Len() > 0 || types.IsInterface(n) {
					continue
				}
				for sel := range types.NewMethodSet(types.NewPointer(n)).Methods() {
					p.methods[sel.Obj().Name()] = append(p.methods[sel.Obj().Name()], n)
				}
			}
		}
	}
	return p.methods[method]
}

// implements reports whether a type is an implementation of an interface, and no decorator of one.
func implements(n *types.Named, iface *types.Interface) bool {
	return (types.Implements(n, iface) || types.Implements(types.NewPointer(n), iface)) && !decorates(n, iface)
}

// decorates reports whether a type has an implementation of the interface in a field: it is not the last one.
func decorates(n *types.Named, iface *types.Interface) bool {
	s, ok := n.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if types.IsInterface(f.Type()) && types.Identical(f.Type().Underlying(), iface) {
			return true
		}
	}
	return false
}

// inModule reports whether a package belongs to the module that is judged, or to its workspace.
func (p *pack) inModule(pkg *types.Package) bool {
	if pkg == p.pass.Pkg {
		return true
	}
	m := p.pass.Module
	return m != nil && m.Path != "" && within(pkg.Path(), m.Path)
}

func within(path, root string) bool {
	return path == root || len(path) > len(root) && path[:len(root)] == root && path[len(root)] == '/'
}

// modulePackages are the package and what it imports from its module.
func (p *pack) modulePackages() []*types.Package {
	out := []*types.Package{p.pass.Pkg}
	for _, i := range p.pass.Pkg.Imports() {
		if p.inModule(i) {
			out = append(out, i)
		}
	}
	return out
}

// isPort reports whether a function is the kind that calls other systems: it takes a context and can fail.
func isPort(fn *types.Func) bool {
	sig := fn.Signature()
	if sig.Params().Len() == 0 || sig.Results().Len() == 0 {
		return false
	}
	last := sig.Results().At(sig.Results().Len() - 1).Type()
	return gotypes.IsContext(sig.Params().At(0).Type()) && gotypes.IsError(last)
}
