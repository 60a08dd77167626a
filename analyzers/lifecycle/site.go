package lifecycle

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/gofix"
)

// site is where a function takes a permit: a statement of a block, and where the permit is held after it, if the function
// goes on with it only. Whether it does is for a rehearsal to say.
type site struct {
	list    []ast.Stmt     // of the block
	i       int            // the statement in it
	last    ast.Stmt       // after this statement of the list the permit is held
	body    *ast.BlockStmt // or all through this block, if last is nil
	fails   *ast.BlockStmt // what runs without the permit, and returns; nil if nothing does
	dropped bool           // the error is dropped, so whether the permit is held is not known
}

// siteOf finds out where an operation stands. It returns nil for forms that it does not know.
func (c *code) siteOf(f *gofix.File, o *op) *site {
	path := f.Path(o.node.Pos(), o.node.End())
	for k := range len(path) - 1 {
		stmt, isStmt := path[k].(ast.Stmt)
		if !isStmt {
			if _, isLit := path[k].(*ast.FuncLit); isLit {
				return nil
			}
			continue
		}
		list := listOf(path[k+1])
		if i := slices.Index(list, stmt); i >= 0 && !isClause(stmt) {
			s := &site{list: list, i: i}
			if c.fits(s, o) {
				return s
			}
			return nil
		}
	}
	return nil
}

// listOf is the statements of a block or clause.
func listOf(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

func isClause(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// fits fills in where the permit is held, if the statement is of a known form.
func (c *code) fits(s *site, o *op) bool {
	switch stmt := s.list[s.i].(type) {
	case *ast.SendStmt:
		s.last = stmt
		return stmt == o.node
	case *ast.ExprStmt:
		s.last = stmt
		s.dropped = o.how != surely && c.canFail(o)
		return ast.Unparen(stmt.X) == o.node
	case *ast.AssignStmt:
		return c.fitsAssign(s, stmt, o)
	case *ast.IfStmt:
		return c.fitsIf(s, stmt, stmt.Init, o)
	case *ast.SelectStmt:
		s.last = stmt
		return stmt == o.sel
	}
	return false
}

// fitsAssign: err := sem.Acquire(ctx, 1), and the condition in the next statement.
func (c *code) fitsAssign(s *site, stmt *ast.AssignStmt, o *op) bool {
	if len(stmt.Lhs) != 1 || len(stmt.Rhs) != 1 || ast.Unparen(stmt.Rhs[0]) != o.node {
		return false
	}
	if droppedCall(stmt) == o.node {
		s.last, s.dropped = stmt, o.how != surely && c.canFail(o)
		return true
	}
	if s.i+1 == len(s.list) {
		return false
	}
	next, ok := s.list[s.i+1].(*ast.IfStmt)
	return ok && next.Init == nil && c.fitsIf(s, next, stmt, o)
}

// fitsIf: a condition that asks whether the permit was got, in a statement before it or in itself.
func (c *code) fitsIf(s *site, stmt *ast.IfStmt, init ast.Stmt, o *op) bool {
	asked := ast.Node(o.node)
	if init != nil {
		set, ok := init.(*ast.AssignStmt)
		if !ok || len(set.Lhs) != 1 || len(set.Rhs) != 1 || ast.Unparen(set.Rhs[0]) != o.node {
			return false
		}
		asked = set.Lhs[0]
	}
	got, ok := c.asks(stmt.Cond, asked, o.how)
	switch {
	case !ok:
		return false
	case got:
		s.body = stmt.Body
		return true
	}
	s.last, s.fails = stmt, stmt.Body
	return endsInReturn(stmt.Body.List)
}

// asks reports whether a condition is that the permit was got, or that it was not.
func (c *code) asks(cond ast.Expr, asked ast.Node, how outcomeKind) (got, ok bool) {
	cond = ast.Unparen(cond)
	if how == byBool {
		if not, isNot := cond.(*ast.UnaryExpr); isNot && not.Op == token.NOT {
			return false, c.same(not.X, asked)
		}
		return true, c.same(cond, asked)
	}
	b, isBinary := cond.(*ast.BinaryExpr)
	if how != byError || !isBinary || b.Op != token.EQL && b.Op != token.NEQ || !c.info.Types[b.Y].IsNil() {
		return false, false
	}
	return b.Op == token.EQL, c.same(b.X, asked)
}

// same reports whether an expression is a node, or names the same variable.
func (c *code) same(e ast.Expr, n ast.Node) bool {
	e = ast.Unparen(e)
	if e == n {
		return true
	}
	x, ok1 := e.(*ast.Ident)
	y, ok2 := n.(*ast.Ident)
	return ok1 && ok2 && c.info.ObjectOf(x) != nil && c.info.ObjectOf(x) == c.info.ObjectOf(y)
}

func endsInReturn(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	_, ok := list[len(list)-1].(*ast.ReturnStmt)
	return ok
}

// quietAfter reports whether nothing is computed between the end of a statement and the end of its function: what comes
// after it in its block, and in the blocks around that one, are returns of what is there.
func (c *code) quietAfter(f *gofix.File, stmt ast.Stmt) bool {
	path := f.Path(stmt.Pos(), stmt.End())
	k := slices.IndexFunc(path, func(n ast.Node) bool { return n == stmt })
	if k < 0 {
		return false
	}
	for ; k+1 < len(path); k++ {
		switch outer := path[k+1].(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			if here, ok := path[k].(ast.Stmt); ok && !isClause(here) {
				list := listOf(outer)
				rest := list[slices.Index(list, here)+1:]
				if len(rest) > 0 {
					ret, isReturn := rest[0].(*ast.ReturnStmt)
					return isReturn && c.quiet(ret)
				}
			}
		case *ast.IfStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		case *ast.FuncDecl, *ast.FuncLit:
			return true
		default:
			return false
		}
	}
	return false
}

// quiet reports whether nothing in a node runs code of others or waits.
func (c *code) quiet(n ast.Node) bool {
	quiet := true
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			tv := c.info.Types[n.Fun]
			quiet = quiet && tv.IsType()
		case *ast.UnaryExpr:
			quiet = quiet && n.Op != token.ARROW
		}
		return quiet
	})
	return quiet
}

// chain reports whether an expression is a variable and fields of it, each of which stays what it is from a place to
// the end of the function.
func (c *code) chain(e ast.Expr, in *fn, from token.Pos) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return c.stays(c.info.Uses[e], in, from)
	case *ast.SelectorExpr:
		if c.info.Selections[e] != nil && !c.chain(e.X, in, from) {
			return false
		}
		return c.stays(c.info.Uses[e.Sel], in, from)
	}
	return false
}

// stays reports whether a variable has one value from a place to the end of the function.
func (c *code) stays(o types.Object, in *fn, from token.Pos) bool {
	v := variable(o)
	if v == nil {
		return false
	}
	all := c.writes[v.Origin()]
	if v.IsField() || v.Parent() == c.pass.Pkg.Scope() {
		return !slices.ContainsFunc(all, func(a assignment) bool { return a.in != nil && a.in.top == in.top })
	}
	return len(all) == 0 || len(all) == 1 && all[0].value != nil && all[0].at.End() <= from
}

// commented reports whether a comment stands in the lines of a statement or ends in the one above.
func commented(f *gofix.File, s ast.Stmt) bool {
	first, last := f.Line(s.Pos()), f.Line(s.End())
	return slices.ContainsFunc(f.Syntax().Comments, func(g *ast.CommentGroup) bool {
		return f.Line(g.Pos()) <= last && f.Line(g.End()) >= first-1
	})
}

// ownLines reports whether a statement has its lines for itself.
func ownLines(f *gofix.File, s ast.Stmt) bool {
	return strings.TrimSpace(f.Text(f.LineStart(f.Line(s.Pos())), s.Pos())) == "" && f.Alone(s.End())
}

// removeLines removes the lines of a statement, and a blank one where two would come together or one would stand at the
// edge of a block. It fails where a comment may be about the statement.
func removeLines(f *gofix.File, s ast.Stmt) {
	if !ownLines(f, s) || commented(f, s) {
		f.Fail()
		return
	}
	first, next := f.Line(s.Pos()), f.Line(s.End())+1
	text := func(line int) string { return strings.TrimSpace(f.Text(f.LineStart(line), f.LineStart(line+1))) }
	above, below := text(first-1), text(next)
	switch {
	case above == "" && (below == "" || strings.HasPrefix(below, "}")):
		first--
	case strings.HasSuffix(above, "{") && below == "":
		next++
	}
	f.Replace(f.LineStart(first), f.LineStart(next), "")
}

// insertBelow writes lines below a statement.
func insertBelow(f *gofix.File, s ast.Stmt, lines ...string) {
	if !ownLines(f, s) {
		f.Fail()
		return
	}
	at := f.LineStart(f.Line(s.End()) + 1)
	f.Replace(at, at, indented(f.Indent(s.Pos()), lines))
}

// insertAbove writes lines above a statement.
func insertAbove(f *gofix.File, s ast.Stmt, lines ...string) {
	at := f.LineStart(f.Line(s.Pos()))
	if strings.TrimSpace(f.Text(at, s.Pos())) != "" {
		f.Fail()
		return
	}
	f.Replace(at, at, indented(f.Indent(s.Pos()), lines))
}

func indented(indent string, lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(indent + l + "\n")
	}
	return b.String()
}

// plainText is the source of a node with "\n" for line endings.
func plainText(f *gofix.File, n ast.Node) string {
	return strings.ReplaceAll(f.Text(n.Pos(), n.End()), "\r\n", "\n")
}
