package lifecycle

import (
	"cmp"
	"go/ast"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/gofix"
	"github.com/reslint/reslint/internal/gotypes"
)

// A fixer makes suggested fixes. It makes one only if a rehearsal shows that the finding is gone after it and no other
// comes in its place.
type fixer struct {
	c    *code
	wait time.Duration           // that a permit may be waited for
	used map[*fn]map[string]bool // the names in a function

	files *gofix.Opener
}

func newFixer(c *code, v config.Fix) *fixer {
	return &fixer{
		c: c, wait: cmp.Or(v.AcquireTimeout, config.Default().Fix.AcquireTimeout),
		used: make(map[*fn]map[string]bool), files: gofix.NewOpener(c.pass),
	}
}

// leak defers giving the permit back, where that is what the function does at its end.
func (x *fixer) leak(l leak) []analysis.SuggestedFix {
	o := l.op
	if l.end.in != nil || o.helper || o.loop != nil {
		return nil
	}
	gives, ok := x.c.plainGives(o)
	f := x.files.Open(o.node.Pos())
	if !ok || f == nil || x.runsMore(o) {
		return nil
	}
	s := x.c.siteOf(f, o)
	if s == nil {
		return nil
	}
	d, done := x.c.deferredOp(gives[0])
	defer done()
	change := &plan{gone: make(map[ast.Stmt]bool), mends: o}
	for _, g := range gives {
		stmt := statementOf(f, g.node)
		if stmt == nil || !x.c.quietAfter(f, stmt) || !x.matches(f, o, g) || lonely(f, stmt) {
			return nil
		}
		change.gone[stmt] = true
		removeLines(f, stmt)
	}
	x.deferAt(f, s, change, d, deferText(f, gives[0]))
	if !x.c.rehearse(o, change) {
		return nil
	}
	return f.Fix("Defer giving the permit back")
}

// deferAt writes a deferred call to where the permit is held.
func (x *fixer) deferAt(f *gofix.File, s *site, change *plan, d *ast.DeferStmt, text string) {
	if s.last != nil {
		change.after = map[ast.Stmt]*ast.DeferStmt{s.last: d}
		insertBelow(f, s.last, text)
		return
	}
	if len(s.body.List) == 0 || f.Line(s.body.List[0].Pos()) == f.Line(s.body.Lbrace) || !f.Alone(s.body.Lbrace+1) {
		f.Fail()
		return
	}
	first := s.body.List[0]
	change.before = map[ast.Stmt]*ast.DeferStmt{first: d}
	at := f.LineStart(f.Line(s.body.Lbrace) + 1)
	f.Replace(at, at, indented(f.Indent(first.Pos()), []string{text}))
}

// deferText is the statement that defers an operation.
func deferText(f *gofix.File, g *op) string {
	if _, ok := g.node.(*ast.CallExpr); ok {
		return "defer " + plainText(f, g.node)
	}
	return "defer func() { " + plainText(f, g.node) + " }()"
}

// statementOf is the statement that is an operation and nothing else, or nil.
func statementOf(f *gofix.File, n ast.Node) ast.Stmt {
	for _, around := range f.Path(n.Pos(), n.End()) {
		switch s := around.(type) {
		case *ast.ExprStmt:
			if ast.Unparen(s.X) == n {
				return s
			}
			return nil
		case *ast.SendStmt:
			if s == n {
				return s
			}
			return nil
		case ast.Stmt:
			return nil
		}
	}
	return nil
}

// lonely reports whether a statement is all that its block has: an empty one would be left.
func lonely(f *gofix.File, stmt ast.Stmt) bool {
	path := f.Path(stmt.Pos(), stmt.End())
	k := slices.IndexFunc(path, func(n ast.Node) bool { return n == stmt })
	return k < 0 || k+1 >= len(path) || len(listOf(path[k+1])) < 2
}

// matches reports whether an operation gives back what another one takes, in words that mean the same in both places.
func (x *fixer) matches(f *gofix.File, o, g *op) bool {
	if f.Text(o.sem.Pos(), o.sem.End()) != f.Text(g.sem.Pos(), g.sem.End()) || !x.c.chain(o.sem, o.in, o.node.Pos()) {
		return false
	}
	if g.isChan {
		send, ok := g.node.(*ast.SendStmt)
		return !ok || x.c.info.Types[send.Value].Value != nil || isEmptyLit(send.Value)
	}
	return x.sameAmount(o, g)
}

func isEmptyLit(e ast.Expr) bool {
	lit, ok := e.(*ast.CompositeLit)
	return ok && len(lit.Elts) == 0
}

func (x *fixer) sameAmount(o, g *op) bool {
	if o.amount == nil || g.amount == nil {
		return o.amount == nil && g.amount == nil
	}
	a, ok1 := x.c.number(o.amount)
	b, ok2 := x.c.number(g.amount)
	if ok1 || ok2 {
		return ok1 && ok2 && a == b
	}
	key := x.c.plainKey(o.amount)
	return key != "" && key == x.c.plainKey(g.amount) && x.c.chain(g.amount, o.in, o.node.Pos())
}

// runsMore reports whether the function defers something after it has taken the permit that may wait for others or need
// a permit: it would run before the permit is given back.
func (x *fixer) runsMore(o *op) bool {
	more := false
	ast.Inspect(o.in.body, func(n ast.Node) bool {
		d, ok := n.(*ast.DeferStmt)
		if _, isLit := n.(*ast.FuncLit); isLit || more {
			return false
		}
		more = ok && d.Pos() > o.node.Pos() && !x.ends(d.Call)
		return !more
	})
	return more
}

// ends reports whether a call only ends something, without waiting.
func (x *fixer) ends(call *ast.CallExpr) bool {
	if t := x.c.info.TypeOf(call.Fun); t != nil && gotypes.Is(t, "context", "CancelFunc") {
		return true
	}
	f := x.c.callee(call)
	if f == nil || f.Pkg() == nil || !standard(f.Pkg()) {
		return false
	}
	switch f.Name() {
	case "Unlock", "RUnlock":
		return f.Pkg().Path() == "sync"
	case "Close":
		switch f.Pkg().Path() {
		case "io", "os", "database/sql":
			return true
		}
	case "Stop":
		return f.Pkg().Path() == "time"
	}
	return false
}
