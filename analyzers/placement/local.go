package placement

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/rule"
)

// checkLocal reports breakers around code that never leaves the process but for its own database.
func checkLocal(r *rule.Reporter, p *pack, f *function) {
	if f.generated {
		return
	}
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if k, _ := p.enters(c); k != catalog.Breaker {
			return true
		}
		l := locality{p: p, seen: make(map[*types.Func]bool)}
		if l.callbacks(c) && l.all {
			what := "code that only computes"
			if l.database {
				what = "the program's own database, which has a pool of its own"
			}
			r.Report(rule.Finding{Check: wrapperOnLocal, Place: rule.At(c), Message: "the circuit breaker is around " + what})
		}
		return true
	})
}

// locality finds out whether all that some code calls is local.
type locality struct {
	p        *pack
	seen     map[*types.Func]bool
	all      bool
	database bool
}

// callbacks judges the functions that are handed to the breaker; it is false if there are none to be seen.
func (l *locality) callbacks(c *ast.CallExpr) bool {
	l.all = true
	any := false
	for _, a := range c.Args {
		switch a := ast.Unparen(a).(type) {
		case *ast.FuncLit:
			any = true
			l.body(a.Body)
		case *ast.Ident, *ast.SelectorExpr:
			if fn := l.p.funcValue(a); fn != nil {
				any = true
				l.function(fn)
			} else if _, isFunc := l.p.info.TypeOf(a).Underlying().(*types.Signature); isFunc {
				l.all = false
			}
		}
	}
	return any
}

// funcValue returns the function of the package that an expression names.
func (p *pack) funcValue(e ast.Expr) *types.Func {
	var id *ast.Ident
	switch e := e.(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	}
	fn, _ := p.info.Uses[id].(*types.Func)
	return fn
}

func (l *locality) body(b *ast.BlockStmt) {
	ast.Inspect(b, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.SendStmt:
			l.all = false
		case *ast.UnaryExpr:
			l.all = l.all && n.Op.String() != "<-"
		case *ast.CallExpr:
			l.call(n)
		}
		return l.all
	})
}

func (l *locality) call(c *ast.CallExpr) {
	if tv, ok := l.p.info.Types[c.Fun]; ok && (tv.IsType() || tv.IsBuiltin()) {
		return
	}
	if _, lit := ast.Unparen(c.Fun).(*ast.FuncLit); lit {
		return // its body is looked at
	}
	fn := l.p.callee(c)
	if fn == nil {
		l.all = false
		return
	}
	l.function(fn)
}

func (l *locality) function(fn *types.Func) {
	if l.seen[fn] || !l.all {
		return
	}
	l.seen[fn] = true
	switch f := l.p.funcs[fn]; {
	case f != nil:
		l.body(f.decl.Body)
	case fn.Pkg() == nil: // error.Error
	case fn.Pkg().Path() == "database/sql":
		l.database = true
	case fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type()) && fn.Pkg() == l.p.pass.Pkg:
		l.all = false
	default:
		l.all = computes(fn.Pkg().Path())
	}
}

// computing are the packages of the standard library that never wait for anything outside the process.
var computing = []string{"bytes", "cmp", "container", "context", "encoding", "errors", "fmt", "hash", "html", "iter", "log", "maps",
	"math", "path", "reflect", "regexp", "slices", "sort", "strconv", "strings", "sync", "text", "time", "unicode"}

func computes(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	for _, c := range computing {
		if first == c {
			return true
		}
	}
	return false
}
