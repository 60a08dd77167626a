package outbound

import (
	"cmp"
	"encoding/json"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
	"github.com/reslint/reslint/internal/rule"
)

// An RPC is a request through a gRPC connection: a method of a generated client, which is known by its shape, or Invoke. A
// generated client stands for the connection that it is over. What generated code calls itself is no RPC of the program's.

// sendRow is what the catalogue says of an interface's method that sends a request or calls an RPC, or nil.
func sendRow(fn *types.Func) *catalog.Func {
	if row := catalog.LookupMethod(fn); row != nil {
		return row
	}
	return catalog.LookupRPC(fn)
}

// stub is what is known of a function that makes a generated client: one in a generated file, as far as that can be seen. What
// somebody wrote by hand, and may have put more into, is evaluated like any other function.
func (w *world) stub(fn *types.Func) *catalog.Func {
	row := catalog.LookupStub(fn)
	if row == nil {
		return nil
	}
	if fn.Pkg() == w.pass.Pkg {
		if d := w.decls[fn]; d == nil || !w.inGenerated(d.Pos()) {
			return nil
		}
		return row
	}
	if !strings.HasSuffix(w.pass.Fset.Position(fn.Pos()).Filename, ".pb.go") && w.pass.ImportObjectFact(fn, new(funcFact)) {
		return nil
	}
	return row
}

// rpc makes an event that of an RPC. It reports whether the call is one of the program's own.
func (f *frame) rpc(e *event, cs *callSite) bool {
	if cs.fn == nil || f.w.inGenerated(cs.node.Pos()) {
		return false
	}
	e.rpc = cs.fn.Name()
	switch n := gotypes.Named(cs.fn.Signature().Recv().Type()); {
	case e.rpc == "Invoke" && len(cs.args) > 2:
		if method, ok := cs.args[2].constant(); ok && method.Kind() == constant.String {
			e.rpc = strings.TrimPrefix(constant.StringVal(method), "/")
		}
	case n != nil:
		e.rpc = n.Obj().Name() + "." + e.rpc
	}
	return true
}

// inGenerated reports whether a place of the package is in a generated file.
func (w *world) inGenerated(pos token.Pos) bool {
	for _, f := range w.pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			yes, known := w.generated[f]
			if !known {
				yes = rule.GeneratedFile(w.pass.Fset, f)
				w.generated[f] = yes
			}
			return yes
		}
	}
	return false
}

// generatedAt is inGenerated for a package that is not evaluated yet.
func generatedAt(pass *analysis.Pass, pos token.Pos) bool {
	i := slices.IndexFunc(pass.Files, func(f *ast.File) bool { return f.FileStart <= pos && pos < f.FileEnd })
	return i >= 0 && rule.GeneratedFile(pass.Fset, pass.Files[i])
}

// onlyRPCs leaves out what is known of uses of a connection that may be no RPCs.
func (w *world) onlyRPCs(c *Construction) {
	c.Requests = slices.DeleteFunc(c.Requests, func(r Request) bool { return r.RPC == "" })
}

// dialledElsewhere are the connections that functions of other packages make for this one, at the calls that yield them: what
// makes a connection for others cannot know the deadlines of their RPCs.
func (w *world) dialledElsewhere() []*Construction {
	at := make(map[span]*Construction)
	var out []*Construction
	for _, in := range w.seen.order {
		o := in.obj
		if o.kind != catalog.GRPC || !in.site.foreign || !o.born.known() {
			continue
		}
		c := at[o.born]
		if c == nil {
			c = &Construction{Kind: catalog.GRPC, Elsewhere: true, How: in.site.how, Pos: o.born.Pos(), End: o.born.End()}
			at[o.born] = c
			out = append(out, c)
		}
		if in.state != nil {
			c.States = append(c.States, w.state(in.state))
		}
		w.rpcsOver(o, c)
	}
	return out
}

// rpcsOver adds the RPCs over one connection, which are called directly or through what holds it.
func (w *world) rpcsOver(o *object, c *Construction) {
	for _, u := range w.seen.site(o.site).uses {
		if u.ev.rpc != "" && u.state != nil && u.state.obj == o {
			c.Requests = append(c.Requests, w.request(u))
			c.States = append(c.States, w.state(u.state))
		}
	}
	visited := make(map[string]bool)
	for _, h := range w.seen.holdings[o] {
		if h.key != "" {
			w.reached(h.key, visited)
		}
	}
	for _, key := range sortedKeys(visited) {
		if fact, ok := w.foreignBound(key); ok && fact.RPC != "" {
			c.Requests = append(c.Requests, Request{Bound: fact.Bound, RPC: fact.RPC})
		}
		for _, u := range w.seen.loc(key).uses {
			if u.ev.rpc != "" {
				c.Requests = append(c.Requests, w.request(u))
			}
		}
	}
}

// rpcsAt is what other packages are told of the RPCs through what a place holds. Streams have no deadline.
func (w *world) rpcsAt(key string) (locFact, bool) {
	visited := make(map[string]bool)
	w.reached(key, visited)
	var all []Request
	for _, k := range sortedKeys(visited) {
		for _, u := range w.seen.loc(k).uses {
			if r := w.request(u); r.RPC != "" && !r.Stream {
				all = append(all, r)
			}
		}
	}
	if len(all) == 0 {
		return locFact{}, false
	}
	weakest := slices.MinFunc(all, func(a, b Request) int {
		return cmp.Or(int(a.Bound)-int(b.Bound), w.order(a.Pos, b.Pos), cmp.Compare(a.RPC, b.RPC))
	})
	return locFact{Key: key, Bound: weakest.Bound, RPC: weakest.RPC}, true
}

// rpcHolder names the type whose method is called, where its vendor takes gRPC connections.
func (w *world) rpcHolder(vendor string, fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil && w.sdk(vendor).conns {
		return ownerOf(recv.Type())
	}
	return ""
}

// called remembers the context of a call.
func (k *sdk) called(e *event) {
	k.ctxs = append(k.ctxs, e.ctx)
	if e.method != "" {
		if k.calls == nil {
			k.calls = make(map[string][]value)
		}
		k.calls[e.method] = append(k.calls[e.method], e.ctx)
	}
}

// rpcsAbroad is what bounds the RPCs of another module that a connection is handed to, by the name of the function or field:
// the contexts that the package hands to the methods of what the function returns, or of what has the field. Where it hands
// them none, nothing is known: a module may have deadlines of its own, and other uses for contexts.
func (w *world) rpcsAbroad(name string) (Bound, bool) {
	to := w.importedObject(name)
	if to == nil {
		return 0, false
	}
	vendor := w.vendor(to.Pkg())
	if vendor == "" || len(w.sdk(vendor).calls) == 0 {
		return 0, false
	}
	holders := []types.Type{to.Type()}
	if fn, ok := to.(*types.Func); ok {
		holders = nil
		for r := range fn.Signature().Results().Variables() {
			holders = append(holders, r.Type())
		}
	}
	bound, known := Deadline, false
	for _, t := range holders {
		for _, ctx := range w.sdk(vendor).calls[ownerOf(t)] {
			bound, known = min(bound, w.bound(ctx, new(Request))), true
		}
	}
	return bound, known
}

// Bare reports whether RPCs over a connection have no deadline but those of their contexts: all that it is made with is
// known, nothing of that may give them one, and its target asks for none.
func (s State) Bare() bool { return s.bare }

func (w *world) bare(fr *frozen) bool {
	options, ok := fr.fields.get("Options")
	if !ok || exempt(fr.fields.of("BaseURL")) {
		return false
	}
	return !slices.ContainsFunc(options, func(x alt) bool {
		switch a := x.is.(type) {
		case unset, zero:
			return false
		case konst:
			return a.v.Kind() == constant.String && configBounds(constant.StringVal(a.v))
		case *closure:
			return !w.goesOn(a)
		}
		return true
	})
}

// goesOn reports whether an interceptor of the package is seen to do nothing to the deadlines of RPCs: wherever it calls what
// it gets to go on with, it does so at once, and under the context that it gets, or one made from that without a deadline.
func (w *world) goesOn(c *closure) bool {
	var sum *summary
	var t *ast.FuncType
	var body *ast.BlockStmt
	switch d := w.decls[c.fn]; {
	case c.lit != nil:
		sum, t, body = w.lits[c.lit], c.lit.Type, c.lit.Body
	case d != nil:
		sum, t, body = w.sums[c.fn], d.Type, d.Body
	}
	if sum == nil || body == nil {
		return false
	}
	var ctx, next *object
	for _, p := range sum.params {
		switch {
		case gotypes.IsContext(p.typ):
			ctx = p
		case catalog.IsInvoker(p.typ):
			next = p
		}
	}
	if ctx == nil || next == nil || !w.onlyCalled(t, body) {
		return false
	}
	seen := false
	for _, e := range sum.events {
		if e.kind != evDynamic || len(e.fn) != 1 || e.fn[0].is != next {
			continue
		}
		if len(e.args) == 0 || !comesFrom(e.args[0], ctx) {
			return false
		}
		seen = true
	}
	return seen
}

// comesFrom reports whether a context is another one, at most with values.
func comesFrom(v value, ctx *object) bool {
	for _, x := range v {
		switch a := x.is.(type) {
		case *object:
			if a != ctx {
				return false
			}
		case *valueCtx:
			if !comesFrom(a.parent, ctx) {
				return false
			}
		default:
			return false
		}
	}
	return len(v) > 0
}

// onlyCalled reports whether all that an interceptor does with what it gets to go on with is to call it, there and then.
func (w *world) onlyCalled(t *ast.FuncType, body *ast.BlockStmt) bool {
	var next types.Object
	for _, p := range t.Params.List {
		for _, name := range p.Names {
			if v := w.info.Defs[name]; v != nil && catalog.IsInvoker(v.Type()) {
				next = v
			}
		}
	}
	ok := true
	called := make(map[*ast.Ident]bool)
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
			ok = ok && !w.mentions(n, next)
			return false
		case *ast.CallExpr:
			if id, isName := ast.Unparen(n.Fun).(*ast.Ident); isName {
				called[id] = true
			}
		case *ast.Ident:
			ok = ok && (w.info.Uses[n] != next || called[n])
		}
		return ok
	})
	return ok
}

// mentions reports whether a piece of code names an object.
func (w *world) mentions(root ast.Node, obj types.Object) bool {
	found := false
	ast.Inspect(root, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && w.info.Uses[id] == obj
		return !found
	})
	return found
}

// configBounds reports whether a service config, in JSON, gives some methods a timeout, or cannot be read.
func configBounds(text string) bool {
	var config struct {
		MethodConfig []struct{ Timeout any }
	}
	if json.Unmarshal([]byte(text), &config) != nil {
		return true
	}
	for _, m := range config.MethodConfig {
		if m.Timeout != nil {
			return true
		}
	}
	return false
}

// exempt reports whether every target that a connection may have is known to ask for no deadline here: it is in the process
// or on the machine that it runs on, or a control plane sends the connection its service config.
func exempt(target value) bool {
	return len(target) > 0 && !slices.ContainsFunc(target, func(x alt) bool {
		s, ok := startOf(value{x})
		return !ok || !exemptTarget(s)
	})
}

func exemptTarget(target string) bool {
	if scheme, rest, ok := strings.Cut(target, ":///"); ok {
		if scheme == "xds" {
			return true
		}
		target = rest
	}
	for _, start := range []string{"localhost", "127.", "[::1]", ":", "bufnet", "bufconn"} {
		if strings.HasPrefix(target, start) {
			return true
		}
	}
	return false
}
