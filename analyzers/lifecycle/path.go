package lifecycle

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// A path is a variable and the fields that lead from it to something: a.limits.sem.
type path struct {
	root types.Object
	rest string       // ".limits.sem", and "[…]" for elements
	last types.Object // the field, package-level variable or named type that it is known by everywhere; else the root
}

func (p path) ok() bool { return p.root != nil }

// key tells paths of one function apart.
func (c *code) key(p path) string {
	if p.root == nil {
		return ""
	}
	return c.id(p.root) + p.rest
}

// id is a name for an object that no other has, and that is no prefix of another.
func (c *code) id(o types.Object) string {
	n, ok := c.ids[o]
	if !ok {
		n = len(c.ids)
		c.ids[o] = n
	}
	return "#" + strconv.Itoa(n) + ";"
}

// path resolves an expression; local variables that are assigned once stand for what they were assigned.
func (c *code) path(e ast.Expr) path { return c.pathAt(e, 0) }

const maxAlias = 5

func (c *code) pathAt(e ast.Expr, depth int) path {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return c.identPath(e, depth)
	case *ast.StarExpr:
		return c.pathAt(e.X, depth)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return c.pathAt(e.X, depth)
		}
	case *ast.IndexExpr:
		base := c.pathAt(e.X, depth)
		if at := c.atomOf(e.Index); base.ok() && at != "" {
			return path{base.root, base.rest + "[" + at + "]", base.last}
		}
	case *ast.SelectorExpr:
		return c.selectorPath(e, depth)
	}
	return path{}
}

func (c *code) identPath(e *ast.Ident, depth int) path {
	v, ok := c.info.ObjectOf(e).(*types.Var)
	if !ok {
		return path{}
	}
	if def := c.single[v]; def != nil && depth < maxAlias {
		if p := c.pathAt(def, depth+1); p.ok() {
			return p
		}
	}
	return path{root: v, last: c.identity(v)}
}

// identity is what a variable is known by in the whole package: a channel type of the package's own, or itself.
func (c *code) identity(v *types.Var) types.Object {
	t := v.Type()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() == c.pass.Pkg {
		if _, isChan := n.Underlying().(*types.Chan); isChan {
			return n.Origin().Obj()
		}
	}
	return v.Origin()
}

func (c *code) selectorPath(e *ast.SelectorExpr, depth int) path {
	sel := c.info.Selections[e]
	if sel == nil { // of a package
		if v, ok := c.info.Uses[e.Sel].(*types.Var); ok {
			return path{root: v, last: v}
		}
		return path{}
	}
	if sel.Kind() != types.FieldVal {
		return path{}
	}
	base := c.pathAt(e.X, depth)
	if !base.ok() {
		return base
	}
	return c.through(base, sel.Recv(), sel.Index())
}

// receiver resolves what a method is called on, embedded fields included.
func (c *code) receiver(e *ast.SelectorExpr) path {
	base := c.path(e.X)
	sel := c.info.Selections[e]
	if sel == nil || !base.ok() {
		return base
	}
	return c.through(base, sel.Recv(), sel.Index()[:len(sel.Index())-1])
}

// through follows fields by their indices.
func (c *code) through(p path, t types.Type, index []int) path {
	for _, i := range index {
		s := structOf(t)
		if s == nil || i >= s.NumFields() {
			return path{}
		}
		f := s.Field(i)
		p.rest += "." + f.Name()
		p.last = c.identity(f)
		t = f.Type()
	}
	return p
}

func structOf(t types.Type) *types.Struct {
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, _ := types.Unalias(t).Underlying().(*types.Struct)
	return s
}

// atomOf names a value that stays what it is until something in it is assigned: a variable, a field, a constant, a
// length. It is empty for anything else.
func (c *code) atomOf(e ast.Expr) string {
	e = ast.Unparen(e)
	if tv, ok := c.info.Types[e]; ok {
		if tv.IsNil() {
			return "nil"
		}
		if tv.Value != nil {
			return constantName(tv.Value)
		}
	}
	switch e := e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return c.plainKey(e)
	case *ast.CallExpr:
		if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok && len(e.Args) == 1 && (id.Name == "len" || id.Name == "cap") {
			if _, builtin := c.info.Uses[id].(*types.Builtin); builtin {
				if at := c.atomOf(e.Args[0]); at != "" {
					return id.Name + "(" + at + ")"
				}
			}
		}
	}
	return ""
}

// plainKey is the key of a variable or field as it is written, without going through what it was assigned.
func (c *code) plainKey(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := c.info.ObjectOf(e).(*types.Var); ok {
			return c.id(v)
		}
	case *ast.SelectorExpr:
		if sel := c.info.Selections[e]; sel != nil && sel.Kind() == types.FieldVal {
			if base := c.plainKey(e.X); base != "" {
				return base + "." + e.Sel.Name
			}
			return ""
		}
		if v, ok := c.info.Uses[e.Sel].(*types.Var); ok {
			return c.id(v)
		}
	}
	return ""
}

func constantName(v constant.Value) string { return "=" + v.ExactString() }

// A fact is a condition in a form in which two that mean the same are equal.
type fact struct {
	atom string
	not  bool
}

// condition gives a condition that can be remembered, or one without an atom.
func (c *code) condition(e ast.Expr) fact {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			f := c.condition(e.X)
			f.not = !f.not
			return f
		}
	case *ast.BinaryExpr:
		return c.comparison(e.Op, e.X, e.Y)
	case *ast.Ident, *ast.SelectorExpr:
		if at := c.plainKey(e); at != "" {
			return fact{atom: at}
		}
	}
	return fact{}
}

func (c *code) comparison(op token.Token, x, y ast.Expr) fact {
	a, b := c.atomOf(x), c.atomOf(y)
	if a == "" || b == "" {
		return fact{}
	}
	switch op {
	case token.EQL, token.NEQ:
		if b < a {
			a, b = b, a
		}
		if flag, ok := strings.CutPrefix(a, "="); ok && (flag == "true" || flag == "false") {
			return fact{b, (flag == "true") != (op == token.EQL)}
		}
		return fact{a + "==" + b, op == token.NEQ}
	case token.LSS, token.GEQ:
		return fact{a + "<" + b, op == token.GEQ}
	case token.GTR, token.LEQ:
		return fact{b + "<" + a, op == token.LEQ}
	}
	return fact{}
}

// isNil is the atom of a comparison with nil.
func isNil(key string) string {
	if key < "nil" {
		return key + "==nil"
	}
	return "nil==" + key
}
