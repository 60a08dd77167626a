package lifecycle

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
	"github.com/reslint/reslint/internal/rule"
)

// checkWaits reports permits that are waited for without a bound.
func checkWaits(r *rule.Reporter, c *code) {
	for _, f := range c.fns {
		for _, o := range f.ops {
			if o.role == catalog.Take && !o.own {
				c.checkWait(r, o)
			}
		}
	}
}

func (c *code) checkWait(r *rule.Reporter, o *op) {
	b := c.waitOf(o)
	if b == inTime || b == unclear || o.lock || o.computes || c.accepts(o.in) || c.guards(o) == local {
		return
	}
	f := rule.Finding{Check: acquireWithoutDeadline, Place: rule.At(o.node)}
	what := c.nameOf(o)
	switch c.lifetime(o) {
	case outlives:
		if c.several(o) && c.joins(o) {
			return // it takes what there is, for good: nobody is to get a permit any more
		}
		f.Message = what + " is waited for without a bound: " + b.why(o)
		f.Fixes = c.fix.boundWait(o)
	case ownLimiter:
		ctx := c.contextAt(o)
		if b != nothing && b != endless || ctx == "" || c.heeds(o, ctx) || c.joins(o) {
			return
		}
		f.Severity = rule.Note
		f.Message = "the wait for " + what + " does not heed " + ctx
	default:
		return
	}
	r.Report(f)
}

// accepts reports whether a function is the Accept of a listener: a permit for each connection that comes in makes others
// wait to be accepted, and stands for no call that goes out.
func (c *code) accepts(f *fn) bool {
	if f.obj == nil {
		return false
	}
	if f.obj.Name() == "Accept" {
		return f.sig.Recv() != nil && f.sig.Results().Len() == 2 && gotypes.Is(f.sig.Results().At(0).Type(), "net", "Conn")
	}
	calls := c.calls[f.obj]
	return len(calls) > 0 && !c.values[f.obj] && !slices.ContainsFunc(calls, func(call *ast.CallExpr) bool {
		in := c.within[call]
		return in == nil || in.obj == nil || in.obj.Name() != "Accept" || !c.accepts(in)
	})
}

// bound is what ends a wait.
type bound uint8

const (
	nothing bound = iota // not even a context
	endless              // a context without a deadline
	inbound              // the context of a request that came in
	handed               // a context that callers handed in
	unclear
	inTime // a deadline, a timer, or there is no wait
)

func (b bound) why(o *op) string {
	switch {
	case b == nothing && o.isChan:
		return "nothing but a free permit ends it"
	case b == inbound:
		return "its context is that of the request, which has no deadline"
	case b == handed:
		return "only a deadline that callers may have set ends it"
	}
	return "its context has no deadline"
}

// waitOf tells what ends the wait of an operation.
func (c *code) waitOf(o *op) bound {
	if !o.isChan {
		if o.ctx == nil {
			return unclear
		}
		return c.boundOf(o.ctx, 0)
	}
	if o.sel == nil {
		return nothing
	}
	out := nothing
	for _, cl := range o.sel.Body.List {
		comm := cl.(*ast.CommClause).Comm
		if comm == nil {
			return inTime
		}
		if b := c.waitCase(comm, o); b > out {
			out = b
		}
	}
	return out
}

// waitCase tells what another case of the select bounds.
func (c *code) waitCase(comm ast.Stmt, o *op) bound {
	var recv *ast.UnaryExpr
	switch s := comm.(type) {
	case *ast.ExprStmt:
		recv, _ = ast.Unparen(s.X).(*ast.UnaryExpr)
	case *ast.AssignStmt:
		recv, _ = ast.Unparen(s.Rhs[0]).(*ast.UnaryExpr)
	}
	if comm == o.node || recv != nil && recv == o.node {
		return nothing
	}
	if recv == nil || recv.Op != token.ARROW {
		return unclear
	}
	if ch, ok := c.info.TypeOf(recv.X).Underlying().(*types.Chan); ok && gotypes.Is(ch.Elem(), "time", "Time") {
		return inTime
	}
	e := recv.X
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if v, ok := c.info.Uses[id].(*types.Var); ok && c.single[v] != nil {
			e = c.single[v]
		}
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return unclear
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Done" || !gotypes.IsContext(c.info.TypeOf(sel.X)) {
		return unclear
	}
	return c.boundOf(sel.X, 0)
}

const maxContext = 12

// boundOf tells what a context bounds.
func (c *code) boundOf(e ast.Expr, depth int) bound {
	if depth > maxContext {
		return unclear
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return c.boundOfCall(e, depth)
	case *ast.Ident:
		if v, ok := c.info.ObjectOf(e).(*types.Var); ok {
			return c.boundOfVar(v, e, depth)
		}
	case *ast.SelectorExpr:
		v, ok := c.info.Uses[e.Sel].(*types.Var)
		if !ok || len(c.writes[v.Origin()]) == 0 || c.setInLiterals(v.Origin()) {
			return unclear
		}
		out := inTime
		for _, a := range c.writes[v.Origin()] {
			out = min(out, c.boundOfWrite(a, depth))
		}
		return out
	}
	return unclear
}

// setInLiterals reports whether some struct literal sets the field.
func (c *code) setInLiterals(v *types.Var) bool {
	for id, o := range c.info.Uses {
		if o == v && c.isKey(id) {
			return true
		}
	}
	return false
}

func (c *code) isKey(id *ast.Ident) bool {
	found := false
	for _, f := range c.files {
		if id.Pos() < f.FileStart || id.Pos() >= f.FileEnd {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if kv, ok := n.(*ast.KeyValueExpr); ok && kv.Key == id {
				found = true
			}
			return !found && n != nil && n.Pos() <= id.Pos() && id.Pos() < n.End()
		})
	}
	return found
}

func (c *code) boundOfCall(e *ast.CallExpr, depth int) bound {
	f := c.callee(e)
	if f == nil || f.Pkg() == nil {
		return unclear
	}
	if d := c.decls[f]; d != nil {
		return c.boundOfResult(d, e, depth)
	}
	name := f.Pkg().Path() + "." + f.Name()
	switch name {
	case "context.Background", "context.TODO", "context.WithoutCancel":
		return endless
	case "context.WithTimeout", "context.WithDeadline", "context.WithTimeoutCause", "context.WithDeadlineCause":
		return inTime
	case "context.WithCancel", "context.WithCancelCause", "context.WithValue", "os/signal.NotifyContext", "golang.org/x/sync/errgroup.WithContext":
		return c.boundOf(e.Args[0], depth+1)
	case "net/http.Context":
		if c.timeouts {
			return inTime
		}
		return inbound
	}
	return unclear
}

// boundOfResult is the weakest bound of the contexts that a function of the package returns.
func (c *code) boundOfResult(d *fn, call *ast.CallExpr, depth int) bound {
	out, any := inTime, false
	ast.Inspect(d.body, func(n ast.Node) bool {
		if _, isLit := n.(*ast.FuncLit); isLit {
			return false
		}
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || len(ret.Results) == 0 || !gotypes.IsContext(d.sig.Results().At(0).Type()) {
			return true
		}
		any = true
		b := c.boundOf(ret.Results[0], depth+1)
		if b == handed {
			b = unclear
			for _, a := range call.Args {
				if gotypes.IsContext(c.info.TypeOf(a)) {
					b = c.boundOf(a, depth+1)
				}
			}
		}
		out = min(out, b)
		return true
	})
	if !any {
		return unclear
	}
	return out
}

func (c *code) boundOfWrite(a assignment, depth int) bound {
	if a.value == nil || a.n > 0 {
		return unclear
	}
	return c.boundOf(a.value, depth+1)
}

// boundOfVar tells what a variable bounds where it is used.
func (c *code) boundOfVar(v *types.Var, at *ast.Ident, depth int) bound {
	var before []assignment
	for _, a := range c.writes[v] {
		if a.at.End() <= at.Pos() || a.at.Pos() > at.Pos() && a.in != nil && !(a.in.node.Pos() <= at.Pos() && at.Pos() < a.in.node.End()) {
			before = append(before, a)
		}
	}
	out := inTime
	for i := len(before) - 1; i >= 0; i-- {
		out = min(out, c.boundOfWrite(before[i], depth))
		if before[i].in != nil && c.dominates(before[i], at) {
			return out
		}
	}
	if len(before) > 0 && !c.isParam(v) {
		return out
	}
	return min(out, c.boundOfParam(v, depth))
}

// dominates reports whether an assignment stands in a block around a place, further up.
func (c *code) dominates(a assignment, at ast.Node) bool {
	block := ast.Node(a.in.body)
	ast.Inspect(a.in.body, func(n ast.Node) bool {
		if n == nil || a.at.Pos() < n.Pos() || n.End() < a.at.End() {
			return n == a.in.body
		}
		switch n.(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause, *ast.IfStmt, *ast.ForStmt, *ast.SwitchStmt:
			block = n
		}
		return true
	})
	return block.Pos() <= at.Pos() && at.Pos() < block.End()
}

// isParam reports whether a variable is a parameter of some function.
func (c *code) isParam(v *types.Var) bool {
	f, _ := c.paramOf(v)
	return f != nil
}

// paramOf finds the function that a variable is a parameter of, and which one.
func (c *code) paramOf(v *types.Var) (*fn, int) {
	for _, f := range c.fns {
		if f.sig == nil || v.Pos() < f.typ.Pos() || v.Pos() >= f.typ.End() {
			continue
		}
		for i := range f.sig.Params().Len() {
			if f.sig.Params().At(i) == v {
				return f, i
			}
		}
	}
	return nil, 0
}

func (c *code) boundOfParam(v *types.Var, depth int) bound {
	f, i := c.paramOf(v)
	switch {
	case f == nil:
		return unclear
	case f.obj == nil:
		if u := f.use; (u.kind == usedGo || u.kind == usedCall || u.kind == usedDefer) && u.call.Fun == f.node && i < len(u.call.Args) {
			return c.boundOf(u.call.Args[i], depth+1)
		}
		return unclear // whoever runs it decides
	case f.obj.Exported() && c.pass.Pkg.Name() != "main" || c.values[f.obj] || len(c.calls[f.obj]) == 0:
		return handed
	}
	out := inTime
	for _, call := range c.calls[f.obj] {
		if i >= len(call.Args) {
			return unclear
		}
		if d := c.within[call]; d != nil && d.top == f {
			continue // itself
		}
		out = min(out, c.boundOf(call.Args[i], depth+1))
	}
	return out
}

// lifetimeKind says how long a semaphore lives.
type lifetimeKind uint8

const (
	unknownLife lifetimeKind = iota
	outlives                 // longer than the call that takes a permit
	ownLimiter               // as long as the function that makes it
)

func (c *code) lifetime(o *op) lifetimeKind {
	v := variable(o.path.root)
	switch {
	case v == nil:
		return unknownLife
	case o.path.rest != "" || v.Parent() == c.pass.Pkg.Scope() || v.IsField():
		return outlives
	}
	return c.lifeOfVar(v, o.in, 0)
}

func (c *code) lifeOfVar(v *types.Var, in *fn, depth int) lifetimeKind {
	if depth > maxAlias {
		return unknownLife
	}
	if c.madeHere(v) {
		for f := in; f != nil && !f.declares(v); f = f.outer {
			if c.runsLater(f) {
				return outlives
			}
		}
		return ownLimiter
	}
	f, i := c.paramOf(v)
	switch {
	case f == nil && v == recvOf(in.top):
		return outlives
	case f == nil:
		return outlives // what a call returned
	case f.obj == nil:
		return unknownLife
	case f.obj.Exported() && c.pass.Pkg.Name() != "main":
		return outlives
	}
	out := unknownLife
	for _, call := range c.calls[f.obj] {
		if i >= len(call.Args) || c.values[f.obj] {
			return unknownLife
		}
		life := unknownLife
		if p := c.path(call.Args[i]); p.ok() {
			u := variable(p.root)
			switch {
			case u == nil:
			case p.rest != "" || u.Parent() == c.pass.Pkg.Scope():
				life = outlives
			case c.within[call] != nil:
				life = c.lifeOfVar(u, c.within[call], depth+1)
			}
		}
		if life == unknownLife || out != unknownLife && out != life {
			return unknownLife
		}
		out = life
	}
	return out
}

func recvOf(f *fn) *types.Var {
	if f.sig == nil {
		return nil
	}
	return f.sig.Recv()
}

// runsLater reports whether a literal outlives the function around it: it is returned or kept, or serves requests.
func (c *code) runsLater(f *fn) bool {
	if f.obj != nil || f.sig == nil {
		return false
	}
	return servesHTTP(f.sig) || f.use.kind == usedElse
}

// servesHTTP reports whether a function takes a response writer.
func servesHTTP(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if gotypes.Is(p.Type(), "net/http", "ResponseWriter") {
			return true
		}
	}
	return false
}

// contextAt names a context that the function has where it takes a permit, or is empty.
func (c *code) contextAt(o *op) string {
	for f := o.in; f != nil; f = f.outer {
		if f.sig == nil {
			continue
		}
		for p := range f.sig.Params().Variables() {
			switch {
			case p.Name() == "" || p.Name() == "_":
			case gotypes.IsContext(p.Type()):
				return p.Name()
			case isRequest(p.Type()) && servesHTTP(f.sig):
				return p.Name() + ".Context()"
			}
		}
	}
	return ""
}

// heeds reports whether a wait is given a context by its name: what that one bounds is its callers' affair.
func (c *code) heeds(o *op, ctx string) bool {
	named := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && id.Name == ctx && c.isParam(variable(c.info.Uses[id]))
	}
	if o.sel == nil {
		return named(o.ctx)
	}
	found := false
	for _, cl := range o.sel.Body.List {
		comm := cl.(*ast.CommClause).Comm
		if comm == nil {
			continue
		}
		ast.Inspect(comm, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
				found = found || isSel && sel.Sel.Name == "Done" && named(sel.X)
			}
			return !found
		})
	}
	return found
}

func isRequest(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	return ok && gotypes.Is(p.Elem(), "net/http", "Request")
}

// several reports whether more than one permit is taken at once, or a number that is not known.
func (c *code) several(o *op) bool {
	if o.isChan || o.amount == nil {
		return false
	}
	n, known := c.number(o.amount)
	return !known || n > 1
}

// joins reports whether permits are taken to wait until all others have come back.
func (c *code) joins(o *op) bool {
	w := c.analysis(o.in, o.path)
	got := w.takes[o]
	return !w.over && got != nil && !got.given
}
