package lifecycle

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/callee"
	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/rule"
)

// code is what the checks know of a package.
type code struct {
	pass  *analysis.Pass
	info  *types.Info
	model *outbound.Model
	fix   *fixer

	ids     map[types.Object]int
	files   []*ast.File
	fns     []*fn // in order of position, outer ones first
	decls   map[*types.Func]*fn
	lits    map[*ast.FuncLit]*fn
	single  map[*types.Var]ast.Expr     // what local variables hold that are assigned once
	tuple   map[*types.Var]result       // the same for those that a call with several results assigns
	writes  map[*types.Var][]assignment // all assignments to local variables
	calls   map[*types.Func][]*ast.CallExpr
	callees map[*ast.Ident]bool  // names of what calls call, which are visited before them
	values  map[*types.Func]bool // functions of the package that are passed on as values

	ops     map[ast.Node]*op
	spawned []*spawn
	stops   []*stop

	sums         map[*fn]*summary
	outs         map[*fn]*reach
	within       map[ast.Node]*fn // calls and channel operations of interest
	deferred     map[*ast.CallExpr]bool
	memo         map[memoKey]*walk
	helpers      map[*ast.CallExpr][]*op
	touching     map[*fn]bool // declarations that have to do with permits, directly or not
	stopping     map[*fn]bool // the same for closing and waiting
	has          map[hasKey]bool
	busy         map[*fn]bool // declarations whose summary is being made
	skipLiterals bool         // nobody asks for limits in code
	timeouts     bool         // the package gives inbound requests a deadline
	work         int          // statements that were followed, once a semaphore, and calls under permits
}

// maxWork bounds the work of a package: a function of a thousand semaphores is followed for each of them. What is left
// then is not judged.
const maxWork = 1 << 19

func (c *code) tired() bool { return c.work > maxWork }

// fn is a function or function literal.
type fn struct {
	node  ast.Node // *ast.FuncDecl or *ast.FuncLit
	typ   *ast.FuncType
	body  *ast.BlockStmt
	obj   *types.Func // nil for literals
	sig   *types.Signature
	outer *fn
	top   *fn // the declaration around it, or itself
	inner []*fn
	use   use // of a literal
	ops   []*op
	loops []ast.Stmt // while it is scanned
	sets  bool       // it assigns variables that are declared outside it
	calls []*ast.CallExpr
}

// use is what becomes of a function literal.
type use struct {
	kind useKind
	call *ast.CallExpr // that it is an argument of, or that calls it
	v    *types.Var    // the variable that holds it
}

type useKind uint8

const (
	usedElse useKind = iota
	usedGo           // go func(){…}(), g.Go(func…)
	usedDefer
	usedCall // called where it stands
	usedVar  // held by a local variable
	usedArg
)

// result is one of the results of a call.
type result struct {
	call *ast.CallExpr
	n    int
}

// assignment gives a variable a value: an expression, or one of the results of a call.
type assignment struct {
	at    ast.Node
	value ast.Expr
	n     int // of a call with several results; else -1
	in    *fn
}

// op takes a permit or gives one back.
type op struct {
	role     catalog.Role
	node     ast.Node // *ast.CallExpr, *ast.SendStmt or *ast.UnaryExpr
	sem      ast.Expr
	path     path
	ctx      ast.Expr        // that bounds the wait
	amount   ast.Expr        // nil is one
	own      bool            // it bounds its wait itself
	sel      *ast.SelectStmt // of a channel operation
	in       *fn
	loop     ast.Stmt // the innermost loop around it in its function
	isChan   bool
	lock     bool        // of a channel with room for one, or a semaphore with one permit, which is a lock
	computes bool        // of a channel with room for each processor
	how      outcomeKind // how a caller learns whether it has the permit
	helper   bool        // a call of a function of the package that takes it
}

func scan(pass *analysis.Pass, policy rule.Policy, model *outbound.Model) *code {
	c := &code{
		pass: pass, info: pass.TypesInfo, model: model,
		ids: make(map[types.Object]int), decls: make(map[*types.Func]*fn), lits: make(map[*ast.FuncLit]*fn),
		single: make(map[*types.Var]ast.Expr), tuple: make(map[*types.Var]result), writes: make(map[*types.Var][]assignment),
		calls: make(map[*types.Func][]*ast.CallExpr), callees: make(map[*ast.Ident]bool), values: make(map[*types.Func]bool),
		ops:  make(map[ast.Node]*op),
		sums: make(map[*fn]*summary), outs: make(map[*fn]*reach), within: make(map[ast.Node]*fn),
		deferred: make(map[*ast.CallExpr]bool), memo: make(map[memoKey]*walk), helpers: make(map[*ast.CallExpr][]*op),
		touching: make(map[*fn]bool), stopping: make(map[*fn]bool), has: make(map[hasKey]bool), busy: make(map[*fn]bool),
	}
	c.skipLiterals = !policy.Shown(hardCodedLimits)
	for _, f := range pass.Files {
		if policy.Tests || !rule.TestFile(pass.Fset, f) {
			c.files = append(c.files, f)
		}
	}
	if !c.interesting() {
		return c
	}
	s := &scanner{c: c, chans: make(map[types.Object]*channel), names: c.functionNames()}
	for _, f := range c.files {
		for _, d := range f.Decls {
			s.decl(d)
		}
	}
	c.singles()
	s.resolve()
	return c
}

// interesting reports whether a package has anything that a check looks at. A call that closes something is nothing by
// itself, without one that waits.
func (c *code) interesting() bool {
	i := interest{code: c}
	for _, f := range c.files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			i.called, i.loopEnd = ok && (!fn.Name.IsExported() || c.pass.Pkg.Name() == "main"), token.NoPos
			if ast.Inspect(d, i.visit); i.found {
				return true
			}
		}
	}
	return false
}

// interest looks for what makes a package interesting.
type interest struct {
	*code
	called        bool      // the declaration may be called in a loop of the package, and nowhere else
	loopEnd       token.Pos // of the loops that began
	closes, waits bool
	found         bool
}

func (i *interest) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ForStmt:
		i.loopEnd = max(i.loopEnd, n.End())
	case *ast.RangeStmt:
		i.loopEnd = max(i.loopEnd, n.End())
	case *ast.GoStmt:
		i.found = i.found || i.called || n.Pos() < i.loopEnd
	case *ast.SendStmt:
		t := i.info.TypeOf(n.Chan)
		i.found = i.found || t != nil && dullElem(t)
	case *ast.SelectorExpr:
		i.selector(n.Sel)
	}
	return !i.found
}

func (i *interest) selector(id *ast.Ident) {
	if !i.skipLiterals && limitNames[id.Name] {
		i.found = true
		return
	}
	if !catalog.StopsOrPermits(id.Name) {
		return
	}
	f, _ := i.info.Uses[id].(*types.Func)
	if f == nil {
		return
	}
	f = f.Origin()
	i.closes = i.closes || catalog.LookupCloser(f) != nil
	drain := catalog.LookupDrain(f)
	i.waits = i.waits || drain != nil
	server := drain != nil && drain.Server && i.pass.Pkg.Name() == "main"
	i.found = catalog.LookupPermit(f) != nil || catalog.LookupSpawn(f) != nil || server || i.closes && i.waits
}

// functionNames are the names of the functions and methods that the package declares.
func (c *code) functionNames() map[string]bool {
	names := make(map[string]bool)
	for _, f := range c.files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				names[fn.Name.Name] = true
			}
		}
	}
	return names
}

// limitNames are those of functions and types that hardCodedLimits, which is off by default, looks at as well.
var limitNames = map[string]bool{"NewWeighted": true, "WithTimeout": true, "Client": true, "Transport": true}

// scanner walks the declarations of a package once.
type scanner struct {
	c     *code
	fn    *fn
	chans map[types.Object]*channel
	names map[string]bool // of the functions of the package: most identifiers need no closer look
	perms []*op           // of libraries; their paths are resolved last
}

func (s *scanner) decl(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Body == nil {
			return
		}
		obj, _ := s.c.info.Defs[d.Name].(*types.Func)
		f := &fn{node: d, typ: d.Type, body: d.Body, obj: obj}
		if obj != nil {
			f.sig = obj.Signature()
			s.c.decls[obj] = f
		}
		s.function(f)
	case *ast.GenDecl:
		if d.Tok == token.VAR {
			ast.Inspect(d, s.visit)
		}
	}
}

func (s *scanner) function(f *fn) {
	f.outer, f.top = s.fn, f
	if s.fn != nil {
		f.top = s.fn.top
		s.fn.inner = append(s.fn.inner, f)
	}
	s.c.fns = append(s.c.fns, f)
	outer := s.fn
	s.fn = f
	ast.Inspect(f.body, s.visit)
	s.fn = outer
}

func (s *scanner) literal(l *ast.FuncLit) *fn {
	f := &fn{node: l, typ: l.Type, body: l.Body}
	f.sig, _ = s.c.info.TypeOf(l).(*types.Signature)
	if old := s.c.lits[l]; old != nil {
		f.use = old.use
	}
	s.c.lits[l] = f
	s.function(f)
	return f
}

// visit is called for every node of a function, literals aside: those are functions of their own.
func (s *scanner) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncLit:
		s.literal(n)
		return false
	case *ast.ForStmt:
		return s.loop(n, n.Init, n.Cond, n.Post, n.Body)
	case *ast.RangeStmt:
		s.rangeAssigns(n)
		s.noteRange(n)
		return s.loop(n, n.Key, n.Value, n.X, n.Body)
	case *ast.GoStmt:
		s.spawn(n, n.Call)
		s.markLit(n.Call.Fun, use{kind: usedGo, call: n.Call})
	case *ast.DeferStmt:
		s.c.deferred[n.Call] = true
		s.markLit(n.Call.Fun, use{kind: usedDefer, call: n.Call})
	case *ast.CallExpr:
		s.call(n)
	case *ast.AssignStmt:
		s.assign(n)
	case *ast.ValueSpec:
		s.spec(n)
	case *ast.IncDecStmt:
		s.wrote(n.X, assignment{at: n, n: -1})
	case *ast.SendStmt:
		s.channelOp(n, n.Chan, n.Value, nil)
	case *ast.UnaryExpr:
		s.unary(n)
	case *ast.SelectStmt:
		s.selectStmt(n)
	case *ast.Ident:
		s.ident(n)
	}
	return true
}

// loop visits the parts of a loop with the loop around them.
func (s *scanner) loop(stmt ast.Stmt, parts ...ast.Node) bool {
	if s.fn == nil {
		return true
	}
	body := parts[len(parts)-1]
	for _, p := range parts[:len(parts)-1] {
		if p != nil {
			ast.Inspect(p, s.visit)
		}
	}
	s.fn.loops = append(s.fn.loops, stmt)
	ast.Inspect(body, s.visit)
	s.fn.loops = s.fn.loops[:len(s.fn.loops)-1]
	return false
}

func (s *scanner) innerLoop() ast.Stmt {
	if s.fn == nil || len(s.fn.loops) == 0 {
		return nil
	}
	return s.fn.loops[len(s.fn.loops)-1]
}

// markLit notes what becomes of a literal before it is visited.
func (s *scanner) markLit(e ast.Expr, u use) {
	if l, ok := ast.Unparen(e).(*ast.FuncLit); ok {
		if old := s.c.lits[l]; old == nil || old.use.kind == usedElse {
			s.c.lits[l] = &fn{use: u}
		}
	}
}

func (s *scanner) call(n *ast.CallExpr) {
	s.c.within[n] = s.fn
	s.markLit(n.Fun, use{kind: usedCall, call: n})
	f := s.c.callee(n)
	kind := usedArg
	if sp := catalog.LookupSpawn(f); sp != nil {
		kind = usedGo
		s.spawn(n, n)
	}
	for _, a := range n.Args {
		s.markLit(a, use{kind: kind, call: n})
	}
	if f == nil {
		return
	}
	if s.c.decls[f] != nil || f.Pkg() == s.c.pass.Pkg {
		s.c.calls[f] = append(s.c.calls[f], n)
		s.c.callees[callee.Name(n.Fun)] = true
		if s.fn != nil {
			s.fn.calls = append(s.fn.calls, n)
		}
	}
	sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
	if ok {
		s.libraryOp(n, sel, f)
	}
	if !s.c.timeouts {
		row := catalog.LookupFunc(f)
		s.c.timeouts = row != nil && row.Timeout
	}
	if closer, drain := catalog.LookupCloser(f), catalog.LookupDrain(f); ok && (closer != nil || drain != nil) {
		s.c.stops = append(s.c.stops, &stop{call: n, sel: sel, closer: closer, drain: drain, in: s.fn})
	}
	if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && id.Name == "close" && len(n.Args) == 1 {
		if _, builtin := s.c.info.Uses[id].(*types.Builtin); builtin {
			s.noteClose(n.Args[0])
		}
	}
}

func (s *scanner) libraryOp(n *ast.CallExpr, sel *ast.SelectorExpr, f *types.Func) {
	p := catalog.LookupPermit(f)
	if p == nil || s.fn == nil {
		return
	}
	o := &op{role: p.Role, node: n, sem: sel.X, own: p.Bounded, in: s.fn, loop: s.innerLoop(), how: byError}
	if p.Role == catalog.Try {
		o.how = byBool
	}
	if p.Ctx >= 0 && p.Ctx < len(n.Args) {
		o.ctx = n.Args[p.Ctx]
	}
	if p.Amount >= 0 && p.Amount < len(n.Args) {
		o.amount = n.Args[p.Amount]
	}
	s.perms = append(s.perms, o)
}

// callee is the function that a call calls, where that is known.
func (c *code) callee(n *ast.CallExpr) *types.Func {
	f, _ := c.info.Uses[callee.Name(n.Fun)].(*types.Func)
	if f == nil {
		return nil
	}
	return f.Origin()
}

// own is the declaration of what a call calls, if it is a function of the package.
func (c *code) own(n *ast.CallExpr) *fn {
	f := c.callee(n)
	if f == nil {
		return nil
	}
	return c.decls[f]
}

func (s *scanner) ident(n *ast.Ident) {
	if !s.names[n.Name] {
		return
	}
	f, ok := s.c.info.Uses[n].(*types.Func)
	if ok && f.Pkg() == s.c.pass.Pkg {
		s.c.values[f.Origin()] = s.c.values[f.Origin()] || !s.c.callees[n]
	}
}
