package lifecycle

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
)

// channel is what a package does with one channel variable, field or type.
type channel struct {
	sends, receives []*op
	dull            bool // only values that say nothing are sent, and what is received is dropped
	loud            bool
	closed, ranged  bool
	made, buffered  bool
	one             bool // it has room for one
	sizes           []ast.Expr
}

// unary visits a receive, or an address that is taken.
func (s *scanner) unary(n *ast.UnaryExpr) {
	switch n.Op {
	case token.ARROW:
		s.channelOp(n, n.X, nil, nil)
	case token.AND:
		if id, ok := ast.Unparen(n.X).(*ast.Ident); ok {
			if v, ok := s.c.info.Uses[id].(*types.Var); ok && !isStruct(v.Type()) {
				s.wrote(id, assignment{at: n, n: -1})
			}
		}
	}
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// selectStmt notes which select the operations of its cases stand in.
func (s *scanner) selectStmt(n *ast.SelectStmt) {
	for _, cl := range n.Body.List {
		switch comm := cl.(*ast.CommClause).Comm.(type) {
		case *ast.SendStmt:
			s.channelOp(comm, comm.Chan, comm.Value, n)
		case *ast.ExprStmt:
			if u, ok := ast.Unparen(comm.X).(*ast.UnaryExpr); ok {
				s.channelOp(u, u.X, nil, n)
			}
		case *ast.AssignStmt:
			if u, ok := ast.Unparen(comm.Rhs[0]).(*ast.UnaryExpr); ok {
				s.channelOp(u, u.X, nil, n)
				s.keeps(comm, u)
			}
		}
	}
}

// dullElem reports whether the values of a channel can say nothing.
func dullElem(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	switch e := ch.Elem().Underlying().(type) {
	case *types.Struct:
		return e.NumFields() == 0
	case *types.Basic:
		return e.Info()&(types.IsBoolean|types.IsInteger) != 0
	case *types.Interface:
		return e.NumMethods() == 0
	}
	return false
}

func (s *scanner) channelOp(n ast.Node, ch, value ast.Expr, sel *ast.SelectStmt) {
	if s.fn == nil || s.c.ops[n] != nil {
		return
	}
	t := s.c.info.TypeOf(ch)
	if t == nil || !dullElem(t) {
		return
	}
	o := &op{node: n, sem: ch, in: s.fn, loop: s.innerLoop(), sel: sel, isChan: true}
	s.c.ops[n] = o
	if value != nil {
		o.role = catalog.Take
		o.amount = value
	}
}

// keeps: a value that is received into a variable says something.
func (s *scanner) keeps(n *ast.AssignStmt, u *ast.UnaryExpr) {
	if id, ok := n.Lhs[0].(*ast.Ident); ok && id.Name == "_" && len(n.Lhs) == 1 {
		return
	}
	if o := s.c.ops[u]; o != nil {
		o.own = true // until resolve
	}
}

func (s *scanner) channelOf(e ast.Expr) *channel {
	p := s.c.path(e)
	if !p.ok() {
		return nil
	}
	return s.channel(p.last)
}

func (s *scanner) channel(o types.Object) *channel {
	ch := s.chans[o]
	if ch == nil {
		ch = &channel{dull: true}
		s.chans[o] = ch
	}
	return ch
}

// noteMake looks at what a variable or field is given.
func (s *scanner) noteMake(v *types.Var, e ast.Expr) {
	if e == nil {
		return
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return
	}
	if _, isChan := v.Type().Underlying().(*types.Chan); isChan {
		s.noteCapacity(s.c.identity(v), call)
	} else if f := s.c.callee(call); f != nil && f.FullName() == "golang.org/x/sync/semaphore.NewWeighted" {
		ch := s.channel(s.c.identity(v))
		ch.made, ch.sizes = true, append(ch.sizes, call.Args[0])
	}
}

// oneOnly reports whether a semaphore is made with one permit wherever it is made: it is a lock.
func (c *code) oneOnly(ch *channel) bool {
	return ch != nil && ch.made && len(ch.sizes) > 0 && !slices.ContainsFunc(ch.sizes, func(e ast.Expr) bool {
		n, known := c.number(e)
		return !known || n != 1
	})
}

func (s *scanner) noteCapacity(o types.Object, call *ast.CallExpr) {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok || id.Name != "make" {
		return
	}
	ch := s.channel(o)
	ch.made = true
	if len(call.Args) < 2 {
		return
	}
	ch.sizes = append(ch.sizes, call.Args[1])
	switch n, known := s.c.number(call.Args[1]); {
	case !known || n > 1:
		ch.buffered = true
	case n == 1:
		ch.buffered, ch.one = true, true
	}
}

// perProcessor reports whether a channel has as much room as there are processors, by the name of what says how much:
// it bounds computations, and calls of another system only if somebody took the number for want of a better one.
func (c *code) perProcessor(ch *channel) bool {
	return len(ch.sizes) > 0 && !slices.ContainsFunc(ch.sizes, func(e ast.Expr) bool { return !c.countsProcessors(e, 0) })
}

func (c *code) countsProcessors(e ast.Expr, depth int) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || found {
			return !found
		}
		name := strings.ToLower(id.Name)
		found = strings.Contains(name, "cpu") || strings.Contains(name, "maxprocs")
		if v, ok := c.info.Uses[id].(*types.Var); ok && !found && c.single[v] != nil && depth < maxAlias {
			found = c.countsProcessors(c.single[v], depth+1)
		}
		return !found
	})
	return found
}

// number is the value of an integer constant.
func (c *code) number(e ast.Expr) (int64, bool) {
	tv, ok := c.info.Types[e]
	if !ok || tv.Value == nil {
		return 0, false
	}
	v := constant.ToInt(tv.Value)
	if v.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(v)
}

func (s *scanner) noteClose(e ast.Expr) {
	if t := s.c.info.TypeOf(e); t != nil && dullElem(t) {
		if ch := s.channelOf(e); ch != nil {
			ch.closed = true
		}
	}
}

func (s *scanner) noteRange(n *ast.RangeStmt) {
	if t := s.c.info.TypeOf(n.X); t != nil && dullElem(t) {
		if ch := s.channelOf(n.X); ch != nil {
			ch.ranged = true
		}
	}
}

// resolve finds the channels that are semaphores and gives all operations their paths.
func (s *scanner) resolve() {
	c := s.c
	s.fieldMakes()
	var all []*op
	for _, o := range c.ops {
		all = append(all, o)
	}
	sortOps(all)
	for _, o := range all {
		o.path = c.path(o.sem)
		if !o.path.ok() {
			delete(c.ops, o.node)
			continue
		}
		s.sort(o)
	}
	joined := s.joined()
	for obj, ch := range s.chans {
		whole := joined[obj]
		take, computes := whole.direction(c), c.perProcessor(whole)
		for _, o := range append(append([]*op(nil), ch.sends...), ch.receives...) {
			if take == 0 || take == receiveTakes && o.loop != nil && o.role == catalog.Take && c.makes(o) { // which fills the pool
				delete(c.ops, o.node)
				continue
			}
			send := o.role == catalog.Take
			o.role = catalog.Give
			if send == (take == sendTakes) {
				o.role = catalog.Take
			}
			o.amount, o.how, o.lock, o.computes = nil, surely, whole.one, computes
		}
	}
	for _, o := range s.perms {
		sel := ast.Unparen(o.node.(*ast.CallExpr).Fun).(*ast.SelectorExpr)
		o.path = c.receiver(sel)
		if o.path.ok() {
			o.lock = c.oneOnly(s.chans[o.path.last])
			c.ops[o.node] = o
		}
	}
	var rest []*op
	for _, o := range c.ops {
		rest = append(rest, o)
	}
	sortOps(rest)
	for _, o := range rest {
		o.in.ops = append(o.in.ops, o)
		c.within[o.node] = o.in
	}
	c.touch(rest)
}

// sort puts a channel operation to its channel.
func (s *scanner) sort(o *op) {
	ch := s.channel(o.path.last)
	if o.role == catalog.Take {
		ch.sends = append(ch.sends, o)
		ch.dull = ch.dull && s.c.dull(o.amount)
		return
	}
	ch.receives = append(ch.receives, o)
	ch.loud = ch.loud || o.own || s.c.kept(o)
	o.own = false
}

// dull reports whether a value that is sent says nothing.
func (c *code) dull(e ast.Expr) bool {
	e = ast.Unparen(e)
	if tv := c.info.Types[e]; tv.Value != nil || tv.IsNil() {
		return true
	}
	if id, ok := e.(*ast.Ident); ok {
		if v, ok := c.info.Uses[id].(*types.Var); ok {
			s, isStruct := v.Type().Underlying().(*types.Struct)
			return isStruct && s.NumFields() == 0
		}
	}
	lit, ok := e.(*ast.CompositeLit)
	return ok && len(lit.Elts) == 0
}

// kept reports whether what is received is used: it stands in something other than a statement of its own.
func (c *code) kept(o *op) bool {
	if o.sel != nil {
		return false // see keeps
	}
	kept := true
	ast.Inspect(o.in.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ExprStmt:
			if ast.Unparen(n.X) == o.node {
				kept = false
			}
		case *ast.AssignStmt:
			if id, ok := n.Lhs[0].(*ast.Ident); ok && len(n.Rhs) == 1 && ast.Unparen(n.Rhs[0]) == o.node && id.Name == "_" && len(n.Lhs) == 1 {
				kept = false
			}
		}
		return kept
	})
	return kept
}

type direction uint8

const (
	sendTakes direction = iota + 1
	receiveTakes
)

// direction says how permits of a channel are taken; 0 is a channel that is no semaphore.
func (ch *channel) direction(c *code) direction {
	if !ch.dull || ch.loud || ch.closed || ch.ranged || ch.made && !ch.buffered || len(ch.sends) == 0 || len(ch.receives) == 0 {
		return 0
	}
	filled := false
	var sends []*op // that do not fill it
	for _, o := range ch.sends {
		fills := o.loop != nil && o.sel == nil && c.makes(o)
		filled = filled || fills
		if !fills || !alone(o) || slices.ContainsFunc(ch.receives, func(r *op) bool { return r.in.top == o.in.top && r.node.Pos() < o.node.Pos() }) {
			sends = append(sends, o)
		}
	}
	switch {
	case filled && paired(ch.receives, sends):
		return receiveTakes
	case filled && ch.one:
		return 0
	case paired(sends, giving(ch.receives)):
		return sendTakes
	case len(sends) < len(ch.sends) && ch.split(c, ch.receives, sends):
		return receiveTakes
	case ch.split(c, sends, ch.receives), c.passed(sends, ch.receives):
		return sendTakes
	}
	return 0
}

// passed reports whether a function takes, and hands the channel to a function that gives back.
func (c *code) passed(takes, gives []*op) bool {
	for _, g := range gives {
		d := g.in.top
		v := variable(g.path.last)
		if d.obj == nil || v == nil || g.sel != nil || !c.isParam(v) {
			continue
		}
		for _, call := range c.calls[d.obj] {
			if slices.ContainsFunc(takes, func(t *op) bool { return t.in.top == c.topOf(call) && t.node.Pos() < call.Pos() }) {
				return true
			}
		}
	}
	return false
}

// topOf is the declaration around a call.
func (c *code) topOf(call *ast.CallExpr) *fn {
	if f := c.within[call]; f != nil {
		return f.top
	}
	return nil
}

// joined puts channels together with the parameters that stand for them: of a function that nobody calls with another one.
func (s *scanner) joined() map[types.Object]*channel {
	of := make(map[types.Object]types.Object)
	for fn, calls := range s.c.calls {
		d := s.c.decls[fn]
		if d == nil || s.c.values[fn] {
			continue
		}
		for i := range fn.Signature().Params().Len() {
			if v := fn.Signature().Params().At(i); s.chans[v] != nil {
				if arg := s.onlyArgument(calls, i); arg != nil && arg != v {
					of[v] = arg
				}
			}
		}
	}
	root := func(o types.Object) types.Object {
		for range maxAlias {
			if of[o] == nil {
				return o
			}
			o = of[o]
		}
		return o
	}
	whole := make(map[types.Object]*channel)
	out := make(map[types.Object]*channel)
	for o, ch := range s.chans {
		r := root(o)
		if whole[r] == nil {
			whole[r] = &channel{dull: true}
		}
		whole[r].add(ch)
		out[o] = whole[r]
	}
	for _, ch := range whole {
		sortOps(ch.sends)
		sortOps(ch.receives)
	}
	return out
}

// onlyArgument is the channel that all calls hand over, or nil.
func (s *scanner) onlyArgument(calls []*ast.CallExpr, i int) types.Object {
	var only types.Object
	for _, call := range calls {
		if i >= len(call.Args) {
			return nil
		}
		o := s.c.path(call.Args[i]).last
		if o == nil || s.chans[o] == nil || only != nil && only != o {
			return nil
		}
		only = o
	}
	return only
}

// add takes in what is done with another name of the channel.
func (ch *channel) add(o *channel) {
	ch.sends, ch.receives, ch.sizes = append(ch.sends, o.sends...), append(ch.receives, o.receives...), append(ch.sizes, o.sizes...)
	ch.dull = ch.dull && o.dull
	ch.loud, ch.closed, ch.ranged = ch.loud || o.loud, ch.closed || o.closed, ch.ranged || o.ranged
	ch.made, ch.buffered, ch.one = ch.made || o.made, ch.buffered || o.buffered, ch.one || o.one
}

// alone reports whether a send is all that the loop around it does.
func alone(o *op) bool {
	var body *ast.BlockStmt
	switch l := o.loop.(type) {
	case *ast.ForStmt:
		body = l.Body
	case *ast.RangeStmt:
		body = l.Body
	}
	return body != nil && len(body.List) == 1
}

// makes reports whether the function around a send makes the channel: it fills it.
func (c *code) makes(o *op) bool {
	made := false
	for _, a := range c.writes[variable(o.path.last)] {
		made = made || a.in == o.in
	}
	if !made && o.path.rest != "" { // a field, set in a literal
		ast.Inspect(o.in.body, func(n ast.Node) bool {
			if kv, ok := n.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok && c.info.Uses[id] == o.path.last {
					made = true
				}
			}
			return !made
		})
	}
	return made
}

func variable(o types.Object) *types.Var {
	v, _ := o.(*types.Var)
	return v
}

// paired reports whether some function takes, and gives back further down, in itself or a literal in it.
func paired(takes, gives []*op) bool {
	for _, t := range takes {
		for _, g := range gives {
			if t.in.top == g.in.top && t.node.Pos() < g.node.Pos() && t.in.encloses(g.in) && !(t.sel != nil && t.sel == g.sel) {
				return true
			}
		}
	}
	return false
}

// encloses reports whether g is f or a literal in it.
func (f *fn) encloses(g *fn) bool {
	for ; g != nil; g = g.outer {
		if f == g {
			return true
		}
	}
	return false
}

// giving are the receives that may give a permit back. Whoever gives back does not wait; a receive beside others in a
// select does, for a signal.
func giving(receives []*op) []*op {
	var out []*op
	for _, o := range receives {
		if o.sel == nil || !amongOthers(o.sel) {
			out = append(out, o)
		}
	}
	return out
}

// split reports whether one function takes and another one, which does nothing else with the channel, gives back: the
// two methods of a semaphore.
func (ch *channel) split(c *code, takes, gives []*op) bool {
	if !ch.buffered || len(giving(gives)) < len(gives) {
		return false
	}
	for _, g := range gives {
		if g.loop != nil || g.in.obj == nil || len(g.in.body.List) > 3 || c.values[g.in.obj] && ch.one {
			continue
		}
		for _, t := range takes {
			if t.in.obj == nil || t.in == g.in || !sameReceiver(t.in.obj, g.in.obj) {
				continue
			}
			if !ch.one && g.sel == nil || takingName(t.in.obj.Name()) { // in a select with a default, a signal is taken back as well
				return true
			}
		}
	}
	return false
}

// amongOthers reports whether a select waits for more than one thing.
func amongOthers(sel *ast.SelectStmt) bool {
	n := 0
	for _, cl := range sel.Body.List {
		if cl.(*ast.CommClause).Comm != nil {
			n++
		}
	}
	return n > 1
}

func sameReceiver(a, b *types.Func) bool {
	x, y := a.Signature().Recv(), b.Signature().Recv()
	return x != nil && y != nil && types.Identical(x.Type(), y.Type()) || x == nil && y == nil
}

func takingName(name string) bool {
	name = strings.ToLower(name)
	for _, w := range []string{"acquire", "lock", "take", "enter", "reserve", "grab"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// fieldMakes looks for channels that are made in the literal of the struct that holds them.
func (s *scanner) fieldMakes() {
	for _, f := range s.c.files {
		ast.Inspect(f, func(n ast.Node) bool {
			kv, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			id, ok := kv.Key.(*ast.Ident)
			if !ok {
				return true
			}
			if v, ok := s.c.info.Uses[id].(*types.Var); ok && v.IsField() {
				s.noteMake(v.Origin(), kv.Value)
			}
			return true
		})
	}
}
