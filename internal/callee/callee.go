// Package callee tells what a call names.
package callee

import (
	"go/ast"
	"go/types"
)

// Name is the name in what a call calls: of a function or method, generic ones included, or of a variable. It is nil where
// there is none, as for a function literal or the result of another call.
func Name(fun ast.Expr) *ast.Ident {
	switch x := ast.Unparen(fun).(type) {
	case *ast.Ident:
		return x
	case *ast.SelectorExpr:
		return x.Sel
	case *ast.IndexExpr: // with a type argument
		return Name(x.X)
	case *ast.IndexListExpr:
		return Name(x.X)
	}
	return nil
}

// IsDynamic reports whether a function is a method of an interface: what runs is known by the value that it is called on.
func IsDynamic(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}
