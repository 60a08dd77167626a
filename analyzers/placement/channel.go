package placement

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// tokens reports whether a type is a channel of empty structs, which may be a semaphore.
func tokens(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	s, ok := ch.Elem().Underlying().(*types.Struct)
	return ok && s.NumFields() == 0
}

// channelUse is what the package does with one channel of empty structs.
type channelUse struct {
	takes, gives bool // a send; a receive that throws away what it got
	made, room   bool // made here, with room for more than one
}

// permitChannels finds the channels that are semaphores: what is sent is received again by a statement of its own, and
// they have room for more than one. A signal has no buffer, and a mutex has room for one.
func (p *pack) permitChannels() map[*types.Var]bool {
	uses := make(map[*types.Var]*channelUse)
	at := func(e ast.Expr) *channelUse {
		v := p.variable(e)
		if v == nil || !tokens(v.Type()) {
			return &channelUse{}
		}
		if uses[v] == nil {
			uses[v] = &channelUse{}
		}
		return uses[v]
	}
	for _, f := range p.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SendStmt:
				at(n.Chan).takes = true
			case *ast.ExprStmt:
				if u, ok := ast.Unparen(n.X).(*ast.UnaryExpr); ok && u.Op == token.ARROW {
					at(u.X).gives = true
				}
			case *ast.KeyValueExpr:
				p.made(n.Value, n.Key, at)
			case *ast.AssignStmt:
				for i, r := range n.Rhs {
					if len(n.Lhs) == len(n.Rhs) {
						p.made(r, n.Lhs[i], at)
					}
				}
			case *ast.ValueSpec:
				for i, v := range n.Values {
					if len(n.Names) == len(n.Values) {
						p.made(v, n.Names[i], at)
					}
				}
			}
			return true
		})
	}
	out := make(map[*types.Var]bool)
	for v, u := range uses {
		if u.takes && u.gives && (u.room || !u.made) {
			out[v] = true
		}
	}
	return out
}

// made notes the room of a channel that is made where it is set.
func (p *pack) made(val, to ast.Expr, at func(ast.Expr) *channelUse) {
	c, ok := ast.Unparen(val).(*ast.CallExpr)
	if !ok || len(c.Args) == 0 || !p.builtin(c, "make") || !tokens(p.info.TypeOf(c)) {
		return
	}
	u := at(to)
	u.made = true
	if len(c.Args) < 2 {
		return
	}
	size := p.info.Types[c.Args[1]].Value
	n, exact := int64(2), true
	if size != nil {
		n, exact = constant.Int64Val(constant.ToInt(size))
	}
	u.room = u.room || !exact || n > 1
}

func (p *pack) builtin(c *ast.CallExpr, name string) bool {
	id, ok := ast.Unparen(c.Fun).(*ast.Ident)
	return ok && id.Name == name && p.info.Types[c.Fun].IsBuiltin()
}
