package lifecycle

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
	"github.com/reslint/reslint/internal/rule"
)

// spawn starts a goroutine.
type spawn struct {
	at    ast.Node // *ast.GoStmt, or the call of a method such as Group.Go
	call  *ast.CallExpr
	fun   ast.Expr // what runs
	row   *catalog.Spawn
	in    *fn
	loops []ast.Stmt // around it, outermost first
}

func (s *scanner) spawn(n ast.Node, call *ast.CallExpr) {
	if s.fn == nil {
		return
	}
	sp := &spawn{at: n, call: call, fun: call.Fun, in: s.fn, loops: slices.Clone(s.fn.loops)}
	if _, isGo := n.(*ast.GoStmt); !isGo {
		if len(call.Args) != 1 {
			return
		}
		sp.fun, sp.row = call.Args[0], catalog.LookupSpawn(s.c.callee(call))
	}
	s.c.spawned = append(s.c.spawned, sp)
}

// smallNumber is how many goroutines at once are no fan-out.
const smallNumber = 16

// checkFanOut reports goroutines that are started in a loop and call a system without a limit.
func checkFanOut(r *rule.Reporter, c *code) {
	for _, sp := range c.spawned {
		loop := sp.loop()
		if loop == nil {
			loop = c.loopOfCaller(sp)
		}
		if loop == nil || c.fewRounds(loop) || c.paced(loop, sp) || c.limited(sp) || c.manySystems(loop) {
			continue
		}
		g := c.goroutine(sp)
		if g == nil || !g.sends || g.limited || g.perItem(c, loop) || c.worker(sp, loop) {
			continue
		}
		c.reportFanOut(r, sp, loop, g)
	}
}

func (sp *spawn) loop() ast.Stmt {
	if len(sp.loops) == 0 {
		return nil
	}
	return sp.loops[len(sp.loops)-1]
}

func (c *code) reportFanOut(r *rule.Reporter, sp *spawn, loop ast.Stmt, g *reach) {
	f := rule.Finding{Check: unboundedFanout, Place: rule.Place{Pos: sp.at.Pos(), End: sp.call.Lparen}}
	if _, isGo := sp.at.(*ast.GoStmt); isGo {
		f.End = sp.at.Pos() + token.Pos(len("go"))
	}
	what := "each item"
	if _, isRange := loop.(*ast.RangeStmt); !isRange {
		what = "each round of the loop"
	}
	f.Message = fmt.Sprintf("a goroutine for %s makes calls on line %d, and nothing limits how many do at once", what, c.line(g.at))
	if c.pass.Fset.Position(g.at.Pos()).Filename != c.pass.Fset.Position(sp.at.Pos()).Filename {
		f.Message = fmt.Sprintf("a goroutine for %s makes outbound calls, and nothing limits how many do at once", what)
	}
	f.Related = []rule.Related{{Place: rule.At(g.at), Message: "the call"}, {Place: rule.Place{Pos: loop.Pos(), End: loop.Pos() + token.Pos(len("for"))}, Message: "the loop"}}
	r.Report(f)
}

// loopOfCaller is a loop around the calls of a function that starts a goroutine and does not wait for it.
func (c *code) loopOfCaller(sp *spawn) ast.Stmt {
	f := sp.in
	if f.obj == nil || len(c.calls[f.obj]) == 0 || c.values[f.obj] || f.obj.Exported() && c.pass.Pkg.Name() != "main" {
		return nil
	}
	if sp.row != nil && sp.row.Limit != "" || c.waits(f.body, nil) {
		return nil
	}
	for _, call := range c.calls[f.obj] {
		if loop := c.loopOf(call); loop != nil && !c.waits(loopBody(loop), nil) {
			return loop
		}
	}
	return nil
}

func loopBody(loop ast.Stmt) *ast.BlockStmt {
	switch l := loop.(type) {
	case *ast.ForStmt:
		return l.Body
	case *ast.RangeStmt:
		return l.Body
	}
	return nil
}

// fewRounds reports whether a loop has a small number of rounds, or one that somebody chose.
func (c *code) fewRounds(loop ast.Stmt) bool {
	switch l := loop.(type) {
	case *ast.RangeStmt:
		return c.fewElements(l.X)
	case *ast.ForStmt:
		if l.Cond == nil {
			return !c.receivesWork(l.Body)
		}
		b, ok := ast.Unparen(l.Cond).(*ast.BinaryExpr)
		if !ok {
			return false
		}
		return c.fewElements(b.Y) || c.fewElements(b.X) && b.Op != token.NEQ
	}
	return true
}

// fewElements: a small constant, an array, a literal, a part of a slice, or a number that a setting holds.
func (c *code) fewElements(e ast.Expr) bool {
	e = ast.Unparen(e)
	if n, ok := c.number(e); ok {
		return n > 0 && n <= smallNumber
	}
	switch t := c.info.TypeOf(e).Underlying().(type) {
	case *types.Array:
		return t.Len() <= smallNumber
	case *types.Basic:
		return t.Info()&types.IsInteger != 0 && c.chosen(e)
	}
	switch x := e.(type) {
	case *ast.CompositeLit:
		return len(x.Elts) <= smallNumber
	case *ast.SliceExpr:
		return x.High != nil
	case *ast.Ident:
		v, ok := c.info.Uses[x].(*types.Var)
		if !ok {
			return false
		}
		if def := c.single[v]; def != nil {
			return c.fewElements(def)
		}
		return v.Parent() == c.pass.Pkg.Scope() && c.literalOnly(v)
	}
	return false
}

// chosen reports whether a number is a setting, rather than how many things there are.
func (c *code) chosen(e ast.Expr) bool {
	switch x := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		return true
	case *ast.CallExpr:
		id, ok := ast.Unparen(x.Fun).(*ast.Ident)
		if ok && (id.Name == "min" || id.Name == "int") {
			return slices.ContainsFunc(x.Args, c.fewElements)
		}
		f := c.callee(x)
		return f != nil && f.Pkg() != nil && f.Pkg().Path() == "runtime"
	case *ast.StarExpr:
		return true // of a flag
	case *ast.Ident:
		v, ok := c.info.Uses[x].(*types.Var)
		if !ok {
			return false
		}
		if def := c.single[v]; def != nil {
			return c.fewElements(def)
		}
		return v.Parent() == c.pass.Pkg.Scope() || limitName(x.Name)
	}
	return false
}

func limitName(name string) bool {
	name = strings.ToLower(name)
	for _, w := range []string{"worker", "concurren", "parallel", "limit", "max", "thread"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// literalOnly reports whether a package-level variable is a short literal that is never assigned.
func (c *code) literalOnly(v *types.Var) bool {
	if len(c.writes[v]) != 1 || c.writes[v][0].value == nil {
		return false
	}
	lit, ok := ast.Unparen(c.writes[v][0].value).(*ast.CompositeLit)
	return ok && len(lit.Elts) <= smallNumber
}

// receivesWork reports whether a loop without a condition takes its items from a channel.
func (c *code) receivesWork(body *ast.BlockStmt) bool {
	found := false
	inspectOwn(body, func(n ast.Node) {
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Rhs) == 1 {
			if u, ok := ast.Unparen(a.Rhs[0]).(*ast.UnaryExpr); ok && u.Op == token.ARROW && c.isWork(u.X) {
				found = true
			}
		}
	})
	return found
}

func (c *code) isTime(ch ast.Expr) bool {
	t, ok := c.info.TypeOf(ch).Underlying().(*types.Chan)
	return ok && gotypes.Is(t.Elem(), "time", "Time")
}

func (c *code) isWork(ch ast.Expr) bool {
	t, ok := c.info.TypeOf(ch).Underlying().(*types.Chan)
	return ok && !c.isTime(ch) && !dullElem(t)
}

// inspectOwn visits a function's own nodes, without the literals in it.
func inspectOwn(body ast.Node, visit func(ast.Node)) {
	ast.Inspect(body, func(n ast.Node) bool {
		if _, isLit := n.(*ast.FuncLit); isLit {
			return false
		}
		if n != nil {
			visit(n)
		}
		return true
	})
}

// paced reports whether a loop waits in each round: for a goroutine, a permit, a tick, or something that is called so.
func (c *code) paced(loop ast.Stmt, sp *spawn) bool {
	if r, ok := loop.(*ast.RangeStmt); ok {
		if c.isTime(r.X) {
			return true
		}
		if call, isCall := ast.Unparen(r.X).(*ast.CallExpr); isCall {
			if f := c.callee(call); f != nil && strings.Contains(f.Name(), "Chunk") {
				return true
			}
		}
	}
	if c.waits(loopBody(loop), sp) {
		return true
	}
	for i := len(sp.loops) - 2; i >= 0; i-- { // batches
		if c.waits(loopBody(sp.loops[i]), sp) {
			return true
		}
	}
	return false
}

// waits reports whether a block waits for something, apart from the values that it works on.
func (c *code) waits(body *ast.BlockStmt, sp *spawn) bool {
	found := false
	ways := make(map[ast.Stmt]bool) // out of a select
	inspectOwn(body, func(n ast.Node) {
		if o := c.ops[n]; o != nil {
			found = true
			return
		}
		switch n := n.(type) {
		case *ast.CommClause:
			ways[n.Comm] = true
		case *ast.ExprStmt:
			if u, ok := ast.Unparen(n.X).(*ast.UnaryExpr); ok && u.Op == token.ARROW && (!ways[n] || c.isTime(u.X)) {
				found = true
			}
		case *ast.AssignStmt:
			if u, ok := ast.Unparen(n.Rhs[0]).(*ast.UnaryExpr); ok && u.Op == token.ARROW && (!c.isWork(u.X) || c.givesBack(sp, u.X)) {
				found = true
			}
		case *ast.CallExpr:
			found = found || (sp == nil || n != sp.call) && (c.waitsIn(n) || c.borrows(n, sp))
		}
	})
	return found
}

// borrows reports whether a call of a function of the package receives what the goroutine sends back.
func (c *code) borrows(call *ast.CallExpr, sp *spawn) bool {
	d := c.own(call)
	if d == nil {
		return false
	}
	found := false
	inspectOwn(d.body, func(n ast.Node) {
		u, ok := n.(*ast.UnaryExpr)
		found = found || ok && u.Op == token.ARROW && c.givesBack(sp, u.X)
	})
	return found
}

// givesBack reports whether a goroutine sends to a channel, itself or through functions of the package: it has taken what
// it sends, a buffer say, out of there.
func (c *code) givesBack(sp *spawn, ch ast.Expr) bool {
	if sp == nil {
		return false
	}
	last, body := c.path(ch).last, c.bodyOf(sp)
	if lit := c.called(sp.call); body == nil && lit != nil {
		body = lit.Body
	}
	return last != nil && body != nil && c.sendsTo(body, last, 0)
}

func (c *code) sendsTo(body ast.Node, ch types.Object, depth int) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			found = found || c.path(n.Chan).last == ch
		case *ast.CallExpr:
			if d := c.own(n); d != nil && !found && depth < maxInline {
				found = c.sendsTo(d.body, ch, depth+1)
			}
		}
		return !found
	})
	return found
}

// waitsIn reports whether a call waits for a goroutine, a permit or its turn.
func (c *code) waitsIn(call *ast.CallExpr) bool {
	f := c.callee(call)
	if f == nil {
		return false
	}
	if d := catalog.LookupDrain(f); d != nil {
		return true
	}
	if p := catalog.LookupPermit(f); p != nil {
		return p.Role != catalog.Give
	}
	if d := c.decls[f]; d != nil && c.touching[d] && len(c.summary(d).takes)+c.summary(d).returned+1 > 0 {
		return true
	}
	if row := catalog.LookupFunc(f); row != nil && (row.Delay || row.Enter == catalog.Bulkhead) {
		return true
	}
	return !standard(f.Pkg()) && pacingName(f.Name())
}

// standard reports whether a package is of the standard library.
func standard(p *types.Package) bool {
	if p == nil {
		return true
	}
	first, _, _ := strings.Cut(p.Path(), "/")
	return !strings.Contains(first, ".")
}

// pacingName: what is called so limits something, whatever library it is of.
func pacingName(name string) bool {
	name = strings.ToLower(name)
	for _, w := range []string{"acquire", "throttle", "limit", "semaphore", "waitfor", "backpressure", "reserve"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return name == "wait" || name == "take"
}

// limited reports whether the group that runs a goroutine has a limit, or may have got one elsewhere.
func (c *code) limited(sp *spawn) bool {
	if sp.row == nil || sp.row.Limit == "" {
		return false
	}
	sel, ok := ast.Unparen(sp.call.Fun).(*ast.SelectorExpr)
	if !ok {
		return true
	}
	p := c.path(sel.X)
	v := variable(p.root)
	if v == nil || p.rest != "" || v.Parent() == c.pass.Pkg.Scope() || c.isParam(v) || v == recvOf(sp.in.top) {
		return !p.ok() || !c.groupWithoutLimit(p, sp)
	}
	return c.setsLimit(p, sp) || c.handedOn(v)
}

// groupWithoutLimit: a group that a field holds, of which the package shows that no limit is set.
func (c *code) groupWithoutLimit(p path, sp *spawn) bool {
	v := variable(p.last)
	if v == nil || !v.IsField() || v.Exported() {
		return false
	}
	for _, f := range c.fns {
		found := false
		inspectOwn(f.body, func(n ast.Node) {
			if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == sp.row.Limit && c.path(sel.X).last == p.last {
				found = true
			}
		})
		if found {
			return false
		}
	}
	return true
}

// setsLimit reports whether a limit is set on the group.
func (c *code) setsLimit(p path, sp *spawn) bool {
	found := false
	ast.Inspect(sp.in.top.body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 {
			return true
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if ok && sel.Sel.Name == sp.row.Limit && c.key(c.path(sel.X)) == c.key(p) {
			n, known := c.number(call.Args[0])
			found = found || !known || n >= 0
		}
		return true
	})
	return found
}

// handedOn reports whether a group is handed to another function, which may set a limit, or came from one.
func (c *code) handedOn(v *types.Var) bool {
	for _, a := range c.writes[v] {
		call, ok := ast.Unparen(a.value).(*ast.CallExpr)
		if ok {
			f := c.callee(call)
			if f == nil || f.Pkg() == nil || f.Pkg().Path() != "golang.org/x/sync/errgroup" && f.Name() != "new" {
				return !isNew(c, call)
			}
		}
	}
	out := false
	for call := range c.within {
		call, ok := call.(*ast.CallExpr)
		if !ok {
			continue
		}
		for _, a := range call.Args {
			if p := c.path(a); p.root == v && p.rest == "" {
				out = true
			}
		}
	}
	return out
}

func isNew(c *code, call *ast.CallExpr) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	b, ok := c.info.Uses[id].(*types.Builtin)
	return ok && b.Name() == "new"
}

// manySystems reports whether a loop goes over systems, so that each gets one goroutine: their names say so.
func (c *code) manySystems(loop ast.Stmt) bool {
	l, ok := loop.(*ast.RangeStmt)
	if !ok {
		return false
	}
	var words []string
	ast.Inspect(l.X, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			words = append(words, id.Name)
		}
		return true
	})
	for _, e := range []ast.Expr{l.Key, l.Value} {
		if e != nil {
			if id, ok := e.(*ast.Ident); ok {
				words = append(words, id.Name)
			}
		}
	}
	return slices.ContainsFunc(words, systemName)
}

func systemName(name string) bool {
	name = strings.ToLower(name)
	for _, w := range []string{"system", "provider", "upstream", "backend", "peer", "replica", "node", "cluster", "region", "adapter",
		"gateway", "probe", "checker", "server", "host", "client", "notifier", "exporter", "shard", "broker", "instance", "member",
		"source", "registr", "mirror", "endpoint", "webhook", "target"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// worker reports whether a goroutine takes one piece of work after the other, so that the loop decides how many work.
func (c *code) worker(sp *spawn, loop ast.Stmt) bool {
	var body *ast.BlockStmt
	if l, ok := c.literal(sp.fun); ok {
		body = l.Body
	} else if d := c.declOf(sp.fun); d != nil {
		body = d.body
	}
	if body == nil {
		return false
	}
	_, counted := loop.(*ast.ForStmt)
	if r, ok := loop.(*ast.RangeStmt); ok {
		b, isInt := c.info.TypeOf(r.X).Underlying().(*types.Basic)
		counted = isInt && b.Info()&types.IsInteger != 0
	}
	found := false
	inspectOwn(body, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.RangeStmt:
			_, isChan := c.info.TypeOf(n.X).Underlying().(*types.Chan)
			found = found || isChan || counted
		case *ast.ForStmt:
			found = found || counted || n.Cond == nil || c.receivesWork(n.Body)
		}
	})
	return found
}

func (c *code) declOf(fun ast.Expr) *fn {
	switch e := ast.Unparen(fun).(type) {
	case *ast.Ident:
		if f, ok := c.info.Uses[e].(*types.Func); ok {
			return c.decls[f.Origin()]
		}
	case *ast.SelectorExpr:
		if f, ok := c.info.Uses[e.Sel].(*types.Func); ok {
			return c.decls[f.Origin()]
		}
	}
	return nil
}
