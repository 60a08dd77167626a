package driver

import (
	"go/types"

	"golang.org/x/tools/go/packages"
)

// sound reports whether no invalid type has come into a package from an import with errors. Passes may look at such a
// package: it compiles as far as they can tell.
func sound(p *packages.Package) bool {
	if p.TypesInfo == nil {
		return false
	}
	for _, tv := range p.TypesInfo.Types {
		if !tv.IsBuiltin() && invalid(tv.Type) {
			return false
		}
	}
	for _, obj := range p.TypesInfo.Uses {
		switch obj.(type) {
		case *types.PkgName, *types.Label, *types.Builtin: // never have a type
		default:
			if invalid(obj.Type()) {
				return false
			}
		}
	}
	return true
}

// invalid looks through unnamed types. A named type with an invalid part shows where the part is used.
func invalid(t types.Type) bool {
	switch t := t.(type) {
	case *types.Basic:
		return t.Kind() == types.Invalid
	case *types.Pointer:
		return invalid(t.Elem())
	case *types.Slice:
		return invalid(t.Elem())
	case *types.Array:
		return invalid(t.Elem())
	case *types.Chan:
		return invalid(t.Elem())
	case *types.Map:
		return invalid(t.Key()) || invalid(t.Elem())
	case *types.Signature:
		return invalid(t.Params()) || invalid(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			if invalid(v.Type()) {
				return true
			}
		}
	}
	return false
}
