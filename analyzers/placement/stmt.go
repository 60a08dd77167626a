package placement

import (
	"go/ast"
	"go/token"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
)

func (w *walker) block(list []ast.Stmt) {
	for _, s := range list {
		w.stmt(s)
	}
}

func (w *walker) stmt(s ast.Stmt) {
	if w.st.dead || s == nil {
		return
	}
	switch s := s.(type) {
	case *ast.BlockStmt:
		w.block(s.List)
	case *ast.LabeledStmt:
		w.stmt(s.Stmt)
	case *ast.IfStmt:
		w.ifStmt(s)
	case *ast.ForStmt:
		w.forStmt(s)
	case *ast.RangeStmt:
		w.eval(s.X)
		w.loop(w.st, true, func() { w.block(s.Body.List) })
	case *ast.SwitchStmt:
		w.stmt(s.Init)
		w.switchStmt(s)
	case *ast.TypeSwitchStmt:
		w.stmt(s.Init)
		w.stmt(s.Assign)
		w.clauses(s.Body, func(_ *ast.CaseClause, st state) (yes, no state) { return st, st })
	case *ast.SelectStmt:
		w.selectStmt(s)
	case *ast.ReturnStmt:
		w.returnStmt(s)
	case *ast.BranchStmt:
		if n := len(w.fr.breaks); s.Tok == token.BREAK && n > 0 {
			*w.fr.breaks[n-1] = append(*w.fr.breaks[n-1], w.st)
		}
		w.st.dead = s.Tok != token.FALLTHROUGH
	case *ast.GoStmt:
		w.isolated(0, func() { w.eval(s.Call) })
	case *ast.DeferStmt:
		w.deferStmt(s)
	default:
		w.simple(s)
	}
}

// simple walks through statements that have no statements inside.
func (w *walker) simple(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.ExprStmt:
		w.eval(s.X)
	case *ast.IncDecStmt:
		w.eval(s.X)
	case *ast.SendStmt:
		w.eval(s.Value)
		w.permit(s, w.eval(s.Chan))
	case *ast.AssignStmt:
		w.assign(s.Lhs, s.Rhs)
	case *ast.DeclStmt:
		g, ok := s.Decl.(*ast.GenDecl)
		if !ok {
			return
		}
		for _, spec := range g.Specs {
			if v, ok := spec.(*ast.ValueSpec); ok {
				var lhs []ast.Expr
				for _, n := range v.Names {
					lhs = append(lhs, n)
				}
				w.assign(lhs, v.Values)
			}
		}
	}
}

func (w *walker) assign(lhs, rhs []ast.Expr) {
	var vals []value
	if len(rhs) == 1 && len(lhs) > 1 {
		vals = w.multi(rhs[0])
		if ix, ok := ast.Unparen(rhs[0]).(*ast.IndexExpr); ok {
			vals = append(vals, value{none: heldIn(w.p.info.TypeOf(ix.X), 0)}) // whether the key is there
		}
	} else {
		for _, r := range rhs {
			vals = append(vals, w.eval(r))
		}
	}
	for i, l := range lhs {
		id, ok := ast.Unparen(l).(*ast.Ident)
		if !ok {
			w.eval(l)
			continue
		}
		if obj := w.p.info.ObjectOf(id); obj != nil && i < len(vals) {
			v := vals[i]
			if heldIn(obj.Type(), 0) != 0 {
				v = v.or(w.fr.env.get(obj)) // on another path it is still the one that it was
			}
			w.fr.env.set(obj, v)
		}
	}
}

func (w *walker) ifStmt(s *ast.IfStmt) {
	w.stmt(s.Init)
	yes, no := w.cond(s.Cond)
	w.st = yes
	w.block(s.Body.List)
	then := w.st
	w.st = no
	w.stmt(s.Else)
	w.st = join(then, w.st)
}

func (w *walker) forStmt(s *ast.ForStmt) {
	w.stmt(s.Init)
	if s.Cond == nil {
		w.loop(state{dead: true}, false, func() { w.block(s.Body.List) })
		return
	}
	yes, no := w.cond(s.Cond)
	w.st = yes
	w.loop(no, false, func() {
		w.block(s.Body.List)
		w.stmt(s.Post)
	})
}

// loop walks once through a body; after is where it ends without a break.
func (w *walker) loop(after state, body bool, do func()) {
	breaks := w.breakable(do)
	if body {
		after = join(after, w.st)
	}
	w.st = after
	for _, b := range breaks {
		w.st = join(w.st, b)
	}
}

// breakable returns the states at the breaks out of a statement.
func (w *walker) breakable(do func()) []state {
	var breaks []state
	fr := w.fr
	fr.breaks = append(fr.breaks, &breaks)
	do()
	fr.breaks = fr.breaks[:len(fr.breaks)-1]
	return breaks
}

func (w *walker) switchStmt(s *ast.SwitchStmt) {
	if s.Tag != nil {
		w.eval(s.Tag)
	}
	w.clauses(s.Body, func(c *ast.CaseClause, before state) (yes, no state) {
		if s.Tag != nil {
			return before, before
		}
		yes, no = state{dead: true}, before
		for _, e := range c.List {
			w.st = no
			var y state
			y, no = w.cond(e)
			yes = join(yes, y)
		}
		return yes, no
	})
}

// clauses walks through the alternatives of a switch. Head gives what is known where a case is chosen, and where it is
// not.
func (w *walker) clauses(body *ast.BlockStmt, head func(*ast.CaseClause, state) (yes, no state)) {
	next, out := w.st, state{dead: true}
	var byDefault *ast.CaseClause
	breaks := w.breakable(func() {
		for _, s := range body.List {
			c, _ := s.(*ast.CaseClause)
			if c.List == nil {
				byDefault = c
				continue
			}
			w.st, next = head(c, next)
			w.block(c.Body)
			out = join(out, w.st)
		}
		w.st = next
		if byDefault != nil {
			w.block(byDefault.Body)
		}
		out = join(out, w.st)
	})
	w.st = out
	for _, b := range breaks {
		w.st = join(w.st, b)
	}
}

func (w *walker) selectStmt(s *ast.SelectStmt) {
	before, out, later := w.st, state{dead: true}, state{dead: true}
	breaks := w.breakable(func() {
		for _, s := range s.Body.List {
			c, _ := s.(*ast.CommClause)
			w.st = before
			w.stmt(c.Comm)
			w.block(c.Body)
			if onlyNotes(c.Body) {
				later = join(later, w.st)
			} else {
				out = join(out, w.st)
			}
		}
	})
	w.st = out
	if out.dead {
		w.st = later
	}
	for _, b := range breaks {
		w.st = join(w.st, b)
	}
}

// onlyNotes reports whether a case does nothing but set variables: what comes of it is decided after the select, and
// there it is taken to give up.
func onlyNotes(body []ast.Stmt) bool {
	for _, s := range body {
		if as, ok := s.(*ast.AssignStmt); !ok || as.Tok != token.ASSIGN {
			return false
		}
	}
	return len(body) > 0
}

func (w *walker) returnStmt(s *ast.ReturnStmt) {
	var vals []value
	if len(s.Results) == 1 {
		vals = w.multi(s.Results[0])
	} else {
		for _, r := range s.Results {
			vals = append(vals, w.eval(r))
		}
	}
	for i, v := range vals {
		if i >= len(w.fr.results) {
			w.fr.results = append(w.fr.results, v)
			continue
		}
		w.fr.results[i] = w.fr.results[i].or(v)
	}
	if w.fails(s) {
		w.fr.bad = append(w.fr.bad, w.st)
	} else {
		w.fr.ok = append(w.fr.ok, w.st)
	}
	w.st.dead = true
}

// fails reports whether a return says that something did not work: an error that is not nil, or false.
func (w *walker) fails(s *ast.ReturnStmt) bool {
	if len(s.Results) == 0 {
		return false
	}
	last := s.Results[len(s.Results)-1]
	tv := w.p.info.Types[last]
	if tv.Value != nil {
		return tv.Value.String() == "false"
	}
	return tv.Type != nil && gotypes.IsError(tv.Type) && !tv.IsNil()
}

// deferStmt walks through a deferred call where it stands; what it gives back, it gives back at the end.
func (w *walker) deferStmt(s *ast.DeferStmt) {
	before := w.st
	w.eval(s.Call)
	w.fr.left |= before.have &^ w.st.have
	w.st = before
}

// cond walks through a condition; it returns what has been entered where it is true and where it is false.
func (w *walker) cond(e ast.Expr) (yes, no state) {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			yes, no = w.cond(e.X)
			return no, yes
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND:
			y, n1 := w.cond(e.X)
			w.st = y
			y, n2 := w.cond(e.Y)
			return y, join(n1, n2)
		case token.LOR:
			y1, n := w.cond(e.X)
			w.st = n
			y2, n := w.cond(e.Y)
			return join(y1, y2), n
		case token.EQL, token.NEQ:
			return w.compare(e)
		}
	case *ast.CallExpr:
		return w.condCall(e)
	}
	v := w.eval(e)
	no = w.st
	no.have |= v.none
	return w.st, no
}

// compare walks through a comparison. Where a wrapper is nil there is nothing to enter.
func (w *walker) compare(e *ast.BinaryExpr) (yes, no state) {
	w.eval(e.X)
	w.eval(e.Y)
	x := e.X
	switch {
	case w.p.info.Types[e.X].IsNil():
		x = e.Y
	case !w.p.info.Types[e.Y].IsNil():
		return w.st, w.st
	}
	t := w.p.info.TypeOf(x)
	k := heldIn(t, 0)
	if gotypes.IsError(t) || isType(t, w.typ) {
		k = 0
	}
	if w.p.permits[w.p.variable(x)] != 0 {
		k = bulkhead
	}
	isNil := state{have: w.st.have | k}
	if e.Op == token.EQL {
		return isNil, w.st
	}
	return w.st, isNil
}

// condCall walks through a call in a condition: of a method that may get a permit or not, or of a function that only
// returns a condition.
func (w *walker) condCall(c *ast.CallExpr) (yes, no state) {
	fn := w.p.callee(c)
	if fn == nil {
		w.eval(c)
		return w.st, w.st
	}
	if row := catalog.LookupFunc(fn); row != nil && row.Enter != catalog.None && len(row.Calls) == 0 {
		before := w.st
		w.eval(c)
		return w.st, before
	}
	f := w.p.funcs[fn]
	if f == nil || len(f.decl.Body.List) != 1 || w.running(fn) {
		w.eval(c)
		return w.st, w.st
	}
	ret, ok := f.decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		w.eval(c)
		return w.st, w.st
	}
	recv, args := w.operands(c)
	outer := w.fr
	w.fr = &frame{env: newEnv(nil)}
	w.stack = append(w.stack, fn)
	w.calls++
	w.bind(closure{fn: fn, recv: recv}, f.decl.Type, args)
	yes, no = w.cond(ret.Results[0])
	w.fr, w.stack = outer, w.stack[:len(w.stack)-1]
	return yes, no
}
