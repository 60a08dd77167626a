package placement

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
	"github.com/reslint/reslint/internal/rule"
)

// checkLocal reports breakers around code that never leaves the process but for its own database.
func checkLocal(r *rule.Reporter, p *pack, f *function) {
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		what := ""
		switch {
		case p.enters(c) == catalog.Breaker:
			what = p.localAround(c, f)
		case p.runsInBreaker(c):
			what = p.localCallbacks(c)
		}
		if what != "" {
			r.Report(rule.Finding{Check: wrapperOnLocal, Place: rule.At(c), Message: "the circuit breaker is around " + what})
		}
		return true
	})
}

// localAround says what a breaker is around, where all of it is local; else it is empty.
func (p *pack) localAround(c *ast.CallExpr, f *function) string {
	l := &locality{p: p, seen: make(map[*types.Func]bool), all: true}
	row := catalog.LookupFunc(p.callee(c))
	if row == nil || row.Send != nil {
		return ""
	}
	if len(row.Calls) > 0 {
		l.callbacks(c)
	} else {
		l.twoStep(c, f)
		l.works = false
	}
	return l.what()
}

// what says what all of it is, if it is local.
func (l *locality) what() string {
	switch {
	case !l.all:
		return ""
	case l.database:
		return "the program's own database, which has a pool of its own"
	case l.works:
		return "code that only computes"
	}
	return "" // nothing is run: an outcome is recorded
}

// locality finds out whether all that some code calls is local.
type locality struct {
	p        *pack
	seen     map[*types.Func]bool
	told     map[*types.Var]bool // functions that tell a breaker how it went
	all      bool
	database bool // some of it is in the program's own database
	works    bool // it does more than make an error
}

// callbacks judges the functions that are handed to the breaker.
func (l *locality) callbacks(c *ast.CallExpr) {
	for _, a := range c.Args {
		l.callback(a)
	}
}

func (l *locality) callback(a ast.Expr) {
	t := l.p.info.TypeOf(a)
	if t == nil {
		return
	}
	if _, ok := t.Underlying().(*types.Signature); !ok {
		return
	}
	if lit, ok := ast.Unparen(a).(*ast.FuncLit); ok {
		l.body(lit.Body)
		return
	}
	if fn := l.p.named(a); fn != nil {
		l.function(fn.Origin())
		return
	}
	if v := l.p.variable(a); v != nil && !v.IsField() {
		if lit, ok := l.p.definition(v).(*ast.FuncLit); ok {
			l.body(lit.Body)
			return
		}
	}
	l.all = l.all && l.p.info.Types[a].IsNil()
}

// twoStep judges the function in which a breaker is asked.
func (l *locality) twoStep(c *ast.CallExpr, f *function) {
	l.told = make(map[*types.Var]bool)
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok && len(as.Rhs) == 1 && as.Rhs[0] == ast.Expr(c) {
			l.told[l.p.variable(as.Lhs[0])] = true
		}
		return true
	})
	l.body(f.decl.Body)
}

func (l *locality) body(b *ast.BlockStmt) {
	ast.Inspect(b, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.SendStmt, *ast.SelectStmt:
			l.all = false
		case *ast.RangeStmt:
			_, ch := l.p.info.TypeOf(n.X).Underlying().(*types.Chan)
			l.all = l.all && !ch
			l.works = true
		case *ast.ForStmt:
			l.works = true
		case *ast.ReturnStmt:
			l.works = l.works || slices.ContainsFunc(n.Results, l.p.computed)
		case *ast.AssignStmt:
			l.works = l.works || slices.ContainsFunc(n.Rhs, l.p.computed)
		case *ast.IndexExpr:
			l.works = l.works || !l.p.info.Types[n.Index].IsType()
		case *ast.UnaryExpr:
			l.all = l.all && n.Op != token.ARROW
		case *ast.CallExpr:
			l.call(n)
		}
		return l.all
	})
}

// computed reports whether an expression is a number that is worked out.
func (p *pack) computed(e ast.Expr) bool {
	tv := p.info.Types[e]
	_, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || tv.Value != nil || tv.Type == nil {
		return false
	}
	b, ok := tv.Type.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

func (l *locality) call(c *ast.CallExpr) {
	if tv, ok := l.p.info.Types[c.Fun]; ok && (tv.IsType() || tv.IsBuiltin()) {
		return
	}
	for _, a := range c.Args {
		if _, lit := ast.Unparen(a).(*ast.FuncLit); !lit { // what is in a literal is looked at
			l.callback(a)
		}
	}
	if _, lit := ast.Unparen(c.Fun).(*ast.FuncLit); lit || !l.all {
		return
	}
	if v := l.p.variable(c.Fun); v != nil && l.told[v] {
		return
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
	case database(fn.Pkg().Path()):
		l.database = true
	case l.told != nil && isBreaker(fn):
	default:
		l.all = computes(fn)
		l.works = l.works || !quiet(fn.Pkg().Path())
	}
}

// database reports whether a package is database/sql, or works on its pool.
func database(path string) bool {
	return path == "database/sql" || path == "github.com/jmoiron/sqlx"
}

// computing are the packages of the standard library that never wait for anything outside the process, unless a
// reader or writer leads there; idle are those among them that do no work to speak of.
var (
	computing = []string{"bytes", "cmp", "container", "context", "encoding", "errors", "fmt", "hash", "html", "iter", "log", "maps",
		"math", "path", "reflect", "regexp", "slices", "sort", "strconv", "strings", "sync", "text", "time", "unicode"}
	idle = []string{"context", "errors", "fmt", "log", "math", "time"}
)

func quiet(path string) bool { return slices.Contains(idle, first(path)) }

// waiting are functions of these packages that wait for somebody else, or stand for a call in an example.
var waiting = []string{"Sleep", "Wait", "After", "Tick"}

// inbound are functions of net/http that look at a request that is here.
var inbound = []string{"(*net/http.Request).Context", "(*net/http.Request).PathValue", "(*net/http.Request).Cookie",
	"(net/http.Header).Get", "(net/http.Header).Values", "(*net/url.URL).Query", "(net/url.Values).Get"}

func computes(fn *types.Func) bool {
	if slices.Contains(inbound, fn.FullName()) {
		return true
	}
	if !slices.Contains(computing, first(fn.Pkg().Path())) || slices.Contains(waiting, fn.Name()) {
		return false
	}
	for v := range fn.Signature().Params().Variables() {
		if n := gotypes.Named(v.Type()); n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "io" {
			return false
		}
	}
	recv := fn.Signature().Recv()
	return recv == nil || !types.IsInterface(recv.Type()) || !strings.HasPrefix(fn.Pkg().Path(), "encoding")
}
