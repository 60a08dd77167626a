package outbound

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
)

// target is where break and continue lead.
type target struct {
	label   string
	brk     *state // joined states of the breaks
	cont    *state
	isLoop  bool
	isBlock bool           // only labelled breaks end it
	body    *ast.BlockStmt // of a loop
}

func (f *frame) block(list []ast.Stmt) {
	before := f.way
	defer func() { f.way = before }()
	for _, s := range list {
		if f.st.dead {
			// Nothing below is reached, except through a label.
			if _, ok := s.(*ast.LabeledStmt); !ok {
				continue
			}
		}
		f.stmt(s, "")
	}
}

func (f *frame) stmt(s ast.Stmt, label string) {
	if f.w.steps > maxSteps {
		f.w.giveUp()
		f.st.dead = true
		return
	}
	f.w.steps++
	switch s := s.(type) {
	case *ast.BlockStmt:
		f.block(s.List)
	case *ast.ExprStmt:
		f.eval(s.X)
	case *ast.AssignStmt:
		f.assign(s)
	case *ast.DeclStmt:
		f.declare(s.Decl)
	case *ast.ReturnStmt:
		f.doReturn(s)
	case *ast.IfStmt:
		f.ifStmt(s)
	case *ast.ForStmt:
		f.forStmt(s, label)
	case *ast.RangeStmt:
		f.rangeStmt(s, label)
	case *ast.SwitchStmt:
		f.switchStmt(s, label)
	case *ast.TypeSwitchStmt:
		f.typeSwitch(s, label)
	case *ast.SelectStmt:
		f.selectStmt(s, label)
	case *ast.LabeledStmt:
		f.labeled(s)
	case *ast.BranchStmt:
		f.branch(s)
	case *ast.GoStmt:
		f.maybe(func() { f.spawn(func() { f.call(s.Call) }) })
	case *ast.DeferStmt:
		f.deferStmt(s.Call)
	case *ast.SendStmt:
		f.sendOn(s)
	case *ast.IncDecStmt:
		f.assignTo(s.X, unknown)
	}
}

// sendOn puts a value into a channel; an empty struct is a permit taken.
func (f *frame) sendOn(s *ast.SendStmt) {
	ch, v := f.eval(s.Chan), f.eval(s.Value)
	if isTokenChannel(f.w.info.TypeOf(s.Chan)) {
		f.later(&event{kind: evEnter, enters: catalog.Bulkhead, client: f.freeze(ch), at: spanOf(s)})
		return
	}
	f.lend(v, 0) // who takes it is not followed
	f.addElement(ch, v)
}

// maybe does something that may happen later, or never.
func (f *frame) maybe(do func()) {
	before := f.st.clone()
	do()
	f.st = f.join(before, f.st)
}

// deferStmt puts off a function literal that is certain to run when the function returns. Everything else may run or not.
func (f *frame) deferStmt(c *ast.CallExpr) {
	lit, ok := ast.Unparen(c.Fun).(*ast.FuncLit)
	if !ok || len(c.Args) > 0 || f.exit != nil || len(f.way) != f.start || len(f.targets) > 0 {
		f.maybe(func() { f.call(c) })
		return
	}
	f.deferred = append(f.deferred, deferral{f.literal(lit), c})
}

// deferral is a call that happens when the function returns.
type deferral struct {
	c    *closure
	call *ast.CallExpr
}

// runDeferred does what was put off, last first.
func (f *frame) runDeferred() {
	for _, d := range slices.Backward(f.deferred) {
		f.apply(d.c, nil, &callSite{node: d.call, call: d.call, n: 1})
		f.st.dead = false
	}
}

func (f *frame) assign(s *ast.AssignStmt) {
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		f.opAssign(s)
		return
	}
	if len(s.Lhs) > 1 && len(s.Rhs) == 1 {
		vs := f.multi(s.Rhs[0], len(s.Lhs))
		for i, l := range s.Lhs {
			f.assignTo(l, vs[i])
		}
		return
	}
	vs := make([]value, len(s.Rhs))
	for i, r := range s.Rhs {
		vs[i] = f.evalCopy(r)
	}
	for i, l := range s.Lhs {
		if i < len(vs) {
			v := vs[i]
			if _, isField := ast.Unparen(l).(*ast.SelectorExpr); isField {
				v = v.written(s)
			}
			f.assignTo(l, v)
		}
	}
}

func (f *frame) opAssign(s *ast.AssignStmt) {
	y := f.eval(s.Rhs[0])
	x := f.eval(s.Lhs[0])
	a, okA := x.constant()
	b, okB := y.constant()
	v := unknown
	if op, ok := assignOps[s.Tok]; ok && okA && okB {
		v = fold(a, op, b, f.w.info.TypeOf(s.Lhs[0]))
	}
	f.assignTo(s.Lhs[0], v)
}

var assignOps = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL, token.QUO_ASSIGN: token.QUO,
}

// multi finds the n values of an expression on the right of n names.
func (f *frame) multi(e ast.Expr, n int) []value {
	out := make([]value, n)
	switch x := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		copy(out, f.call(x))
	case *ast.TypeAssertExpr:
		out[0] = f.evalCopy(e)
		if n == 2 && f.asserted(out[0], f.w.info.TypeOf(x.Type)) {
			out[1] = one(konst{constant.MakeBool(true)})
		}
	default:
		out[0] = f.evalCopy(e) // v, ok
	}
	for i := range out {
		out[i] = out[i].orUnknown()
	}
	return out
}

// asserted reports whether a value is certain to have a type. The default transport is what net/http made it: that
// somebody has put something else in its place is a guess.
func (f *frame) asserted(v value, t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	return ok && !slices.ContainsFunc(v, func(x alt) bool {
		o, ok := x.is.(*object)
		return !ok || o.sym != nil || o.typ == nil || !types.Identical(o.typ, p.Elem())
	})
}

// assignTo stores a value in what the left side of an assignment names.
func (f *frame) assignTo(l ast.Expr, v value) {
	switch l := ast.Unparen(l).(type) {
	case *ast.Ident:
		if l.Name == "_" {
			return
		}
		if vr := f.variable(l); vr != nil {
			f.setVar(vr, v)
		}
	case *ast.SelectorExpr:
		f.assignField(l, v)
	case *ast.IndexExpr:
		key, container := f.eval(l.Index), f.eval(l.X)
		f.header(container, f.w.info.TypeOf(l.X), key, v)
		f.addElement(container, v)
	case *ast.StarExpr:
		target := f.eval(l.X)
		f.overwrite(target, v)
		if id, ok := ast.Unparen(l.X).(*ast.Ident); ok && len(target.objects()) == 0 { // a generic helper made it
			f.assignTo(id, v)
		}
	}
}

func (f *frame) variable(id *ast.Ident) *types.Var {
	if v, ok := f.w.info.Defs[id].(*types.Var); ok {
		return v
	}
	v, _ := f.w.info.Uses[id].(*types.Var)
	return v
}

// setVar assigns to a variable. Of the defaults of net/http it is only remembered that they changed.
func (f *frame) setVar(v *types.Var, val value) {
	if isGlobal(v) && catalog.LookupVar(v) != nil {
		f.handOver(val, v.Pkg().Path()+"."+v.Name())
		return
	}
	if old, ok := f.st.vars.get(v); ok {
		f.replaced(old, val)
	}
	f.displace(v, val)
	f.store(v, val)
}

// displace remembers that something takes the place of what a variable holds. What another package builds over it, and
// reports on, is not looked at here: it keeps its place.
func (f *frame) displace(v *types.Var, val value) {
	old, ok := f.st.vars.get(v)
	if !ok || len(old) != 1 || sameValue(old, val) {
		return
	}
	if o, ok := old[0].is.(*object); ok && o.sym == nil {
		o.gone = true
	}
}

// replaced remembers the timeout that is lost where one client takes the place of another.
func (f *frame) replaced(old, val value) {
	if len(old) != 1 || len(val) != 1 {
		return
	}
	was, okWas := old[0].is.(*object)
	now, okNow := val[0].is.(*object)
	if !okWas || !okNow || was == now || was.kind != catalog.Client || now.kind != catalog.Client || now.sym != nil {
		return
	}
	if n, ok := f.duration(f.get(was, "Timeout")); ok && was.sym == nil {
		now.keep().lost = n
	}
}

// assignField sets a field that may lie behind embedded structs.
func (f *frame) assignField(l *ast.SelectorExpr, v value) {
	sel, ok := f.w.info.Selections[l]
	if !ok {
		if vr, ok := f.w.info.Uses[l.Sel].(*types.Var); ok && isGlobal(vr) {
			f.setVar(vr, v)
		}
		return
	}
	if sel.Kind() != types.FieldVal {
		return
	}
	base := f.path(f.eval(l.X), sel.Recv(), sel.Index()[:len(sel.Index())-1])
	f.mutation(base, sel.Obj().Name(), l)
	if catalog.KindOf(sel.Obj().Type()) == catalog.Client {
		f.replaced(f.read(base, sel.Obj().Name()), v)
	}
	if sendsFor(sel.Obj().Type()) && f.w.vendor(sel.Obj().Pkg()) != "" && catalog.KindOf(sel.Recv()) == catalog.None {
		f.handOver(v, ownerOf(sel.Recv())+"."+sel.Obj().Name())
	}
	f.write(base, sel.Obj().Name(), v)
}

// header looks at an entry of a request's header: it may ask for a stream.
func (f *frame) header(h value, t types.Type, key, v value) {
	if t == nil || !gotypes.Is(t, "net/http", "Header") {
		return
	}
	if elems, ok := exactElems(v); ok && len(elems) > 0 {
		v = elems[0]
	}
	k, _ := startOf(key)
	s, _ := startOf(v)
	if catalog.StreamHeader(k, s) {
		f.write(h, "stream", int64Const(1))
	}
}

// addElement puts a value into a container, beside what is there.
func (f *frame) addElement(container, v value) {
	for _, x := range container {
		o, ok := x.is.(*object)
		if !ok || o.depth >= maxPath {
			continue
		}
		if o.extra != nil {
			o.extra.elem, o.extra.head = nil, nil
		}
		if old, ok := f.st.fields(o).get("[]"); ok || o.sym != nil {
			if !ok {
				old = f.initial(o, "[]")
			}
			f.st.set(o, "[]", union(old, v))
		} else {
			f.st.set(o, "[]", v)
		}
	}
}

// overwrite is *p = v: the struct behind the pointer takes the fields of v.
func (f *frame) overwrite(target, v value) {
	objs, from := target.objects(), v.objects()
	if len(objs) != 1 || len(target) != 1 || len(from) != 1 || len(v) != 1 {
		for _, o := range objs {
			for _, x := range f.st.fields(o) {
				f.st.set(o, x.name, union(x.is, unknown))
			}
		}
		return
	}
	o, src := objs[0], from[0]
	if o == src {
		return
	}
	if o.sym == nil && src.site != nil {
		if n, ok := f.duration(f.get(o, "Timeout")); ok && o.kind == catalog.Client {
			o.keep().lost = n
		}
		o.site, o.from = src.site, src.from
	}
	heap := f.st.fields(src)
	if o.sym != nil { // a symbol's other fields are zero from now on
		if s := structOf(o.typ); s != nil && src.sym == nil {
			for fld := range s.Fields() {
				if _, ok := heap.get(fld.Name()); !ok {
					heap = heap.with(fld.Name(), one(zero{}))
				}
			}
		}
	}
	f.st.heap.set(o, heap)
}

func (f *frame) declare(d ast.Decl) {
	g, ok := d.(*ast.GenDecl)
	if !ok || g.Tok != token.VAR {
		return
	}
	for _, s := range g.Specs {
		f.declareVars(s.(*ast.ValueSpec))
	}
}

func (f *frame) declareVars(s *ast.ValueSpec) {
	var vs []value
	switch {
	case len(s.Values) == 1 && len(s.Names) > 1:
		vs = f.multi(s.Values[0], len(s.Names))
	default:
		for _, x := range s.Values {
			vs = append(vs, f.evalCopy(x))
		}
	}
	for i, id := range s.Names {
		v, ok := f.w.info.Defs[id].(*types.Var)
		if !ok {
			continue
		}
		if i < len(vs) {
			f.store(v, vs[i])
		} else {
			f.store(v, f.zeroOf(v.Type(), id))
		}
	}
}

// zeroOf is the zero value of a type, made at a node.
func (f *frame) zeroOf(t types.Type, n ast.Node) value {
	switch t.Underlying().(type) {
	case *types.Struct:
		if f.w.dull(t) {
			return unknown
		}
		return one(f.zeroStruct(t, nil, n))
	case *types.Array:
		if f.w.dull(t) {
			return unknown
		}
		o := f.w.newObject(0, t)
		f.adopt(o)
		return one(o)
	}
	return one(zero{})
}

func (f *frame) doReturn(s *ast.ReturnStmt) {
	n := f.sig.Results().Len()
	vs := make([]value, 0, n)
	switch {
	case len(s.Results) == 0:
		for _, v := range f.named {
			vs = append(vs, f.load(v))
		}
	case len(s.Results) == 1 && n > 1:
		vs = f.multi(s.Results[0], n)
	default:
		for _, r := range s.Results {
			vs = append(vs, f.evalCopy(r))
		}
	}
	if len(f.deferred) > 0 && len(f.named) == len(vs) {
		for i, v := range f.named {
			f.store(v, vs[i])
		}
	}
	f.leave(f.withoutBlanks(s.Results, vs))
}

// leave ends a path through the function.
func (f *frame) leave(vs []value) {
	if f.st.dead {
		return
	}
	vs = f.withoutFailures(vs)
	if f.exit == nil {
		f.results = vs
		f.exit = f.st.clone()
	} else {
		kept := f.oneSided(f.exit, f.st, f.results, vs, nil)
		both := common(f.exit.conds, f.st.conds)
		ca, cb := without(f.exit.conds, both), without(f.st.conds, both)
		if len(vs) == len(f.results) {
			for i := range vs {
				f.results[i] = eitherResult(f.results[i], vs[i], ca, cb)
			}
		}
		f.exit = f.joinExits(f.exit, f.st.clone())
		for o, heap := range kept {
			f.exit.heap.set(o, heap)
		}
	}
	f.st.dead = true
}

// withoutFailures leaves the values that fill the places beside an error, or beside a false, empty: by convention nobody
// takes a nil or a zero that comes with one for a result.
func (f *frame) withoutFailures(vs []value) []value {
	n := len(vs) - 1
	if n < 1 || n >= f.sig.Results().Len() || !fails(f.sig.Results().At(n).Type(), vs[n]) {
		return vs
	}
	out := slices.Clone(vs)
	for i := range n {
		if out[i].isZero() {
			out[i] = nil
		}
	}
	return out
}

// A blank is an empty literal that fills the place of a result beside an error, or beside a false.
type blank struct {
	result int
	is     value
}

// withoutBlanks sets the empty literals aside that a failing path returns: they are results only where no other path
// has one.
func (f *frame) withoutBlanks(exprs []ast.Expr, vs []value) []value {
	n := len(vs) - 1
	if n < 1 || n >= f.sig.Results().Len() || len(exprs) != len(vs) || !fails(f.sig.Results().At(n).Type(), vs[n]) {
		return vs
	}
	out := slices.Clone(vs)
	for i := range n {
		if emptyLiteral(exprs[i]) && len(vs[i]) > 0 {
			f.blanks = append(f.blanks, blank{i, vs[i]})
			out[i] = nil
		}
	}
	return out
}

// emptyLiteral reports whether an expression is a literal of which nothing is set, or the address of one.
func emptyLiteral(e ast.Expr) bool {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = ast.Unparen(u.X)
	}
	lit, ok := e.(*ast.CompositeLit)
	return ok && len(lit.Elts) == 0
}

// settleBlanks decides which of the empty literals that were set aside are results after all, and forgets the others.
func (f *frame) settleBlanks() {
	for i := range f.results {
		other := len(f.results[i]) > 0
		for _, b := range f.blanks {
			switch {
			case b.result != i:
			case other:
				made := make(map[*object]bool)
				f.reach(b.is, made)
				for o := range made {
					o.gone = o.gone || o.sym == nil
				}
			default:
				f.results[i] = union(f.results[i], b.is)
			}
		}
	}
}

// fails reports whether the last result of a function says that the others are not there. An error that nothing is known
// of does: where there is none, there is another result than a nil.
func fails(t types.Type, v value) bool {
	if gotypes.IsError(t) {
		return len(v) > 0 && !slices.ContainsFunc(v, func(x alt) bool { yes, _ := isZero(x.is); return yes })
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool && v.isZero()
}

// eitherResult is a result of one of two paths, with their conditions, where one may have none.
func eitherResult(a, b value, ca, cb []cond) value {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0 || sameValue(a, b):
		return a
	}
	return union(a.under(ca), b.under(cb))
}

// oneSided finds what only one of two paths keeps hold of, and what it is like there: on the other nobody can use it.
// They end the function with results, or a round of the loop whose body is given.
func (f *frame) oneSided(a, b *state, resultsA, resultsB []value, body *ast.BlockStmt) map[*object]fields {
	var changed []*object
	for _, o := range f.fresh {
		was, okWas := a.heap.get(o)
		now, okNow := b.heap.get(o)
		if okWas && okNow && !was.same(now) {
			changed = append(changed, o)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	inA, inB := f.retained(a, resultsA, body), f.retained(b, resultsB, body)
	out := make(map[*object]fields)
	for _, o := range changed {
		switch {
		case inB[o] && !inA[o]:
			out[o] = b.fields(o)
		case inA[o] && !inB[o]:
			out[o] = a.fields(o)
		}
	}
	return out
}

// joinRounds joins two ways to the end of a round of a loop. What is made in a round and put away on one of them only
// is as it is there.
func (f *frame) joinRounds(t *target, a, b *state) *state {
	if a == nil || b == nil || a.dead || b.dead {
		return f.join(a, b)
	}
	kept := f.oneSided(a, b, nil, nil, t.body)
	st := f.join(a, b)
	for o, heap := range kept {
		st.heap.set(o, heap)
	}
	return st
}

// retained finds what can still be got at after the function has returned: from its results, its arguments, captured
// and package-level variables, and from what it has put off. After a round of a loop, whose body is given, these are
// all variables outside it.
func (f *frame) retained(st *state, results []value, body *ast.BlockStmt) map[*object]bool {
	kept := make(map[*object]bool)
	defer func(before *state) { f.st = before }(f.st)
	f.st = st
	for _, v := range results {
		f.reach(v, kept)
	}
	for o, heap := range f.st.heap.all() {
		if o.sym != nil {
			for _, x := range heap {
				f.reach(x.is, kept)
			}
		}
	}
	for v, val := range f.st.vars.all() {
		inBody := body != nil && body.Pos() <= v.Pos() && v.Pos() < body.End()
		if isGlobal(v) || f.node != nil && !f.contains(v.Pos()) || body != nil && !inBody {
			f.reach(val, kept)
		}
	}
	for _, e := range f.events {
		for _, v := range append([]value{e.fn}, e.args...) {
			f.reach(v, kept)
		}
	}
	return kept
}

func (f *frame) ifStmt(s *ast.IfStmt) {
	if s.Init != nil {
		f.stmt(s.Init, "")
	}
	f.eval(s.Cond)
	if f.st.dead {
		return
	}
	no := f.st.clone()
	f.refine(s.Cond, true)
	back := f.into(intoArm, s, 0)
	f.block(s.Body.List)
	back()
	yes := f.st
	f.st = no
	f.refine(s.Cond, false)
	back = f.into(intoArm, s, 1)
	if s.Else != nil {
		f.stmtDeadAware(s.Else)
	}
	if !yes.dead { // else what follows is in the other arm
		back()
		if f.st.dead {
			f.into(intoArm, s, 0)
		}
	}
	f.st = f.join(yes, f.st)
}

func (f *frame) stmtDeadAware(s ast.Stmt) {
	if !f.st.dead {
		f.stmt(s, "")
	}
}

// refine narrows the state to where a condition holds, or does not.
func (f *frame) refine(cond ast.Expr, holds bool) {
	switch c := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if c.Op == token.NOT {
			f.refine(c.X, !holds)
		}
	case *ast.BinaryExpr:
		switch c.Op {
		case token.LAND:
			if holds {
				f.refine(c.X, true)
				f.refine(c.Y, true)
			}
		case token.LOR:
			if !holds {
				f.refine(c.X, false)
				f.refine(c.Y, false)
			}
		case token.EQL, token.NEQ, token.LEQ, token.GTR, token.LSS, token.GEQ:
			f.refineCompare(c, holds)
		}
	case *ast.Ident, *ast.SelectorExpr:
		f.narrow(c, !holds) // a bool: true is not zero
	}
}

// refineCompare handles x == 0, x <= 0, x > 0, x < 1, x != nil, x == "", len(x) == 0.
func (f *frame) refineCompare(c *ast.BinaryExpr, holds bool) {
	x, op, y := ast.Unparen(c.X), c.Op, ast.Unparen(c.Y)
	if f.isConstExpr(x) && !f.isConstExpr(y) {
		x, y = y, x
		op = map[token.Token]token.Token{token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ,
			token.GEQ: token.LEQ, token.EQL: token.EQL, token.NEQ: token.NEQ}[op]
	}
	zeroNow, ok := zeroTest(op, f.w.info.Types[y])
	if !ok {
		f.refineEqual(x, op, y, holds)
		return
	}
	if call, ok := x.(*ast.CallExpr); ok && len(call.Args) == 1 {
		if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "len" {
			return
		}
	}
	f.narrow(x, zeroNow == holds)
}

func (f *frame) isConstExpr(e ast.Expr) bool {
	tv := f.w.info.Types[e]
	return tv.Value != nil || tv.IsNil()
}

// zeroTest says which outcome of a comparison with y means zero (or less).
func zeroTest(op token.Token, y types.TypeAndValue) (zeroWhen, ok bool) {
	isZero := y.IsNil()
	one := false
	if y.Value != nil {
		v := ofConstant(y.Value)
		isZero = len(v) == 1 && v[0].is == atom(zero{})
		n, exact := constant.Int64Val(constant.ToInt(y.Value))
		one = exact && n == 1 && y.Value.Kind() == constant.Int
	}
	switch {
	case isZero && (op == token.EQL || op == token.LEQ):
		return true, true
	case isZero && (op == token.NEQ || op == token.GTR):
		return false, true
	case one && op == token.LSS:
		return true, true
	case one && op == token.GEQ:
		return false, true
	}
	return false, false
}

// refineEqual ends a path that compares two constants and finds them different.
func (f *frame) refineEqual(x ast.Expr, op token.Token, y ast.Expr, holds bool) {
	if op != token.EQL && op != token.NEQ {
		return
	}
	a, okA := f.peek(x).constant()
	b, okB := f.peek(y).constant()
	if !okA || !okB || a.Kind() != b.Kind() {
		return
	}
	if constant.Compare(a, token.EQL, b) != (holds == (op == token.EQL)) {
		f.st.dead = true
	}
}

// peek evaluates a name without side effects.
func (f *frame) peek(e ast.Expr) value {
	switch ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.BasicLit:
		return f.eval(e)
	}
	return unknown
}

// narrow keeps only what a place may hold if it is zero, or if it is not.
func (f *frame) narrow(e ast.Expr, isZero bool) {
	e = ast.Unparen(e)
	switch e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
	default:
		return
	}
	v := f.eval(e)
	if sym := v.symOf(); sym != nil {
		f.st.assume(cond{sym: sym, zero: isZero})
		return
	}
	z, n := v.split()
	keep := n
	if isZero {
		keep = z
	}
	if len(keep) == 0 {
		f.st.dead = true
		return
	}
	if len(keep) == len(v) && !isZero {
		return
	}
	if l, ok := e.(*ast.SelectorExpr); ok {
		if sel := f.w.info.Selections[l]; sel != nil && sel.Kind() == types.FieldVal { // nothing is assigned to it
			f.write(f.path(f.eval(l.X), sel.Recv(), sel.Index()[:len(sel.Index())-1]), sel.Obj().Name(), keep)
			return
		}
	}
	f.assignTo(e, keep)
}

func (f *frame) forStmt(s *ast.ForStmt, label string) {
	if s.Init != nil {
		f.stmt(s.Init, "")
	}
	rounds := f.rounds(s)
	f.forgetAssigned(s.Post)
	if s.Cond != nil {
		f.eval(s.Cond)
	}
	before := f.st.clone()
	if s.Cond == nil {
		before.dead = true // left by break only
	}
	t := &target{label: label, isLoop: true, body: s.Body}
	f.loops = append(f.loops, &loop{max: rounds})
	f.targets = append(f.targets, t)
	defer f.into(intoLoop, s, 0)()
	if s.Cond != nil {
		f.refine(s.Cond, true)
	}
	f.block(s.Body.List)
	f.st = f.joinRounds(t, f.st, t.cont)
	if s.Post != nil && !f.st.dead {
		f.stmt(s.Post, "")
	}
	if s.Cond == nil {
		f.st.dead = true
	}
	f.endLoop(t, before)
}

func (f *frame) endLoop(t *target, before *state) {
	f.targets = f.targets[:len(f.targets)-1]
	f.loops = f.loops[:len(f.loops)-1]
	f.st = f.join(before, f.st)
	f.st = f.join(f.st, t.brk)
}

// rounds reads the number of rounds of `for i := 0; i < N; i++`.
func (f *frame) rounds(s *ast.ForStmt) int64 {
	c, ok := s.Cond.(*ast.BinaryExpr)
	if !ok || (c.Op != token.LSS && c.Op != token.LEQ) {
		return 0
	}
	i, okI := f.duration(f.peek(c.X))
	n, okN := f.duration(f.peek(c.Y))
	inc, isInc := s.Post.(*ast.IncDecStmt)
	if !okI || !okN || !isInc || inc.Tok != token.INC {
		return 0
	}
	if c.Op == token.LEQ {
		n++
	}
	return max(n-i, 0)
}

// forgetAssigned makes the loop variable unknown: in later rounds it is something else.
func (f *frame) forgetAssigned(post ast.Stmt) {
	switch p := post.(type) {
	case *ast.IncDecStmt:
		f.assignTo(p.X, unknown)
	case *ast.AssignStmt:
		for _, l := range p.Lhs {
			f.assignTo(l, unknown)
		}
	}
}

func (f *frame) rangeStmt(s *ast.RangeStmt, label string) {
	over := f.eval(s.X)
	elems, exact := exactElems(over)
	if exact && len(elems) <= 8 && len(elems) > 0 && s.Value != nil {
		f.unroll(s, elems, label)
		return
	}
	if first := firstElems(over); len(first) > 0 && len(first) <= 8 && s.Value != nil {
		f.unroll(s, first, label)
	}
	before := f.st.clone()
	rounds := int64(0)
	if exact {
		rounds = int64(len(elems))
	} else if n, ok := f.duration(over); ok {
		rounds = n
	}
	t := &target{label: label, isLoop: true, body: s.Body}
	f.loops = append(f.loops, &loop{max: rounds})
	f.targets = append(f.targets, t)
	defer f.into(intoLoop, s, 0)()
	if s.Key != nil {
		f.assignTo(s.Key, unknown)
	}
	if s.Value != nil {
		f.assignTo(s.Value, f.read(over, "[]"))
	} else if s.Key != nil {
		if _, isChan := typeOf(f.w.info, s.X).(*types.Chan); isChan {
			f.assignTo(s.Key, f.read(over, "[]"))
		}
	}
	f.block(s.Body.List)
	f.st = f.joinRounds(t, f.st, t.cont)
	f.endLoop(t, before)
}

func typeOf(info *types.Info, e ast.Expr) types.Type {
	if t := info.TypeOf(e); t != nil {
		return t.Underlying()
	}
	return nil
}

// firstElems returns the elements that a container is known to begin with.
func firstElems(v value) []value {
	if exact, ok := exactElems(v); ok {
		return exact
	}
	if len(v) == 1 {
		if o, ok := v[0].is.(*object); ok {
			return o.more().head
		}
	}
	return nil
}

func exactElems(v value) ([]value, bool) {
	if len(v) != 1 {
		return nil, false
	}
	o, ok := v[0].is.(*object)
	if !ok || o.sym != nil || o.more().elem == nil {
		return nil, false
	}
	return o.more().elem, true
}

// unroll goes through a short literal element by element: a list of options sets what each of them sets.
func (f *frame) unroll(s *ast.RangeStmt, elems []value, label string) {
	t := &target{label: label, isLoop: true, body: s.Body}
	f.targets = append(f.targets, t)
	f.loops = append(f.loops, &loop{max: int64(len(elems))})
	defer f.into(intoLoop, s, 0)()
	for _, v := range elems {
		if f.st.dead {
			break
		}
		if s.Key != nil {
			f.assignTo(s.Key, unknown)
		}
		f.assignTo(s.Value, v)
		f.block(s.Body.List)
		f.st = f.joinRounds(t, f.st, t.cont)
		t.cont = nil
	}
	f.targets = f.targets[:len(f.targets)-1]
	f.loops = f.loops[:len(f.loops)-1]
	f.st = f.join(f.st, t.brk)
}

func (f *frame) labeled(s *ast.LabeledStmt) {
	if st, ok := f.labels[s.Label.Name]; ok {
		f.st = f.join(f.st, st)
		delete(f.labels, s.Label.Name)
	}
	if f.st.dead {
		return
	}
	switch s.Stmt.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		f.stmt(s.Stmt, s.Label.Name)
		return
	}
	t := &target{label: s.Label.Name, isBlock: true}
	f.targets = append(f.targets, t)
	f.stmt(s.Stmt, "")
	f.targets = f.targets[:len(f.targets)-1]
	f.st = f.join(f.st, t.brk)
}

func (f *frame) branch(s *ast.BranchStmt) {
	label := ""
	if s.Label != nil {
		label = s.Label.Name
	}
	switch s.Tok {
	case token.GOTO:
		f.labels[label] = f.join(f.st.clone(), f.labels[label])
		f.st.dead = true
	case token.BREAK, token.CONTINUE:
		for i := len(f.targets) - 1; i >= 0; i-- {
			t := f.targets[i]
			if label != "" && t.label != label || label == "" && (t.isBlock || s.Tok == token.CONTINUE && !t.isLoop) {
				continue
			}
			if s.Tok == token.BREAK {
				t.brk = f.join(f.st.clone(), t.brk)
			} else {
				t.cont = f.joinRounds(t, f.st.clone(), t.cont)
			}
			break
		}
		f.st.dead = true
	}
}

func (f *frame) switchStmt(s *ast.SwitchStmt, label string) {
	if s.Init != nil {
		f.stmt(s.Init, "")
	}
	if s.Tag != nil {
		f.eval(s.Tag)
	}
	f.clauses(s.Body.List, label, func(c *ast.CaseClause) {
		for _, e := range c.List {
			f.eval(e)
		}
		if len(c.List) != 1 {
			return
		}
		if s.Tag == nil {
			f.refine(c.List[0], true)
		} else {
			f.refineCompare(&ast.BinaryExpr{X: s.Tag, Op: token.EQL, Y: c.List[0]}, true)
		}
	}, func(c *ast.CaseClause) {
		if s.Tag == nil && len(c.List) == 1 {
			f.refine(c.List[0], false)
		}
	})
}

func (f *frame) typeSwitch(s *ast.TypeSwitchStmt, label string) {
	if s.Init != nil {
		f.stmt(s.Init, "")
	}
	var x value
	switch a := s.Assign.(type) {
	case *ast.AssignStmt:
		x = f.eval(a.Rhs[0])
	case *ast.ExprStmt:
		f.eval(a.X)
	}
	f.clauses(s.Body.List, label, func(c *ast.CaseClause) {
		if v, ok := f.w.info.Implicits[c].(*types.Var); ok {
			f.store(v, x)
		}
	}, func(*ast.CaseClause) {})
}

// clauses goes through the cases of a switch: enter is called at the start of each, past for the paths that go by.
func (f *frame) clauses(list []ast.Stmt, label string, enter, past func(*ast.CaseClause)) {
	t := &target{label: label}
	f.targets = append(f.targets, t)
	var after, through *state
	hasDefault := false
	var deflt *ast.CaseClause
	rest := f.st
	run := func(c *ast.CaseClause, from *state) {
		f.st = f.join(from, through)
		through = nil
		back := f.into(intoArm, list[0], int(c.Pos()))
		if !f.st.dead {
			f.block(c.Body)
		}
		back()
		if n := len(c.Body); n > 0 {
			if b, ok := c.Body[n-1].(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
				through = f.st
				return
			}
		}
		after = f.join(after, f.st)
	}
	for _, s := range list {
		c := s.(*ast.CaseClause)
		if c.List == nil {
			hasDefault, deflt = true, c
			continue
		}
		f.st = rest.clone()
		enter(c)
		run(c, f.st)
		f.st = rest
		past(c)
		rest = f.st
	}
	if hasDefault {
		f.st = rest
		enter(deflt)
		run(deflt, f.st)
	} else {
		if len(list) > 0 && (after == nil || after.dead) { // what follows is the other arm
			f.into(intoArm, list[0], 0)
		}
		after = f.join(after, rest)
	}
	f.targets = f.targets[:len(f.targets)-1]
	f.st = f.join(after, t.brk)
	if f.st == nil {
		f.st = rest
		f.st.dead = true
	}
}

func (f *frame) selectStmt(s *ast.SelectStmt, label string) {
	t := &target{label: label}
	f.targets = append(f.targets, t)
	before := f.st
	var after *state
	for _, cl := range s.Body.List {
		c := cl.(*ast.CommClause)
		f.st = before.clone()
		if c.Comm != nil {
			f.stmt(c.Comm, "")
		}
		back := f.into(intoArm, s, int(c.Pos()))
		f.block(c.Body)
		back()
		after = f.join(after, f.st)
	}
	f.targets = f.targets[:len(f.targets)-1]
	f.st = f.join(after, t.brk)
	if f.st == nil {
		f.st = before
		f.st.dead = true
	}
}
