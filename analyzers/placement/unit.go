package placement

import (
	"go/types"

	"github.com/reslint/reslint/internal/catalog"
)

// ofAnother reports whether wrappers that a type holds protect that type's own calls only: it is an adapter itself
// which the receiver uses, and no wrapper type that others call through.
func (w *walker) ofAnother(t *types.TypeName) bool {
	if t == nil || t == w.typ || embeds(w.typ.Type(), t, 0) {
		return false
	}
	if is, ok := w.another[t]; ok {
		return is
	}
	w.another[t] = callsByItself(t) && !runsForOthers(t)
	return w.another[t]
}

// embeds reports whether a type gets the fields of another one by embedding.
func embeds(t types.Type, name *types.TypeName, depth int) bool {
	s, ok := structOf(t)
	if !ok || depth > maxDepth {
		return false
	}
	for f := range s.Fields() {
		if f.Embedded() && (isType(f.Type(), name) || embeds(f.Type(), name, depth+1)) {
			return true
		}
	}
	return false
}

func structOf(t types.Type) (*types.Struct, bool) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	return s, ok
}

// callsByItself reports whether a type holds something besides its wrappers that may call out.
func callsByItself(t *types.TypeName) bool {
	s, ok := structOf(t.Type())
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if kindSet(catalog.KindOf(f.Type())) != 0 {
			continue
		}
		switch f.Type().Underlying().(type) {
		case *types.Pointer, *types.Interface:
			return true
		case *types.Struct:
			if catalog.KindOf(f.Type()) == catalog.Client {
				return true
			}
		}
	}
	return false
}

// runsForOthers reports whether a type has methods that run what they are handed: a function, or a request.
func runsForOthers(t *types.TypeName) bool {
	n, ok := t.Type().(*types.Named)
	if !ok {
		return false
	}
	for m := range n.Methods() {
		for v := range m.Signature().Params().Variables() {
			if _, ok := v.Type().Underlying().(*types.Signature); ok || catalog.KindOf(v.Type()) == catalog.Request {
				return true
			}
		}
	}
	return false
}
