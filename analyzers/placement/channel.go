package placement

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// direction says how permits of a channel are taken; 0 is a channel that is no semaphore.
type direction uint8

const (
	sendTakes    direction = iota + 1
	receiveTakes           // it is filled where it is made
)

// tokens reports whether a type is a channel of values that may say nothing, which may be a semaphore.
func tokens(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	switch e := ch.Elem().Underlying().(type) {
	case *types.Struct:
		return e.NumFields() == 0
	case *types.Basic:
		return e.Info()&(types.IsBoolean|types.IsInteger) != 0
	}
	return false
}

// channelUse is what the package does with one channel of tokens.
type channelUse struct {
	sends, receives []token.Pos
	loud            bool               // what is sent or received says something
	drops           int                // receives that throw away what they get
	made, room      bool               // made here, with room for more than one
	fills           map[token.Pos]bool // sends in a loop of the function that makes it
	loops           bool               // something other than what fills it sends in a loop: nobody gives back what he took
	paired          bool               // some function receives, and sends further down
	turned          bool               // some function sends, and receives further down

	in                     *declared // the declaration that is looked at
	sentBefore, recvBefore int       // sends and receives of the declarations before
}

// permitChannels finds the channels that are semaphores: what is sent is received again by a statement of its own, and
// they have room for more than one. A signal has no buffer, and a mutex has room for one.
func (p *pack) permitChannels() map[*types.Var]direction {
	c := &channels{p: p, uses: make(map[*types.Var]*channelUse)}
	for _, f := range p.files {
		for _, d := range f.Decls {
			c.declaration(d)
		}
	}
	out := make(map[*types.Var]direction)
	for v, u := range c.uses {
		if d := u.direction(); d != 0 {
			out[v] = d
		}
	}
	return out
}

func (u *channelUse) direction() direction {
	switch {
	case u.loud || len(u.sends) == 0 || u.drops == 0 || u.made && !u.room:
		return 0
	case len(u.fills) == 0:
		return sendTakes
	case len(u.sends) == len(u.fills):
		return 0
	case u.turned && !u.paired:
		return sendTakes
	case !u.loops:
		return receiveTakes
	}
	return 0
}

// channels looks at what a package does with channels of tokens.
type channels struct {
	p    *pack
	uses map[*types.Var]*channelUse
}

func (v *declared) at(e ast.Expr) *channelUse {
	x := v.p.variable(e)
	if x == nil || !tokens(x.Type()) {
		return &channelUse{}
	}
	u := v.uses[x]
	if u == nil {
		u = &channelUse{fills: make(map[token.Pos]bool)}
		v.uses[x] = u
	}
	if u.in != v {
		u.in, u.sentBefore, u.recvBefore = v, len(u.sends), len(u.receives)
		v.used = append(v.used, u)
	}
	return u
}

// declaration looks at one function, or at variables of the package.
func (c *channels) declaration(d ast.Decl) {
	v := &declared{channels: c, dropped: make(map[ast.Expr]bool), made: make(map[*channelUse]bool), inLoop: make(map[*channelUse][]token.Pos)}
	v.visit(d, false)
	for u, sends := range v.inLoop {
		for _, pos := range sends {
			if v.made[u] {
				u.fills[pos] = true
			} else {
				u.loops = true
			}
		}
	}
	for _, u := range v.used {
		u.order(u.sends[u.sentBefore:], u.receives[u.recvBefore:])
	}
}

// order notes which comes first in a function. What fills the channel does not count.
func (u *channelUse) order(sends, receives []token.Pos) {
	for _, r := range receives {
		for _, s := range sends {
			u.paired = u.paired || r < s && !u.fills[s]
			u.turned = u.turned || s < r && !u.fills[s]
		}
	}
}

// declared is what one declaration does with channels.
type declared struct {
	*channels
	used    []*channelUse
	dropped map[ast.Expr]bool           // statements of their own, which throw away what they receive
	made    map[*channelUse]bool        // channels that are made here
	inLoop  map[*channelUse][]token.Pos // sends in a loop
}

// visit looks at a node and what is in it. loop tells whether that runs in a loop.
func (v *declared) visit(root ast.Node, loop bool) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if n != root {
				v.visit(n, true)
				return false
			}
		case *ast.FuncLit:
			if n != root {
				v.visit(n, false)
				return false
			}
		case *ast.SendStmt:
			u := v.send(n)
			if loop {
				v.inLoop[u] = append(v.inLoop[u], n.Pos())
			}
		case *ast.UnaryExpr:
			v.receive(n)
		default:
			v.note(n)
		}
		return true
	})
}

func (v *declared) send(n *ast.SendStmt) *channelUse {
	u := v.at(n.Chan)
	u.sends = append(u.sends, n.Pos())
	tv := v.p.info.Types[n.Value]
	s, ok := tv.Type.Underlying().(*types.Struct)
	u.loud = u.loud || tv.Value == nil && !(ok && s.NumFields() == 0)
	return u
}

func (v *declared) receive(n *ast.UnaryExpr) {
	if n.Op != token.ARROW {
		return
	}
	u := v.at(n.X)
	u.receives = append(u.receives, n.Pos())
	if v.dropped[n] {
		u.drops++
	} else if t := v.p.info.TypeOf(n); t != nil {
		_, nothing := t.Underlying().(*types.Struct)
		u.loud = u.loud || !nothing
	}
}

// note remembers the statements that drop what they receive, and the channels that are made.
func (v *declared) note(n ast.Node) {
	set := func(val, to ast.Expr) {
		if u := v.room(val, to); u != nil {
			v.made[u] = true
		}
	}
	switch n := n.(type) {
	case *ast.ExprStmt:
		if u, ok := ast.Unparen(n.X).(*ast.UnaryExpr); ok {
			v.dropped[u] = true
		}
	case *ast.KeyValueExpr:
		set(n.Value, n.Key)
	case *ast.AssignStmt:
		for i, r := range n.Rhs {
			if len(n.Lhs) == len(n.Rhs) {
				set(r, n.Lhs[i])
			}
		}
	case *ast.ValueSpec:
		for i, val := range n.Values {
			if len(n.Names) == len(n.Values) {
				set(val, n.Names[i])
			}
		}
	}
}

// room notes the room of a channel that is made where it is set. It is nil where none is made.
func (v *declared) room(val, to ast.Expr) *channelUse {
	m, ok := ast.Unparen(val).(*ast.CallExpr)
	if !ok || len(m.Args) == 0 || !v.p.builtin(m, "make") || !tokens(v.p.info.TypeOf(m)) {
		return nil
	}
	u := v.at(to)
	u.made = true
	if len(m.Args) < 2 {
		return u
	}
	size := v.p.info.Types[m.Args[1]].Value
	n, exact := int64(2), true
	if size != nil {
		n, exact = constant.Int64Val(constant.ToInt(size))
	}
	u.room = u.room || !exact || n > 1
	return u
}

// takes and gives report whether a node takes a permit of a channel, or gives one back; channel is the channel.
func (p *pack) takes(n ast.Node) (channel ast.Expr, ok bool) {
	return p.channelOp(n, sendTakes, receiveTakes)
}

func (p *pack) gives(n ast.Node) (channel ast.Expr, ok bool) {
	return p.channelOp(n, receiveTakes, sendTakes)
}

func (p *pack) channelOp(n ast.Node, send, receive direction) (ast.Expr, bool) {
	switch n := n.(type) {
	case *ast.SendStmt:
		return n.Chan, p.permits[p.variable(n.Chan)] == send
	case *ast.UnaryExpr:
		return n.X, n.Op == token.ARROW && p.permits[p.variable(n.X)] == receive
	}
	return nil, false
}

func (p *pack) builtin(c *ast.CallExpr, name string) bool {
	id, ok := ast.Unparen(c.Fun).(*ast.Ident)
	return ok && id.Name == name && p.info.Types[c.Fun].IsBuiltin()
}
