package lifecycle

import (
	"go/ast"
	"go/token"

	"github.com/reslint/reslint/internal/catalog"
)

func (w *walk) ifStmt(s *ast.IfStmt, in []state) []state {
	if s.Init != nil {
		in = w.stmt(s.Init, in)
	}
	yes, no := w.cond(s.Cond, in)
	out := w.block(s.Body.List, yes)
	if s.Else != nil {
		no = w.stmt(s.Else, no)
	}
	return w.unite(out, no)
}

// cond runs a condition and parts the paths by its outcome.
func (w *walk) cond(e ast.Expr, in []state) (yes, no []state) {
	if len(in) == 0 {
		return nil, nil
	}
	switch x := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			yes, no = w.cond(x.X, in)
			return no, yes
		}
	case *ast.BinaryExpr:
		switch x.Op {
		case token.LAND:
			y1, n1 := w.cond(x.X, in)
			y2, n2 := w.cond(x.Y, y1)
			return y2, w.unite(n1, n2)
		case token.LOR:
			y1, n1 := w.cond(x.X, in)
			y2, n2 := w.cond(x.Y, n1)
			return w.unite(y1, y2), n2
		case token.EQL, token.NEQ:
			if yes, no, ok := w.directTake(x, in); ok {
				return yes, no
			}
		}
	case *ast.CallExpr:
		if o := w.takeAt(x); o != nil && o.how == byBool {
			return w.take(w.args(x, in), o, w.canFail(o))
		}
		return w.askAbout(x, w.expr(x, in))
	}
	return w.decide(w.c.condition(e), w.expr(e, in))
}

// directTake: sem.Acquire(ctx, 1) == nil.
func (w *walk) directTake(x *ast.BinaryExpr, in []state) (yes, no []state, ok bool) {
	call, isCall := ast.Unparen(x.X).(*ast.CallExpr)
	if !isCall || !w.c.info.Types[ast.Unparen(x.Y)].IsNil() {
		return nil, nil, false
	}
	o := w.takeAt(call)
	if o == nil || o.how != byError {
		return nil, nil, false
	}
	yes, no = w.take(w.args(call, in), o, w.canFail(o))
	if x.Op == token.NEQ {
		yes, no = no, yes
	}
	return yes, no, true
}

// decide parts paths by a condition, and remembers its outcome where that is worth it.
func (w *walk) decide(f fact, in []state) (yes, no []state) {
	for _, s := range in {
		if f.atom == "" {
			yes, no = append(yes, s), append(no, s)
			continue
		}
		if v, ok := s.knows(f); ok {
			if v {
				yes = append(yes, s)
			} else {
				no = append(no, s)
			}
			continue
		}
		if !w.atoms[f.atom] {
			yes, no = append(yes, s), append(no, s)
			continue
		}
		yes = append(yes, s.with(f))
		no = append(no, s.with(fact{f.atom, !f.not}))
	}
	return yes, no
}

// askAbout is a condition that is a call. One that is asked about the error of an acquire is about failure: nil is not
// an error of any kind. What it says of one that failed is not known.
func (w *walk) askAbout(x *ast.CallExpr, in []state) (yes, no []state) {
	f := w.c.callee(x)
	is := f != nil && f.Pkg() != nil && f.Pkg().Path() == "errors"
	for _, s := range in {
		key := ""
		for _, a := range x.Args {
			if k := w.c.plainKey(a); k != "" && key == "" {
				if _, ok := s.knows(fact{atom: isNil(k)}); ok {
					key = k
				}
			}
		}
		if key == "" {
			yes, no = append(yes, s), append(no, s)
			continue
		}
		isnil, _ := s.knows(fact{atom: isNil(key)})
		switch {
		case isnil && is:
			no = append(no, s)
		case is:
			yes, no = append(yes, s), append(no, s)
		case s.st == held || s.st == failed:
			s.st = lost
			yes, no = append(yes, s), append(no, s)
		default:
			yes, no = append(yes, s), append(no, s)
		}
	}
	return yes, no
}

func (w *walk) push(loop bool) *target {
	t := &target{label: w.label, loop: loop}
	w.label = ""
	w.targets = append(w.targets, t)
	return t
}

func (w *walk) pop() { w.targets = w.targets[:len(w.targets)-1] }

func (w *walk) branch(s *ast.BranchStmt, in []state) {
	switch s.Tok {
	case token.GOTO:
		w.over = true
		return
	case token.FALLTHROUGH:
		return // see switchStmt
	}
	for i := len(w.targets) - 1; i >= 0; i-- {
		t := w.targets[i]
		if t == nil { // the border of a literal
			break
		}
		if s.Label != nil && t.label != s.Label.Name || s.Tok == token.CONTINUE && !t.loop {
			continue
		}
		if s.Tok == token.CONTINUE {
			t.conts = append(t.conts, in...)
		} else {
			t.breaks = append(t.breaks, in...)
		}
		return
	}
	w.over = true
}

func (w *walk) forStmt(s *ast.ForStmt, in []state) []state {
	t := w.push(true)
	if s.Init != nil {
		in = w.stmt(s.Init, in)
	}
	test := func(in []state) (yes, no []state) {
		if s.Cond == nil {
			return in, nil
		}
		return w.cond(s.Cond, in)
	}
	after := func(in []state) []state {
		if s.Post != nil {
			return w.stmt(s.Post, in)
		}
		return in
	}
	return w.rounds(t, in, s.Body, test, after)
}

func (w *walk) rangeStmt(s *ast.RangeStmt, in []state) []state {
	t := w.push(true)
	in = w.expr(s.X, in)
	test := func(in []state) (yes, no []state) { return in, in }
	set := func(in []state) []state {
		for _, e := range []ast.Expr{s.Key, s.Value} {
			if e != nil {
				in = w.forget(in, e)
			}
		}
		return in
	}
	in = set(in)
	if w.c.neverEmpty(s.X) {
		in = set(w.unite(w.block(s.Body.List, in), t.conts))
	}
	return w.rounds(t, in, s.Body, test, set)
}

// neverEmpty: a loop over it has at least one round.
func (c *code) neverEmpty(e ast.Expr) bool {
	if n, ok := c.number(e); ok {
		return n > 0
	}
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	return ok && len(lit.Elts) > 0
}

// rounds runs a loop until no new path turns up.
func (w *walk) rounds(t *target, in []state, body *ast.BlockStmt, test func([]state) (yes, no []state), after func([]state) []state) []state {
	defer w.pop()
	var out []state
	seen := make(map[string]bool)
	for range maxRounds {
		var fresh []state
		for _, s := range in {
			if name := s.name(); !seen[name] {
				seen[name] = true
				fresh = append(fresh, s)
			}
		}
		if len(fresh) == 0 || w.over {
			return w.unite(out, t.breaks)
		}
		yes, no := test(fresh)
		out = append(out, no...)
		t.conts = nil
		end := w.block(body.List, yes)
		in = after(w.unite(end, t.conts))
	}
	w.over = true
	return nil
}

func (w *walk) switchStmt(s *ast.SwitchStmt, in []state) []state {
	t := w.push(false)
	defer w.pop()
	if s.Init != nil {
		in = w.stmt(s.Init, in)
	}
	if s.Tag != nil {
		in = w.expr(s.Tag, in)
	}
	var out, through []state
	bodies := make([][]state, len(s.Body.List))
	rest, def := in, -1
	for i, cl := range s.Body.List {
		cc := cl.(*ast.CaseClause)
		if cc.List == nil {
			def = i
		}
		for _, e := range cc.List {
			var yes []state
			yes, rest = w.caseCond(s.Tag, e, rest)
			bodies[i] = append(bodies[i], yes...)
		}
	}
	if def >= 0 {
		bodies[def], rest = rest, nil
	}
	for i, cl := range s.Body.List {
		list := cl.(*ast.CaseClause).Body
		end := w.block(list, w.unite(bodies[i], through))
		through = nil
		if n := len(list); n > 0 {
			if b, ok := list[n-1].(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
				through = w.block(list[:n-1], w.unite(bodies[i]))
				continue
			}
		}
		out = append(out, end...)
	}
	return w.unite(out, rest, t.breaks)
}

func (w *walk) caseCond(tag, e ast.Expr, in []state) (yes, no []state) {
	if tag == nil {
		return w.cond(e, in)
	}
	return w.decide(w.c.comparison(token.EQL, tag, e), w.expr(e, in))
}

func (w *walk) typeSwitch(s *ast.TypeSwitchStmt, in []state) []state {
	t := w.push(false)
	defer w.pop()
	if s.Init != nil {
		in = w.stmt(s.Init, in)
	}
	out := in
	for _, cl := range s.Body.List {
		if cl.(*ast.CaseClause).List == nil {
			out = nil
		}
	}
	for _, cl := range s.Body.List {
		out = append(append([]state(nil), out...), w.block(cl.(*ast.CaseClause).Body, in)...)
	}
	return w.unite(out, t.breaks)
}

func (w *walk) selectStmt(s *ast.SelectStmt, in []state) []state {
	t := w.push(false)
	defer w.pop()
	var took *op
	for _, cl := range s.Body.List {
		if o := w.commOp(cl.(*ast.CommClause)); o != nil && o.role == catalog.Take {
			took = o
		}
	}
	var out []state
	for _, cl := range s.Body.List {
		cc := cl.(*ast.CommClause)
		here := in
		o := w.commOp(cc)
		switch {
		case o != nil && o.role == catalog.Take:
			here, _ = w.take(in, o, false)
		case o != nil:
			here = w.give(in, o.node, hasDefault(s), nil)
		default:
			here = w.comm(cc, here)
			if took != nil {
				here = w.missed(here, took)
			}
		}
		out = append(out, w.block(cc.Body, here)...)
	}
	return w.unite(out, t.breaks)
}

func hasDefault(s *ast.SelectStmt) bool {
	for _, cl := range s.Body.List {
		if cl.(*ast.CommClause).Comm == nil {
			return true
		}
	}
	return false
}

// missed: another case of the select that would have taken a permit.
func (w *walk) missed(in []state, o *op) []state {
	w.taken(o)
	out := make([]state, len(in))
	for i, s := range in {
		if s.st != held && s.st != lost {
			s.st, s.by, s.gave = failed, o, nil
		}
		out[i] = s
	}
	return out
}

func (w *walk) comm(cc *ast.CommClause, in []state) []state {
	switch comm := cc.Comm.(type) {
	case *ast.SendStmt:
		return w.expr(comm.Value, in)
	case *ast.AssignStmt:
		for _, l := range comm.Lhs {
			in = w.forget(in, l)
		}
	}
	return in
}

// commOp is the operation on the semaphore in a case of a select.
func (w *walk) commOp(cc *ast.CommClause) *op {
	switch comm := cc.Comm.(type) {
	case *ast.SendStmt:
		return w.opAt(comm)
	case *ast.ExprStmt:
		return w.opAt(ast.Unparen(comm.X))
	case *ast.AssignStmt:
		if len(comm.Rhs) == 1 {
			return w.opAt(ast.Unparen(comm.Rhs[0]))
		}
	}
	return nil
}
