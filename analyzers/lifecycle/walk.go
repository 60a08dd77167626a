package lifecycle

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
)

// walk follows all paths through a function for one semaphore.
type walk struct {
	c    *code
	fn   *fn
	key  string // of the semaphore
	path path

	atoms    map[string]bool // conditions that are worth remembering
	takes    map[*op]*outcome
	bad      []badGive
	inverted bool // gives back before it takes
	over     bool // too many paths
	steps    int

	targets  []*target
	labels   map[string]bool
	label    string
	exits    []state // of the literal that is run in place
	inline   int
	spawned  map[ast.Node]bool
	returned int // the result through which a function hands the permit back; -1 is none
	finals   []final
	plan     *plan     // nil is the function as it stands
	handed   *ast.Expr // what handOver found; nil until it is asked
}

// outcome is what becomes of the permits of one operation.
type outcome struct {
	given bool // on some path they are given back
	leaks []final
}

// final is one end of the function.
type final struct {
	state
	ret   *ast.ReturnStmt // nil at the end of the body
	kind  ending
	again bool // not an end: the same operation, in the next round of a loop
	in    *fn  // the goroutine that ends
}

type ending uint8

const (
	endsWell ending = iota
	endsBadly
	endsSomehow
)

// badGive is a permit that is given back without having been taken.
type badGive struct {
	at    ast.Node
	by    *op
	twice ast.Node // where it was given back before
}

// target is a statement that break or continue can leave.
type target struct {
	label  string
	loop   bool
	breaks []state
	conts  []state
}

const (
	maxSteps  = 20_000
	maxRounds = 8
	maxInline = 4
)

// follow runs a function from a state.
func (c *code) follow(f *fn, p path, from state) *walk { return c.followed(f, p, from, nil) }

func (c *code) followed(f *fn, p path, from state, change *plan) *walk {
	w := &walk{c: c, fn: f, key: c.key(p), path: p, takes: make(map[*op]*outcome), labels: make(map[string]bool),
		spawned: make(map[ast.Node]bool), returned: -1, plan: change}
	w.atoms = c.atomsOf(f)
	if from.by != nil {
		w.taken(from.by)
	}
	out := w.block(f.body.List, []state{from})
	w.end(out, nil)
	return w
}

func (w *walk) unit() bool { return w.inline == 0 }

func (w *walk) taken(o *op) {
	if w.takes[o] == nil {
		w.takes[o] = &outcome{}
	}
}

func (w *walk) wrong(b badGive) {
	if !slices.Contains(w.bad, b) {
		w.bad = append(w.bad, b)
	}
}

func (w *walk) block(list []ast.Stmt, in []state) []state {
	for _, s := range list {
		if len(in) == 0 {
			if !w.hasLabel(s) {
				continue
			}
		}
		in = w.stmt(s, in)
		if w.over {
			return nil
		}
	}
	return in
}

// hasLabel: a label may be jumped to, which is not followed.
func (w *walk) hasLabel(s ast.Stmt) bool {
	l, ok := s.(*ast.LabeledStmt)
	return ok && w.labels[l.Label.Name]
}

func (w *walk) stmt(s ast.Stmt, in []state) []state {
	w.c.work++
	if w.steps++; w.steps > maxSteps || w.c.tired() {
		w.over = true
	}
	if w.over {
		return nil
	}
	if w.plan != nil {
		return w.planned(s, in)
	}
	return w.simple(s, in)
}

func (w *walk) simple(s ast.Stmt, in []state) []state {
	switch s := s.(type) {
	case *ast.BlockStmt:
		return w.block(s.List, in)
	case *ast.ExprStmt:
		return w.exprStmt(s, in)
	case *ast.AssignStmt:
		return w.assign(s, in)
	case *ast.DeclStmt:
		return w.declare(s, in)
	case *ast.SendStmt:
		return w.send(s, in)
	case *ast.IncDecStmt:
		return w.forget(w.expr(s.X, in), s.X)
	case *ast.DeferStmt:
		return w.deferStmt(s, in)
	case *ast.GoStmt:
		return w.spawn(s.Call, s.Call.Fun, s.Call.Args, in, false)
	case *ast.ReturnStmt:
		w.returns(s, in)
		return nil
	case *ast.LabeledStmt:
		w.label = s.Label.Name
		out := w.stmt(s.Stmt, in)
		w.label = ""
		return out
	case *ast.BranchStmt:
		w.branch(s, in)
		return nil
	}
	return w.compound(s, in)
}

func (w *walk) compound(s ast.Stmt, in []state) []state {
	switch s := s.(type) {
	case *ast.IfStmt:
		return w.ifStmt(s, in)
	case *ast.ForStmt:
		return w.forStmt(s, in)
	case *ast.RangeStmt:
		return w.rangeStmt(s, in)
	case *ast.SwitchStmt:
		return w.switchStmt(s, in)
	case *ast.TypeSwitchStmt:
		return w.typeSwitch(s, in)
	case *ast.SelectStmt:
		return w.selectStmt(s, in)
	}
	return in
}

func (w *walk) exprStmt(s *ast.ExprStmt, in []state) []state {
	call, ok := ast.Unparen(s.X).(*ast.CallExpr)
	if !ok {
		return w.expr(s.X, in)
	}
	if o := w.takeAt(call); o != nil {
		got, not := w.take(w.args(call, in), o, w.canFail(o))
		return w.unite(got, not)
	}
	out := w.doubt(call, w.expr(call, in))
	if w.c.exits(call) {
		return nil
	}
	return out
}

// doubt: where the error of an acquire is handed to a function that may not return, the path on which it failed cannot
// be followed.
func (w *walk) doubt(call *ast.CallExpr, in []state) []state {
	if w.c.reports(call) {
		return in
	}
	out := slices.Clone(in)
	for i, s := range in {
		if s.st == failed && w.mentions(call, s) {
			out[i].st = lost
		}
	}
	return out
}

// mentions reports whether an argument is a variable that something is known of.
func (w *walk) mentions(call *ast.CallExpr, s state) bool {
	for _, a := range call.Args {
		key := w.c.plainKey(a)
		if key == "" {
			continue
		}
		for _, f := range []fact{{atom: isNil(key)}, {atom: key}} {
			if _, ok := s.knows(f); ok {
				return true
			}
		}
	}
	return false
}

// mixed: an error that is made from the one of an acquire says nothing that can be followed.
func (w *walk) mixed(r ast.Expr, in []state) []state {
	call, ok := ast.Unparen(r).(*ast.CallExpr)
	if !ok || w.c.neverNil(r) || w.c.called(call) != nil {
		return in
	}
	out := slices.Clone(in)
	for i, s := range in {
		if (s.st == failed || s.st == held) && s.by != nil && w.mentions(call, s) {
			out[i].st = lost
		}
	}
	return out
}

func (w *walk) declare(s *ast.DeclStmt, in []state) []state {
	g, ok := s.Decl.(*ast.GenDecl)
	if !ok || g.Tok != token.VAR {
		return in
	}
	for _, spec := range g.Specs {
		vs := spec.(*ast.ValueSpec)
		lhs := make([]ast.Expr, len(vs.Names))
		for i, n := range vs.Names {
			lhs[i] = n
		}
		if len(vs.Values) == 0 {
			for _, n := range vs.Names {
				in = w.setZero(n, in)
			}
			continue
		}
		in = w.assignTo(lhs, vs.Values, in)
	}
	return in
}

// setZero: a variable starts as false or nil.
func (w *walk) setZero(n *ast.Ident, in []state) []state {
	key := w.c.plainKey(n)
	if key == "" {
		return in
	}
	t := w.c.info.TypeOf(n)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsBoolean != 0 {
			return w.learn(in, fact{key, true})
		}
	case *types.Interface, *types.Pointer, *types.Signature, *types.Chan, *types.Map, *types.Slice:
		return w.learn(in, fact{isNil(key), false})
	}
	return in
}

// learn adds a fact to all paths, if it is worth it.
func (w *walk) learn(in []state, f fact) []state {
	if !w.atoms[f.atom] {
		return in
	}
	out := make([]state, len(in))
	for i, s := range in {
		out[i] = s.with(f)
	}
	return out
}

func (w *walk) forget(in []state, l ast.Expr) []state {
	key := w.c.plainKey(l)
	if key == "" {
		return in
	}
	out := make([]state, len(in))
	for i, s := range in {
		out[i] = s.without(key)
	}
	return w.unite(out)
}

func (w *walk) assign(s *ast.AssignStmt, in []state) []state {
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		in = w.expr(s.Rhs[0], in)
		return w.forget(in, s.Lhs[0])
	}
	return w.assignTo(s.Lhs, s.Rhs, in)
}

func (w *walk) assignTo(lhs, rhs []ast.Expr, in []state) []state {
	if len(rhs) == 1 {
		if call, ok := ast.Unparen(rhs[0]).(*ast.CallExpr); ok {
			if o := w.takeAt(call); o != nil {
				return w.bind(lhs, call, o, in)
			}
		}
	}
	for i, r := range rhs {
		if l := aliasTarget(lhs, rhs, i); l != nil && w.c.isAlias(l, r) {
			continue
		}
		in = w.mixed(r, w.expr(r, in))
	}
	for _, l := range lhs {
		if _, plain := ast.Unparen(l).(*ast.Ident); !plain {
			in = w.lhs(l, in)
		}
		in = w.forget(in, l)
	}
	if len(lhs) == len(rhs) {
		for i := range lhs {
			in = w.copied(lhs[i], rhs[i], in)
		}
	}
	return w.unite(in)
}

// lhs runs what is computed on the left of an assignment.
func (w *walk) lhs(l ast.Expr, in []state) []state {
	switch l := ast.Unparen(l).(type) {
	case *ast.IndexExpr:
		return w.expr(l.Index, in)
	}
	return in
}

func aliasTarget(lhs, rhs []ast.Expr, i int) *ast.Ident {
	if len(lhs) != len(rhs) {
		return nil
	}
	id, _ := lhs[i].(*ast.Ident)
	return id
}

// isAlias: a variable that is only another name for a path, or for a function literal.
func (c *code) isAlias(l *ast.Ident, r ast.Expr) bool {
	v, ok := c.info.ObjectOf(l).(*types.Var)
	if !ok || c.single[v] != r {
		return false
	}
	_, isLit := c.literal(r)
	return isLit || c.path(r).ok()
}

// copied notes what a plain assignment says: a constant, nil, a condition or what is known of another variable.
func (w *walk) copied(l, r ast.Expr, in []state) []state {
	key := w.c.plainKey(l)
	if key == "" {
		return in
	}
	tv := w.c.info.Types[ast.Unparen(r)]
	switch {
	case tv.IsNil():
		return w.learn(in, fact{isNil(key), false})
	case tv.Value != nil:
		if name := constantName(tv.Value); name == "=true" || name == "=false" {
			return w.learn(in, fact{key, name == "=false"})
		}
	case w.c.neverNil(r):
		return w.learn(in, fact{isNil(key), true})
	}
	from := w.c.plainKey(r)
	if from == "" {
		return in
	}
	out := make([]state, len(in))
	for i, s := range in {
		for _, pair := range [][2]string{{from, key}, {isNil(from), isNil(key)}} {
			if v, ok := s.knows(fact{atom: pair[0]}); ok {
				w.atoms[pair[1]] = true
				s = s.with(fact{pair[1], !v})
			}
		}
		out[i] = s
	}
	return out
}

// neverNil reports whether an expression makes an error or another value that is not nil.
func (c *code) neverNil(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return e.Op == token.AND
	case *ast.CompositeLit, *ast.FuncLit:
		return true
	case *ast.CallExpr:
		f := c.callee(e)
		return f != nil && f.Pkg() != nil && (f.Pkg().Path() == "errors" && f.Name() == "New" || f.Pkg().Path() == "fmt" && f.Name() == "Errorf")
	case *ast.Ident, *ast.SelectorExpr: // ErrBusy
		id, ok := e.(*ast.Ident)
		if sel, isSel := e.(*ast.SelectorExpr); isSel {
			id, ok = sel.Sel, true
		}
		v, isVar := c.info.Uses[id].(*types.Var)
		return ok && isVar && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() && gotypes.IsError(v.Type())
	}
	return false
}

// bind runs an operation that takes a permit and assigns its outcome.
func (w *walk) bind(lhs []ast.Expr, call *ast.CallExpr, o *op, in []state) []state {
	in = w.args(call, in)
	for _, l := range lhs {
		in = w.forget(in, l)
	}
	how := o.how
	if how == surely {
		got, _ := w.take(in, o, false)
		return w.unite(got)
	}
	last := ast.Unparen(lhs[len(lhs)-1])
	got, not := w.take(in, o, w.canFail(o))
	if id, ok := last.(*ast.Ident); ok && id.Name == "_" {
		return w.unite(got, not)
	}
	key := w.c.plainKey(last)
	id, ok := last.(*ast.Ident)
	if key == "" || !ok || w.c.sharedVar(id, w.fn) {
		return w.pass(w.unite(got), false)
	}
	atom := fact{isNil(key), false}
	if how == byBool {
		atom = fact{key, false}
	}
	w.atoms[atom.atom] = true
	got = w.learn(got, atom)
	atom.not = true
	return w.unite(got, w.learn(not, atom))
}

// sharedVar reports whether a variable is assigned in a literal other than the function that is followed.
func (c *code) sharedVar(id *ast.Ident, f *fn) bool {
	v, ok := c.info.ObjectOf(id).(*types.Var)
	if !ok {
		return true
	}
	for _, a := range c.writes[v] {
		if a.in != f && (a.in == nil || a.in.use.kind == usedGo || a.in.use.kind == usedArg) {
			return true
		}
	}
	return false
}

func (w *walk) send(s *ast.SendStmt, in []state) []state {
	in = w.expr(s.Value, in)
	if o := w.opAt(s); o != nil {
		if o.role == catalog.Give {
			return w.give(in, s, o.sel != nil, nil)
		}
		got, _ := w.take(in, o, false)
		return w.unite(got)
	}
	return in
}
