package placement

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/rule"
)

// kinds is a set of wrapper kinds.
type kinds uint8

const (
	breaker kinds = 1 << iota
	bulkhead
)

func kindSet(k catalog.Kind) kinds {
	switch k {
	case catalog.Breaker:
		return breaker
	case catalog.Bulkhead:
		return bulkhead
	}
	return 0
}

// String names the set for a message.
func (k kinds) String() string {
	switch k {
	case breaker:
		return "circuit breaker"
	case bulkhead:
		return "bulkhead"
	}
	return "circuit breaker and bulkhead"
}

// adapter is a type of the package that holds wrappers and enters them in some exported method.
type adapter struct {
	typ     *types.TypeName
	methods []*function
	entered kinds // entered by some exported method
}

// adapters finds them, in order of position.
func (p *pack) adapters() []*adapter {
	byType := make(map[*types.TypeName]*adapter)
	var out []*adapter
	for _, f := range p.order {
		t := receiver(f.obj)
		if t == nil || f.generated {
			continue
		}
		a := byType[t]
		if a == nil {
			a = &adapter{typ: t}
			byType[t] = a
			out = append(out, a)
		}
		a.methods = append(a.methods, f)
	}
	for _, a := range out {
		for _, f := range a.methods {
			a.entered |= p.entersOwn(f.obj, make(map[*types.Func]bool))
		}
	}
	out = slices.DeleteFunc(out, func(a *adapter) bool { return a.entered == 0 })
	slices.SortFunc(out, func(a, b *adapter) int { return int(a.typ.Pos() - b.typ.Pos()) })
	return out
}

func receiver(fn *types.Func) *types.TypeName {
	recv := fn.Signature().Recv()
	if recv == nil {
		return nil
	}
	if n := named(recv.Type()); n != nil {
		return n.Origin().Obj()
	}
	return nil
}

// entersOwn finds the kinds of wrappers that a method enters which its receiver holds.
func (p *pack) entersOwn(fn *types.Func, seen map[*types.Func]bool) kinds {
	f := p.funcs[fn]
	if f == nil || seen[fn] {
		return 0
	}
	seen[fn] = true
	var out kinds
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		if k, x := p.enters(n); k != catalog.None && p.held(x, f) {
			out |= kindSet(k)
		}
		return true
	})
	return out
}

// held reports whether an expression is a field of the receiver, however deep.
func (p *pack) held(x ast.Expr, f *function) bool {
	if x == nil || f.decl.Recv == nil || len(f.decl.Recv.List) == 0 || len(f.decl.Recv.List[0].Names) == 0 {
		return false
	}
	recv := p.info.Defs[f.decl.Recv.List[0].Names[0]]
	deep := false
	for {
		switch e := ast.Unparen(x).(type) {
		case *ast.SelectorExpr:
			x, deep = e.X, true
		case *ast.StarExpr:
			x = e.X
		case *ast.IndexExpr:
			x = e.X
		case *ast.Ident:
			return recv != nil && p.info.Uses[e] == recv && deep || recv != nil && p.info.Uses[e] == recv
		default:
			return false
		}
	}
}

// checkBypass reports exported methods that call the system around what other methods enter.
func checkBypass(r *rule.Reporter, p *pack, a *adapter) {
	for _, f := range a.methods {
		if !f.obj.Exported() {
			continue
		}
		if missed := p.bareCalls(f.obj, a.entered); missed != 0 {
			r.Report(rule.Finding{Check: bypassedWrapper, Place: rule.At(f.decl.Name),
				Message: a.typ.Name() + "." + f.obj.Name() + " calls the system around the " + missed.String() + " of " + a.typ.Name()})
		}
	}
}

// checkPromoted reports types that override some methods of an embedded client with wrapped ones and let others
// through.
func checkPromoted(r *rule.Reporter, p *pack, a *adapter) {
	s, ok := a.typ.Type().Underlying().(*types.Struct)
	if !ok {
		return
	}
	own := make(map[string]bool)
	for _, f := range a.methods {
		own[f.obj.Name()] = true
	}
	for fld := range s.Fields() {
		if !fld.Embedded() {
			continue
		}
		inner := named(fld.Type())
		if inner == nil {
			continue
		}
		overrides, through := false, ""
		for m := range inner.Methods() {
			switch {
			case !m.Exported():
			case own[m.Name()]:
				overrides = true
			case p.bareCalls(m.Origin(), a.entered) != 0 && through == "":
				through = m.Name()
			}
		}
		if overrides && through != "" {
			r.Report(rule.Finding{Check: bypassedWrapper, Place: rule.Place{Pos: a.typ.Pos(), End: a.typ.Pos() + token.Pos(len(a.typ.Name()))},
				Message: through + ", which " + a.typ.Name() + " gets from the embedded " + inner.Obj().Name() + ", calls the system around the " + a.entered.String()})
		}
	}
}

// question is what bareCalls answers: which of the wrappers does a function not enter before it calls out.
type question struct {
	fn   *types.Func
	need kinds
}

// bareCalls returns the wrappers that some outbound call in a function is not made under.
func (p *pack) bareCalls(fn *types.Func, need kinds) kinds {
	q := question{fn, need}
	if k, ok := p.bare[q]; ok {
		return k
	}
	p.bare[q] = 0
	f := p.funcs[fn]
	if f == nil {
		return 0
	}
	w := walker{p: p, f: f, need: need}
	w.block(f.decl.Body.List)
	p.bare[q] = w.missed
	return w.missed
}

// walker goes through a body in order and keeps what has been entered.
type walker struct {
	p      *pack
	f      *function
	need   kinds
	have   kinds
	missed kinds
}

func (w *walker) block(list []ast.Stmt) {
	for _, s := range list {
		w.stmt(s)
	}
}

func (w *walker) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.IfStmt:
		w.ifStmt(s)
	case *ast.BlockStmt:
		w.block(s.List)
	case *ast.ForStmt:
		w.within(s.Init, s.Cond, s.Post)
		w.block(s.Body.List)
	case *ast.RangeStmt:
		w.within(s.X)
		w.block(s.Body.List)
	case *ast.SwitchStmt:
		w.within(s.Init, s.Tag)
		w.branches(s.Body)
	case *ast.TypeSwitchStmt:
		w.branches(s.Body)
	case *ast.SelectStmt:
		w.branches(s.Body)
	case *ast.CaseClause:
		for _, e := range s.List {
			w.expr(e)
		}
		w.block(s.Body)
	case *ast.CommClause:
		if s.Comm != nil {
			w.stmt(s.Comm)
		}
		w.block(s.Body)
	case *ast.LabeledStmt:
		w.stmt(s.Stmt)
	case nil:
	default:
		w.node(s)
	}
}

// within evaluates the head of a statement.
func (w *walker) within(nodes ...ast.Node) {
	for _, n := range nodes {
		switch n := n.(type) {
		case ast.Expr:
			if n != nil {
				w.expr(n)
			}
		case ast.Stmt:
			if n != nil {
				w.node(n)
			}
		}
	}
}

// branches goes through alternatives: a permit that one of them takes counts afterwards, because the others give up.
func (w *walker) branches(body *ast.BlockStmt) {
	before, after := w.have, w.have
	for _, s := range body.List {
		w.have = before
		w.stmt(s)
		after |= w.have
	}
	w.have = after
}

func (w *walker) ifStmt(s *ast.IfStmt) {
	if s.Init != nil {
		w.stmt(s.Init)
	}
	whenNil, whenNot := w.nilTest(s.Cond)
	w.expr(s.Cond)
	before := w.have
	w.have |= whenNil
	w.block(s.Body.List)
	then := w.have
	w.have = before | whenNot
	if s.Else != nil {
		w.stmt(s.Else)
	}
	switch {
	case ends(s.Body):
		// only the other branch goes on
	case s.Else != nil:
		w.have = then & w.have
	default:
		w.have = before | (then & w.have)
	}
	if s.Else == nil && !ends(s.Body) {
		w.have = before
	}
}

// nilTest says which wrappers are not there in the branches of a condition.
func (w *walker) nilTest(cond ast.Expr) (whenTrue, whenFalse kinds) {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || b.Op != token.EQL && b.Op != token.NEQ {
		return 0, 0
	}
	x := b.X
	if w.p.info.Types[b.X].IsNil() {
		x = b.Y
	} else if !w.p.info.Types[b.Y].IsNil() {
		return 0, 0
	}
	k := kindSet(catalog.KindOf(w.p.info.TypeOf(x)))
	if t := w.p.info.TypeOf(x); t != nil && tokens(t) {
		k = bulkhead
	}
	if b.Op == token.EQL {
		return k, 0
	}
	return 0, k
}

// ends reports whether a block never falls through.
func ends(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch s := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		c, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := c.Fun.(*ast.Ident)
		return ok && id.Name == "panic"
	}
	return false
}

func (w *walker) expr(e ast.Expr) {
	if e != nil {
		w.node(e)
	}
}

// node looks for entries and calls below a node, in order.
func (w *walker) node(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			w.literal(n)
			return false
		case *ast.SendStmt:
			if k, x := w.p.enters(n); k != catalog.None && w.p.held(x, w.f) {
				w.have |= kindSet(k)
			}
		case *ast.CallExpr:
			return w.call(n)
		}
		return true
	})
}

// literal goes through a function literal where it stands: what it calls is called under what has been entered.
func (w *walker) literal(l *ast.FuncLit) {
	before := w.have
	w.block(l.Body.List)
	w.have = before
}

// call judges one call; it is false if the children have been gone through.
func (w *walker) call(c *ast.CallExpr) bool {
	if k, x := w.p.enters(c); k != catalog.None {
		if !w.p.held(x, w.f) {
			return true
		}
		before := w.have
		w.have |= kindSet(k)
		for _, a := range c.Args {
			w.argument(a)
		}
		if k == catalog.Breaker && hasCallback(w.p.info, c) {
			w.have = before // only what was handed to it is under the breaker
		}
		return false
	}
	fn := w.p.callee(c)
	if fn == nil {
		return true
	}
	if under := w.p.runsUnder(fn); under != 0 {
		before := w.have
		w.have |= under
		for _, a := range c.Args {
			w.argument(a)
		}
		w.have = before
		return false
	}
	w.callee(fn)
	w.have |= w.p.takesPermit(fn)
	return true
}

// argument goes through what is handed to a call; a function of the package that is handed on is called there.
func (w *walker) argument(a ast.Expr) {
	switch ast.Unparen(a).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		if fn := w.p.funcValue(ast.Unparen(a)); fn != nil {
			w.callee(fn.Origin())
			return
		}
	}
	w.expr(a)
}

func (w *walker) callee(fn *types.Func) {
	lacking := w.need &^ w.have
	if lacking == 0 {
		return
	}
	if row := catalog.LookupFunc(fn); row != nil {
		if row.Send != nil {
			w.missed |= lacking
		}
		return
	}
	w.missed |= w.p.bareCalls(fn, w.need) & lacking
}

func hasCallback(info *types.Info, c *ast.CallExpr) bool {
	for _, a := range c.Args {
		if t := info.TypeOf(a); t != nil {
			if _, ok := t.Underlying().(*types.Signature); ok {
				return true
			}
		}
	}
	return false
}

// runsUnder returns the wrappers of its receiver under which a method of the package calls a function that it is
// handed.
func (p *pack) runsUnder(fn *types.Func) kinds {
	f := p.funcs[fn]
	if f == nil || f.decl.Recv == nil {
		return 0
	}
	takes := false
	for v := range fn.Signature().Params().Variables() {
		if _, ok := v.Type().Underlying().(*types.Signature); ok {
			takes = true
		}
	}
	if !takes {
		return 0
	}
	return p.entersOwn(fn, make(map[*types.Func]bool))
}

// takesPermit returns bulkhead for a helper that takes a permit of its receiver and leaves with it.
func (p *pack) takesPermit(fn *types.Func) kinds {
	f := p.funcs[fn]
	if f == nil || f.decl.Recv == nil {
		return 0
	}
	return p.entersOwn(fn, make(map[*types.Func]bool)) & bulkhead
}
