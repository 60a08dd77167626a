package lifecycle

import (
	"go/ast"
	"go/types"
	"slices"
)

// mentionsHeld reports whether code uses a local variable through the field that holds it: something that was made from
// the variable runs the code, and is what a step waits for.
func (c *code) mentionsHeld(f *fn, body ast.Node, p, waited path) bool {
	v := variable(p.root)
	if v == nil || p.rest != "" || v.IsField() || !c.comesFrom(waited.root, v, 0) || waited.root == p.root {
		return false
	}
	return slices.ContainsFunc(c.fieldsWith(f.top, v, 0), func(field types.Object) bool {
		return c.mentions(body, path{root: field, rest: ".", last: field}, 0)
	})
}

// fieldsWith are the fields that a function puts a variable of it into, and those that functions which it hands the
// variable to do.
func (c *code) fieldsWith(f *fn, v *types.Var, depth int) []types.Object {
	if depth > maxInline {
		return nil
	}
	var out []types.Object
	is := func(e ast.Expr) bool { p := c.path(e); return p.root == v && p.rest == "" }
	ast.Inspect(f.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			out = append(out, c.fieldsOfLiteral(n, is)...)
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if p := c.path(l); len(n.Lhs) == len(n.Rhs) && p.rest != "" && is(n.Rhs[i]) {
					out = append(out, p.last)
				}
			}
		case *ast.CallExpr:
			d := c.own(n)
			for i := 0; d != nil && d != f && i < len(n.Args) && i < d.sig.Params().Len(); i++ {
				if is(n.Args[i]) {
					out = append(out, c.fieldsWith(d, d.sig.Params().At(i), depth+1)...)
				}
			}
		}
		return true
	})
	return out
}

// fieldsOfLiteral are the fields of a struct literal whose values are what is asked for.
func (c *code) fieldsOfLiteral(lit *ast.CompositeLit, is func(ast.Expr) bool) []types.Object {
	s, ok := deref(c.info.TypeOf(lit)).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var out []types.Object
	for i, e := range lit.Elts {
		switch kv, keyed := e.(*ast.KeyValueExpr); {
		case keyed && is(kv.Value):
			if field, ok := c.info.Uses[kv.Key.(*ast.Ident)].(*types.Var); ok {
				out = append(out, c.identity(field))
			}
		case !keyed && is(e) && i < s.NumFields():
			out = append(out, c.identity(s.Field(i)))
		}
	}
	return out
}
