package outbound

import (
	"go/types"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
)

// dull reports whether nothing that can be got at from a value of a type decides about clients, so that the value need
// not be followed: there is no text or number in it that could be a URL or a limit, no function, channel, context or
// interface but errors, and nothing that the catalogue knows.
func (w *world) dull(t types.Type) bool {
	if t == nil {
		return false
	}
	t = types.Unalias(t)
	if yes, ok := w.dulls[t]; ok {
		return yes
	}
	seen := make(map[types.Type]bool)
	yes := w.dullIn(t, seen)
	w.dulls[t] = yes
	if yes {
		for in := range seen {
			w.dulls[in] = true
		}
	}
	return yes
}

// dullIn also takes the types that have been seen for dull: what is in itself only is.
func (w *world) dullIn(t types.Type, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if yes, ok := w.dulls[t]; ok || seen[t] {
		return yes || seen[t]
	}
	seen[t] = true
	if gotypes.IsError(t) {
		return true
	}
	if n, ok := t.(*types.Named); ok {
		switch {
		case catalog.Holds(n):
			return false
		case w.sealed(n):
			return true
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsString|types.IsInteger) == 0 || u.Kind() == types.Uint8
	case *types.Pointer:
		return w.dullIn(u.Elem(), seen)
	case *types.Slice:
		return w.dullIn(u.Elem(), seen)
	case *types.Array:
		return w.dullIn(u.Elem(), seen)
	case *types.Map:
		return w.dullIn(u.Key(), seen) && w.dullIn(u.Elem(), seen)
	case *types.Struct:
		for fld := range u.Fields() {
			if !w.dullIn(fld.Type(), seen) {
				return false
			}
		}
		return true
	}
	return false
}

// closed reports whether a type is sealed and nothing is known of what its methods do.
func (w *world) closed(t types.Type) bool {
	n := gotypes.Named(t)
	return n != nil && w.sealed(n) && !catalog.Holds(n)
}

// sealed reports whether a type is a struct of another module of which no field can be seen, as the locks of sync are.
func (w *world) sealed(n *types.Named) bool {
	s, ok := n.Underlying().(*types.Struct)
	if !ok || n.Obj().Pkg() == nil || w.inModule(n.Obj().Pkg()) {
		return false
	}
	for fld := range s.Fields() {
		if fld.Exported() {
			return false
		}
	}
	return true
}
