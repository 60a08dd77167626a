// Package gotypes asks types for what the standard library does not.
package gotypes

import "go/types"

// Is reports whether a type is the named one of a package.
func Is(t types.Type, path, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path
}

// IsContext reports whether a type is context.Context.
func IsContext(t types.Type) bool { return Is(t, "context", "Context") }

var errorType = types.Universe.Lookup("error").Type()

// IsError reports whether a type is error.
func IsError(t types.Type) bool { return types.Identical(t, errorType) }

// Named is a type that has a name, or the one that a pointer is to; nil for all others.
func Named(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}
