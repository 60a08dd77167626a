package lifecycle

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/gofix"
	"github.com/reslint/reslint/internal/gotypes"
)

// boundWait gives the wait for a permit a deadline of its own.
func (x *fixer) boundWait(o *op) []analysis.SuggestedFix {
	if o.ctx == nil || o.loop != nil || o.how != byError || inGoroutine(o.in) {
		return nil
	}
	f := x.files.Open(o.node.Pos())
	if f == nil || !x.plainContext(o.ctx) || o.amount != nil && x.c.refers(o.amount, o.ctx) {
		return nil
	}
	stmt := x.boundable(f, o)
	if stmt == nil || !x.c.rehearse(o, &plan{fails: o}) {
		return nil
	}
	at := stmt.Pos()
	ctx, cancel := x.fresh(o.in.top)
	with, wait := f.Name("context", "WithTimeout", at), f.Duration(x.wait, at)
	insertAbove(f, stmt, fmt.Sprintf("%s, %s := %s(%s, %s)", ctx, cancel, with, plainText(f, o.ctx), wait), "defer "+cancel+"()")
	f.Replace(o.ctx.Pos(), o.ctx.End(), ctx)
	return f.Fix("Wait for a permit no longer than " + x.wait.String())
}

// inGoroutine reports whether a function literal or one around it is a goroutine: work that queues on purpose.
func inGoroutine(f *fn) bool {
	for ; f != nil; f = f.outer {
		if f.use.kind == usedGo {
			return true
		}
	}
	return false
}

// plainContext reports whether an expression can be computed one statement earlier: a variable, a field, a context
// without a parent, or that of a request.
func (x *fixer) plainContext(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return x.c.plainKey(e) != ""
	}
	f := x.c.callee(call)
	if f == nil || f.Pkg() == nil {
		return false
	}
	switch f.Pkg().Path() + "." + f.Name() {
	case "context.Background", "context.TODO":
		return true
	case "net/http.Context":
		sel, isSel := call.Fun.(*ast.SelectorExpr)
		return isSel && x.c.plainKey(sel.X) != ""
	}
	return false
}

// boundable is the statement that waits, if the function returns where it gets no permit, tells its caller and does not
// ask the old context why. Callers of a function that leaves with the permit may ask it: it fails for no other reason.
func (x *fixer) boundable(f *gofix.File, o *op) ast.Stmt {
	s := x.c.siteOf(f, o)
	if s == nil || s.fails == nil || x.c.refers(s.fails, o.ctx) || !x.tells(o.in, s.fails) || x.c.handsToCaller(o.in.top) {
		return nil
	}
	return s.list[s.i]
}

// refers reports whether a node mentions what a context is: a variable, a field, or the variable of a request.
func (c *code) refers(n ast.Node, ctx ast.Expr) bool {
	if call, ok := ctx.(*ast.CallExpr); ok {
		sel, isSel := call.Fun.(*ast.SelectorExpr)
		if !isSel || c.info.Selections[sel] == nil {
			return false
		}
		ctx = sel.X
	}
	id := lastIdent(ctx)
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if x, ok := n.(*ast.Ident); ok && id != nil && c.info.Uses[x] != nil {
			found = found || c.info.Uses[x] == c.info.Uses[id]
		}
		return !found
	})
	return found
}

// tells reports whether a block that returns without a permit says so in every case: by its results, or to an HTTP
// client.
func (x *fixer) tells(f *fn, fails *ast.BlockStmt) bool {
	ret := fails.List[len(fails.List)-1].(*ast.ReturnStmt)
	if f.sig == nil || x.leavesOtherwise(fails, ret) {
		return false
	}
	res := f.sig.Results()
	if res.Len() == 0 {
		return servesHTTP(f.sig) && !x.c.quiet(fails)
	}
	last := res.At(res.Len() - 1).Type()
	return len(ret.Results) > 0 && (gotypes.IsError(last) || isBool(last)) && x.c.ending(f, ret, state{}) != endsWell
}

// leavesOtherwise reports whether a block may be left in another way than by its last statement.
func (x *fixer) leavesOtherwise(block *ast.BlockStmt, last *ast.ReturnStmt) bool {
	otherwise := false
	ast.Inspect(block, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			otherwise = otherwise || n != last
		case *ast.CallExpr:
			otherwise = otherwise || x.c.exits(n)
		}
		return !otherwise
	})
	return otherwise
}

// fresh makes names for a context and its cancel function that a function does not have.
func (x *fixer) fresh(top *fn) (ctx, cancel string) {
	used := x.used[top]
	if used == nil {
		used = make(map[string]bool)
		ast.Inspect(top.node, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				used[id.Name] = true
			}
			return true
		})
		x.used[top] = used
	}
	ctx, cancel = "acquireCtx", "cancelAcquire"
	for i := 2; used[ctx] || used[cancel]; i++ {
		ctx, cancel = fmt.Sprint("acquireCtx", i), fmt.Sprint("cancelAcquire", i)
	}
	used[ctx], used[cancel] = true, true
	return ctx, cancel
}
