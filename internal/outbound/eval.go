package outbound

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/reslint/reslint/internal/catalog"
)

// eval finds what an expression may be.
func (f *frame) eval(e ast.Expr) value {
	f.w.steps++
	if tv, ok := f.w.info.Types[e]; ok {
		if tv.Value != nil {
			return ofConstant(tv.Value).written(e)
		}
		if tv.IsNil() {
			return one(zero{}).written(e)
		}
		if tv.IsType() {
			return unknown
		}
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return f.eval(e.X)
	case *ast.Ident:
		return f.ident(e)
	case *ast.SelectorExpr:
		return f.methodValue(f.selector(e))
	case *ast.CompositeLit:
		return f.composite(e)
	case *ast.FuncLit:
		return one(f.literal(e))
	case *ast.CallExpr:
		return f.call(e)[0]
	case *ast.UnaryExpr:
		return f.unary(e)
	case *ast.StarExpr:
		return f.eval(e.X)
	case *ast.BinaryExpr:
		return f.binary(e)
	case *ast.IndexExpr:
		return f.index(e)
	case *ast.IndexListExpr:
		return f.eval(e.X)
	case *ast.SliceExpr:
		for _, x := range []ast.Expr{e.Low, e.High, e.Max} {
			if x != nil {
				f.eval(x)
			}
		}
		return f.eval(e.X)
	case *ast.TypeAssertExpr:
		return f.eval(e.X)
	}
	return unknown
}

// evalCopy finds what an expression is when it is assigned or passed on: a struct that lives elsewhere is copied.
func (f *frame) evalCopy(e ast.Expr) value {
	v := f.eval(e)
	switch ast.Unparen(e).(type) {
	case *ast.CompositeLit, *ast.CallExpr, *ast.FuncLit:
		return v
	}
	t := f.w.info.TypeOf(e)
	if t == nil {
		return v
	}
	if _, isStruct := t.Underlying().(*types.Struct); !isStruct {
		return v
	}
	return f.copyValue(v, 0)
}

func (f *frame) ident(id *ast.Ident) value {
	obj := f.w.info.Uses[id]
	if obj == nil {
		obj = f.w.info.Defs[id]
	}
	return f.object(obj, id)
}

// object finds what a name stands for.
func (f *frame) object(obj types.Object, n ast.Node) value {
	switch obj := obj.(type) {
	case *types.Var:
		if isGlobal(obj) {
			if row := catalog.LookupVar(obj); row != nil {
				return f.shape(row.Shape, &callSite{node: n})
			}
		}
		if isGlobal(obj) {
			return f.load(obj).yielded(spanOf(n))
		}
		return f.load(obj)
	case *types.Func:
		return one(f.function(obj.Origin(), n))
	}
	return unknown
}

// function is the value of a function that is not called here. One that sends requests through the default client, such
// as http.Get, is a use of that client, whoever calls it.
func (f *frame) function(fn *types.Func, n ast.Node) *closure {
	c := &closure{fn: fn}
	if row := catalog.LookupFunc(fn); row != nil && row.Send != nil && row.Send.Client == nil {
		c.by = f.defaultOf(catalog.Client, &callSite{node: n})
		f.later(&event{kind: evHand, client: f.freeze(one(c.by))})
	}
	return c
}

// methodValue is a value that is selected and not called: a method of http.DefaultClient that sends is a use of it,
// whoever calls it.
func (f *frame) methodValue(v value) value {
	for _, x := range v {
		c, ok := x.is.(*closure)
		if !ok || c.fn == nil || len(c.recv) == 0 {
			continue
		}
		if row := catalog.LookupFunc(c.fn); row == nil || row.Send == nil {
			continue
		}
		for _, o := range c.recv.objects() {
			if isDefaultClient(o) {
				use := f.copyOf(o, 0) // the value may leave with the client, and the use is here
				f.later(&event{kind: evHand, client: f.freeze(one(use))})
			}
		}
	}
	return v
}

func (f *frame) selector(e *ast.SelectorExpr) value {
	sel, ok := f.w.info.Selections[e]
	if !ok {
		return f.object(f.w.info.Uses[e.Sel], e) // qualified name
	}
	switch sel.Kind() {
	case types.FieldVal:
		base := f.eval(e.X)
		glance(e.X, base)
		return f.path(base, sel.Recv(), sel.Index())
	case types.MethodVal:
		recv := f.path(f.eval(e.X), sel.Recv(), sel.Index()[:len(sel.Index())-1])
		fn, _ := sel.Obj().(*types.Func)
		return one(&closure{fn: fn.Origin(), recv: recv})
	case types.MethodExpr:
		fn, _ := sel.Obj().(*types.Func)
		return one(&closure{fn: fn.Origin()})
	}
	return unknown
}

// glance notes what is made for no more than a field of it: such as its dialer.
func glance(made ast.Expr, v value) {
	switch x := ast.Unparen(made).(type) {
	case *ast.CallExpr, *ast.CompositeLit:
	case *ast.UnaryExpr:
		if _, ok := ast.Unparen(x.X).(*ast.CompositeLit); !ok {
			return
		}
	default:
		return
	}
	for _, o := range v.objects() {
		if o.sym == nil && o.site != nil {
			o.site.glanced = true
		}
	}
}

// path reads fields, one after the other.
func (f *frame) path(v value, t types.Type, index []int) value {
	for _, i := range index {
		s := structOf(t)
		if s == nil || i >= s.NumFields() {
			return unknown
		}
		fld := s.Field(i)
		f.typed(v, t)
		v, t = f.read(v, fld.Name()), fld.Type()
		f.typed(v, t)
	}
	return v
}

// typed tells symbols their type, which they may not have known where they were made.
func (f *frame) typed(v value, t types.Type) {
	if t == nil {
		return
	}
	for _, x := range v {
		o, ok := x.is.(*object)
		if !ok || o.typ != nil {
			continue
		}
		o.typ = t
		if o.kind == catalog.None {
			o.kind = catalog.KindOf(t)
		}
	}
}

func (f *frame) unary(e *ast.UnaryExpr) value {
	switch e.Op {
	case token.AND:
		return f.address(e.X)
	case token.ARROW:
		return f.receive(e.X)
	}
	v := f.eval(e.X)
	if e.Op == token.SUB {
		if c, ok := v.constant(); ok && c.Kind() != constant.String && c.Kind() != constant.Bool {
			return ofConstant(constant.UnaryOp(token.SUB, c, 0))
		}
	}
	return unknown
}

// receive reads from a channel. A channel of channels or clients holds what was sent, somewhere.
func (f *frame) receive(ch ast.Expr) value {
	return f.read(f.eval(ch), "[]")
}

// address is a pointer to a place. Structs are objects, so it is the object; a pointer to anything else may change it
// behind our back.
func (f *frame) address(e ast.Expr) value {
	e = ast.Unparen(e)
	t := f.w.info.TypeOf(e)
	if t != nil {
		_, generic := types.Unalias(t).(*types.TypeParam) // it may be a struct, too
		if _, isStruct := t.Underlying().(*types.Struct); isStruct || generic {
			return f.eval(e)
		}
	}
	if id, ok := e.(*ast.Ident); ok {
		if v, ok := f.w.info.Uses[id].(*types.Var); ok && !isGlobal(v) {
			f.configured([]value{f.load(v)}) // somebody may reach it through the pointer
			f.escaped[v] = true
			f.st.vars.set(v, unknown)
		}
		return unknown
	}
	f.eval(e)
	if sel, ok := e.(*ast.SelectorExpr); ok && f.w.info.Selections[sel] != nil {
		f.assignField(sel, unknown)
	}
	return unknown
}

func (f *frame) index(e *ast.IndexExpr) value {
	if tv, ok := f.w.info.Types[e.Index]; ok && tv.IsType() {
		return f.eval(e.X)
	}
	f.eval(e.Index)
	x := f.eval(e.X)
	if tv, ok := f.w.info.Types[e.Index]; ok && tv.Value != nil && len(x) == 1 {
		if o, ok := x[0].is.(*object); ok && o.more().elem != nil {
			if i, exact := constant.Int64Val(constant.ToInt(tv.Value)); exact && i >= 0 && i < int64(len(o.more().elem)) {
				return o.more().elem[i]
			}
		}
	}
	return f.read(x, "[]")
}

func (f *frame) binary(e *ast.BinaryExpr) value {
	if e.Op == token.LAND || e.Op == token.LOR {
		f.shortCircuit(e)
		return unknown
	}
	x := f.eval(e.X)
	y := f.eval(e.Y)
	a, okA := x.constant()
	b, okB := y.constant()
	if okA && okB {
		return fold(a, e.Op, b, f.w.info.TypeOf(e))
	}
	if t, ok := typeOf(f.w.info, e).(*types.Basic); ok && t.Info()&types.IsString != 0 {
		then, _ := startOf(y)
		return x.start(then)
	}
	if e.Op == token.MUL && (isJustZero(x) || isJustZero(y)) {
		return one(zero{})
	}
	return unknown
}

// shortCircuit evaluates a chain of && or ||: each operand after the first happens only where those before it hold, or
// do not.
func (f *frame) shortCircuit(e *ast.BinaryExpr) {
	all := operands(e)
	f.eval(all[0])
	var early *state // where some operand was the last one
	for i, x := range all[1:] {
		early = f.join(f.st.clone(), early)
		f.refine(all[i], e.Op == token.LAND)
		f.eval(x)
	}
	f.st = f.join(f.st, early)
}

// operands are those of a chain of one operator that is applied from left to right.
func operands(e *ast.BinaryExpr) []ast.Expr {
	var all []ast.Expr
	for {
		all = append(all, e.Y)
		left, ok := ast.Unparen(e.X).(*ast.BinaryExpr)
		if !ok || left.Op != e.Op {
			all = append(all, e.X)
			slices.Reverse(all)
			return all
		}
		e = left
	}
}

func isJustZero(v value) bool {
	c, ok := v.constant()
	return ok && c.Kind() == constant.Int && constant.Sign(c) == 0
}

// startOf returns the constant beginning of a string.
func startOf(v value) (string, bool) {
	if len(v) != 1 {
		return "", false
	}
	switch a := v[0].is.(type) {
	case konst:
		if a.v.Kind() == constant.String {
			return constant.StringVal(a.v), true
		}
	case prefix:
		return a.s, true
	}
	return "", false
}

// start is a string that begins as the value does, and goes on with then.
func (v value) start(then string) value {
	out := make(value, 0, len(v))
	for _, x := range v {
		switch a := x.is.(type) {
		case konst:
			x.is = some{}
			if a.v.Kind() == constant.String {
				x.is = prefix{constant.StringVal(a.v) + then}
			}
		case prefix, begins:
		case *object:
			x.is = some{}
			if a.sym != nil {
				x.is = begins{a, then}
			}
		default:
			x.is = some{}
		}
		out = append(out, x)
	}
	return union(out)
}

func fold(a constant.Value, op token.Token, b constant.Value, t types.Type) value {
	switch op {
	case token.ADD, token.SUB, token.MUL, token.QUO, token.REM, token.AND, token.OR, token.XOR:
	default:
		return unknown // comparisons are for branches
	}
	if a.Kind() == constant.String && b.Kind() == constant.Int { // the zero value of a string
		b = constant.MakeString("")
	}
	if b.Kind() == constant.String && a.Kind() == constant.Int {
		a = constant.MakeString("")
	}
	numeric := a.Kind() != constant.String && a.Kind() != constant.Bool
	if numeric != (b.Kind() != constant.String && b.Kind() != constant.Bool) || !numeric && op != token.ADD {
		return unknown
	}
	if op == token.QUO || op == token.REM {
		if constant.Sign(b) == 0 {
			return unknown
		}
		if basic, ok := t.Underlying().(*types.Basic); ok && basic.Info()&types.IsInteger != 0 && op == token.QUO {
			op = token.QUO_ASSIGN // integer division
		}
	}
	if (op == token.REM || op == token.QUO_ASSIGN || op == token.AND || op == token.OR || op == token.XOR) &&
		(a.Kind() != constant.Int || b.Kind() != constant.Int) {
		return unknown
	}
	return ofConstant(constant.BinaryOp(a, op, b))
}

// composite makes what a composite literal stands for.
func (f *frame) composite(e *ast.CompositeLit) value {
	t := f.w.info.TypeOf(e)
	if t == nil {
		t = types.Typ[types.Invalid]
	}
	if p, ok := t.Underlying().(*types.Pointer); ok { // &T elided in a container literal
		t = p.Elem()
	}
	if f.w.dull(t) {
		return f.dullLiteral(e)
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return one(f.container(e, t))
	}
	o := f.make(catalog.KindOf(t), t, e, "", ByLiteral)
	var names []string
	var exprs []ast.Expr
	var values []value
	set := make(fields, 0, len(e.Elts))
	for i, el := range e.Elts {
		name, val := "", el
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				name, val = id.Name, kv.Value
			}
		} else if i < s.NumFields() {
			name = s.Field(i).Name()
		}
		v := f.evalCopy(val)
		names, exprs, values = append(names, name), append(exprs, val), append(values, v)
		set = append(set, field{nameIn(o, name), v.placed(el).orUnknown()})
	}
	f.st.setAll(o, set)
	f.passRetries(o)
	f.unitLiteral(e, t, names, exprs, values)
	f.byValue(o, t, e, "")
	return one(o)
}

// dullLiteral does what is called in a literal that need not be followed.
func (f *frame) dullLiteral(e *ast.CompositeLit) value {
	_, isStruct := f.w.info.TypeOf(e).Underlying().(*types.Struct)
	for _, el := range e.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if !isStruct {
				f.eval(kv.Key)
			}
			el = kv.Value
		}
		f.eval(el)
	}
	return unknown
}

// placed gives alternatives the place of a field in a literal, unless they have been written down more exactly.
func (v value) placed(n ast.Node) value {
	out := slices.Clone(v.orUnknown())
	for i := range out {
		if !out[i].at.known() || out[i].at.Pos() < n.Pos() || out[i].at.End() > n.End() {
			out[i].at = spanOf(n)
		} else {
			out[i].at = spanAt(n.Pos(), out[i].at.End())
		}
	}
	return out
}

func (f *frame) container(e *ast.CompositeLit, t types.Type) *object {
	o := f.w.newObject(catalog.None, t)
	f.adopt(o)
	var all []value
	keyed := false
	for _, el := range e.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			keyed = true
			el = kv.Value
			if _, isMap := t.Underlying().(*types.Map); isMap {
				key, v := f.eval(kv.Key), f.evalCopy(el)
				f.header(one(o), t, key, v)
				all = append(all, v)
				continue
			}
		}
		all = append(all, f.evalCopy(el))
	}
	if !keyed && len(all) <= maxAlts {
		o.keep().elem = all
	}
	if len(all) > 0 {
		f.st.set(o, "[]", union(all...))
	}
	return o
}

// literal makes a function value. What it captures is remembered as it is now.
func (f *frame) literal(e *ast.FuncLit) *closure {
	sum := f.w.literal(f, e)
	c := &closure{lit: e, env: make(map[*types.Var]value)}
	for _, v := range sum.free {
		c.env[v] = f.load(v)
	}
	f.made = append(f.made, c)
	return c
}

func (f *frame) duration(v value) (int64, bool) {
	c, ok := v.constant()
	if !ok {
		return 0, false
	}
	n, exact := constant.Int64Val(constant.ToInt(c))
	return n, exact
}
