package lifecycle

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/gofix"
	"github.com/reslint/reslint/internal/gotypes"
)

// badGive moves a deferred release behind the acquire that it stands before, or returns the error of an acquire.
func (x *fixer) badGive(b badGive) []analysis.SuggestedFix {
	if b.by.helper || b.by.in == nil {
		return nil
	}
	f := x.files.Open(b.by.node.Pos())
	if f == nil {
		return nil
	}
	s := x.c.siteOf(f, b.by)
	switch {
	case s == nil:
		return nil
	case s.dropped:
		return x.returnError(f, s, b.by)
	}
	return x.moveDefer(f, s, b)
}

func (x *fixer) moveDefer(f *gofix.File, s *site, b badGive) []analysis.SuggestedFix {
	if s.i == 0 || s.last == nil || b.by.loop != nil {
		return nil
	}
	d, ok := s.list[s.i-1].(*ast.DeferStmt)
	if !ok || !x.defers(d, b) {
		return nil
	}
	removeLines(f, d)
	text := strings.Split(plainText(f, d), "\n"+f.Indent(d.Pos()))
	insertBelow(f, s.last, text...)
	change := &plan{gone: map[ast.Stmt]bool{d: true}, after: map[ast.Stmt]*ast.DeferStmt{s.last: d}}
	if !x.c.rehearse(b.by, change) {
		return nil
	}
	return f.Fix("Defer giving the permit back once it is held")
}

// defers reports whether a statement defers just the operation that gives a permit back.
func (x *fixer) defers(d *ast.DeferStmt, b badGive) bool {
	give := x.c.ops[b.at]
	if give == nil {
		return false
	}
	if d.Call == b.at {
		return x.c.chain(give.sem, b.by.in, d.Pos()) && (give.amount == nil || x.c.quiet(give.amount)) &&
			x.sameAmount(b.by, give)
	}
	lit, ok := d.Call.Fun.(*ast.FuncLit)
	if !ok || len(d.Call.Args) > 0 || len(lit.Body.List) != 1 {
		return false
	}
	switch stmt := lit.Body.List[0].(type) {
	case *ast.ExprStmt:
		return ast.Unparen(stmt.X) == b.at
	case *ast.SendStmt:
		return stmt == b.at
	}
	return false
}

// returnError has the function return the error that it drops.
func (x *fixer) returnError(f *gofix.File, s *site, o *op) []analysis.SuggestedFix {
	stmt := s.list[s.i]
	if o.how != byError || o.loop != nil || !ownLines(f, stmt) || commented(f, stmt) || !x.nothingOpen(o) {
		return nil
	}
	zeros, ok := zeroResults(f, o)
	if !ok || !x.c.rehearse(o, &plan{checked: stmt}) {
		return nil
	}
	in := f.Indent(stmt.Pos())
	f.Replace(stmt.Pos(), o.node.Pos(), "if err := ")
	f.Replace(o.node.End(), stmt.End(), "; err != nil {\n"+in+"\treturn "+zeros+"err\n"+in+"}")
	return f.Fix("Return the error of " + types.ExprString(o.node.(*ast.CallExpr).Fun))
}

// zeroResults are the results before the error, if their zero values are literals.
func zeroResults(f *gofix.File, o *op) (string, bool) {
	res := o.in.sig.Results()
	n := res.Len()
	if n == 0 || !gotypes.IsError(res.At(n-1).Type()) {
		return "", false
	}
	var out strings.Builder
	for r := range res.Variables() {
		zero := zeroOf(r.Type())
		if r == res.At(n-1) {
			break
		}
		if obj := f.Visible(zero, o.node.Pos()); zero == "" || obj != nil && obj.Parent() != types.Universe {
			return "", false
		}
		out.WriteString(zero + ", ")
	}
	return out.String(), true
}

// zeroOf is the zero value of a type, if it is nil, 0, "" or false.
func zeroOf(t types.Type) string {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return ""
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return "nil"
	case *types.Basic:
		switch {
		case u.Info()&types.IsNumeric != 0:
			return "0"
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsBoolean != 0:
			return "false"
		}
	}
	return ""
}

// nothingOpen reports whether a function has nothing to undo when it returns where it takes a permit: so far it has only
// computed, and whatever it has got is given back by a deferred call.
func (x *fixer) nothingOpen(o *op) bool {
	closed := true
	ast.Inspect(o.in.body, func(n ast.Node) bool {
		if n == nil || n.Pos() >= o.node.Pos() || !closed {
			return false
		}
		switch n := n.(type) {
		case *ast.DeferStmt, *ast.FuncLit:
			return false
		case *ast.SendStmt, *ast.ForStmt, *ast.RangeStmt:
			closed = false
		case *ast.AssignStmt:
			closed = !slices.ContainsFunc(n.Lhs, x.shared)
		case *ast.IncDecStmt:
			closed = !x.shared(n.X)
		case *ast.UnaryExpr:
			closed = n.Op != token.ARROW
		case *ast.CallExpr:
			closed = n == o.node || x.c.info.Types[n.Fun].IsType() || x.computes(n) || x.cancelled(n, o)
		}
		return closed
	})
	return closed
}

// shared reports whether an assignment to an expression may be seen by others: they would miss what undoes it.
func (x *fixer) shared(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return true
	}
	v := variable(x.c.info.ObjectOf(id))
	return v != nil && v.Parent() == x.c.pass.Pkg.Scope()
}

// computing are the packages whose functions leave nothing behind that has to be ended.
var computing = map[string]bool{
	"fmt": true, "strings": true, "strconv": true, "errors": true, "log": true, "log/slog": true, "encoding/json": true,
	"net/url": true, "bytes": true, "math": true, "path": true, "unicode": true,
}

func (x *fixer) computes(call *ast.CallExpr) bool {
	if x.c.info.Types[call.Fun].IsBuiltin() {
		return x.c.callName(call) != "close" && x.c.callName(call) != "panic"
	}
	f := x.c.callee(call)
	if f == nil || f.Pkg() == nil {
		return false
	}
	switch name := f.Pkg().Path() + "." + f.Name(); name {
	case "time.Now", "time.Since", "net/http.NewRequest", "net/http.NewRequestWithContext", "net/http.Context",
		"context.Background", "context.TODO", "context.WithValue", "context.WithoutCancel":
		return true
	}
	return computing[f.Pkg().Path()]
}

func (c *code) callName(call *ast.CallExpr) string {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// cancelled reports whether a call makes a context whose cancel function is deferred before the permit is taken.
func (x *fixer) cancelled(call *ast.CallExpr, o *op) bool {
	f := x.c.callee(call)
	if f == nil || f.Pkg() == nil || f.Pkg().Path() != "context" {
		return false
	}
	v := x.c.resultVar(call, 1)
	found := false
	ast.Inspect(o.in.body, func(n ast.Node) bool {
		if d, ok := n.(*ast.DeferStmt); ok && d.End() <= o.node.Pos() {
			id, isID := d.Call.Fun.(*ast.Ident)
			found = found || isID && v != nil && x.c.info.Uses[id] == v
		}
		return !found
	})
	return found
}
