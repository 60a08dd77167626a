package limits

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/callee"
	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/outbound"
)

// bodies tells where the answers to a package's requests go. A total timeout includes the reading of the body: one that
// somebody reads in his own time, or that is as long as a download, is cut by it.
type bodies struct {
	pass   *analysis.Pass
	model  *outbound.Model
	funcs  map[*types.Func]*ast.FuncDecl // nil until they are asked for
	gives  map[*types.Func]bool          // functions that return an answer, or its body
	judged map[body]bool                 // what letsGo found
	open   int                           // calls of letsGo that are under way
	kept   []body                        // that were found to keep bodies, while the outermost of these calls is
}

// body is what a function does with bodies that it asks for, or with those that it is handed.
type body struct {
	fn     *types.Func
	handed bool
}

func newBodies(pass *analysis.Pass, model *outbound.Model) *bodies {
	return &bodies{pass: pass, model: model}
}

// leave reports whether the body of an answer to one of the client's requests may be read elsewhere, or for long.
func (b *bodies) leave(c *outbound.Construction) bool {
	b.collect()
	return slices.ContainsFunc(c.Requests, func(q outbound.Request) bool {
		for fn, d := range b.funcs {
			if d.Pos() <= q.Pos && q.Pos < d.End() {
				return b.letsGo(fn, false)
			}
		}
		return true // made elsewhere
	})
}

// collect finds the functions of the package.
func (b *bodies) collect() {
	if b.funcs != nil {
		return
	}
	b.funcs = make(map[*types.Func]*ast.FuncDecl)
	b.gives, b.judged = make(map[*types.Func]bool), make(map[body]bool)
	for _, file := range b.pass.Files {
		for _, d := range file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
				if fn, ok := b.pass.TypesInfo.Defs[d.Name].(*types.Func); ok {
					b.funcs[fn] = d
				}
			}
		}
	}
}

// function is the function that a name is used for; nil if it is another thing's.
func (b *bodies) function(id *ast.Ident) *types.Func {
	if id == nil {
		return nil
	}
	fn, ok := b.pass.TypesInfo.Uses[id].(*types.Func)
	if !ok {
		return nil
	}
	return fn.Origin()
}

// letsGo reports whether a function that asks for answers, or is handed one, lets a body go, or whoever it returns it to
// does.
func (b *bodies) letsGo(fn *types.Func, handed bool) bool {
	d := b.funcs[fn]
	if d == nil {
		return true
	}
	k := body{fn, handed}
	if found, ok := b.judged[k]; ok {
		return found
	}
	b.judged[k] = false // until it is known: it may call itself
	b.open++
	found := b.returned(fn) || b.escapes(fn.Signature(), d.Body, handed)
	b.open--
	b.judged[k] = found
	b.forget(k, found)
	return found
}

// forget takes back what was found while a function was open that lets a body go after all: those that keep theirs may
// come back to it. Where the outermost one keeps its own, so do all that it has asked.
func (b *bodies) forget(k body, found bool) {
	if !found {
		b.kept = append(b.kept, k)
	}
	if b.open > 0 {
		return
	}
	if found {
		for _, k := range b.kept {
			delete(b.judged, k)
		}
	}
	b.kept = b.kept[:0]
}

// returned reports whether a function returns a body to callers that are not seen, or that let it go.
func (b *bodies) returned(fn *types.Func) bool {
	sig := fn.Signature()
	if !carries(sig.Results(), 0) {
		return false
	}
	if b.gives[fn] = true; fn.Exported() && b.pass.Pkg.Name() != "main" {
		return true
	}
	callers, value := b.model.Callers(fn)
	if value || len(callers) == 0 {
		return true
	}
	return slices.ContainsFunc(callers, func(by *types.Func) bool { return b.letsGo(by, false) })
}

// escapes reports whether a body leaves a function in another way than as a result.
func (b *bodies) escapes(sig *types.Signature, body *ast.BlockStmt, handed bool) bool {
	f := flow{bodies: b, sig: sig, vars: make(map[types.Object]bool)}
	if handed {
		for v := range sig.Params().Variables() {
			f.vars[v] = carries(v.Type(), 0)
		}
	}
	for range maxSteps { // a variable may be made of one that is assigned further down
		ast.Inspect(body, f.assigned)
	}
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		found = found || f.out(n)
		return !found
	})
	return found || f.hidden(body)
}

const maxDeep = 4 // types in types

// carries reports whether a value of a type may have an unread body in it: an answer, a reader of something that is not
// in memory, what is made of them, and a function that returns them.
func carries(t types.Type, depth int) bool {
	if t == nil || depth > maxDeep || memory(t) {
		return false
	}
	if catalog.KindOf(t) == catalog.Response {
		return true
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Read")
	if _, ok := obj.(*types.Func); ok {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Signature:
		return carries(t.Results(), depth+1)
	case *types.Tuple:
		for v := range t.Variables() {
			if carries(v.Type(), depth+1) {
				return true
			}
		}
	case interface{ Elem() types.Type }: // pointers, slices, arrays, maps and channels
		return carries(t.Elem(), depth+1)
	}
	return false
}

// memory reports whether a type is of readers and writers in memory.
func memory(t types.Type) bool {
	name := strings.TrimPrefix(types.TypeString(types.Unalias(t), nil), "*")
	return slices.Contains([]string{"bytes.Buffer", "bytes.Reader", "strings.Reader", "strings.Builder", "hash.Hash"}, name)
}

// A flow follows bodies through the variables of one function.
type flow struct {
	*bodies
	sig  *types.Signature
	vars map[types.Object]bool // hold a body
}

// holds reports whether an expression has a body in it.
func (f flow) holds(e ast.Expr) bool {
	if !carries(f.pass.TypesInfo.TypeOf(e), 0) {
		return false
	}
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			v, ok := f.pass.TypesInfo.Uses[n].(*types.Var)
			found = found || f.gives[f.function(n)] || ok && (f.vars[v] || catalog.KindOf(v.Type()) == catalog.Response)
		case *ast.CallExpr:
			found = found || answers(f.pass.TypesInfo.TypeOf(n))
		}
		return !found
	})
	return found
}

// answers reports whether a call with results of a type returns an answer.
func answers(t types.Type) bool {
	results, ok := t.(*types.Tuple)
	if !ok {
		return catalog.KindOf(t) == catalog.Response
	}
	for v := range results.Variables() {
		if catalog.KindOf(v.Type()) == catalog.Response {
			return true
		}
	}
	return false
}

// assigned notes local variables that get a body.
func (f flow) assigned(n ast.Node) bool {
	s, ok := n.(*ast.AssignStmt)
	if !ok {
		return true
	}
	for i, l := range s.Lhs {
		id, ok := l.(*ast.Ident)
		if !ok {
			continue
		}
		obj := f.pass.TypesInfo.ObjectOf(id)
		if obj != nil && carries(obj.Type(), 0) && f.holds(s.Rhs[min(i, len(s.Rhs)-1)]) {
			f.vars[obj] = true
		}
	}
	return true
}

// out reports whether a body leaves the function at a node: into a field, a struct, a channel, a file, or code that is
// not known.
func (f flow) out(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, l := range n.Lhs {
			if !f.local(l) && f.holds(n.Rhs[min(i, len(n.Rhs)-1)]) {
				return true
			}
		}
	case *ast.KeyValueExpr:
		return f.holds(n.Value)
	case *ast.CompositeLit:
		return slices.ContainsFunc(n.Elts, f.holds)
	case *ast.SendStmt:
		return f.holds(n.Value)
	case *ast.CallExpr:
		return f.taken(n)
	}
	return false
}

func (f flow) local(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	obj := f.pass.TypesInfo.ObjectOf(id)
	return obj == nil || obj.Parent() != f.pass.Pkg.Scope()
}

// hidden reports whether the function returns a body as something whose type does not tell.
func (f flow) hidden(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok {
			found = found || !carries(f.sig.Results(), 0) && slices.ContainsFunc(ret.Results, f.holds)
		}
		_, within := n.(*ast.FuncLit)
		return !within && !found
	})
	return found
}

// taken reports whether a call takes a body away: one of a function value or a method of an interface may do anything
// with it, and a copy to what is not in memory takes as long as the body is.
func (f flow) taken(call *ast.CallExpr) bool {
	if f.pass.TypesInfo.Types[call.Fun].IsType() || !slices.ContainsFunc(call.Args, f.holds) {
		return false
	}
	fn := f.function(callee.Name(call.Fun))
	switch {
	case fn == nil:
		return !f.pass.TypesInfo.Types[call.Fun].IsBuiltin()
	case callee.IsDynamic(fn):
		return true
	case fn.Pkg() == f.pass.Pkg:
		return f.letsGo(fn, true)
	case fn.Pkg().Path() == "io" && strings.HasPrefix(fn.Name(), "Copy"):
		return !f.inMemory(call.Args[0])
	}
	return fn.Name() == "ReadFrom" && fn.Signature().Recv() != nil && !memory(fn.Signature().Recv().Type())
}

func (f flow) inMemory(e ast.Expr) bool {
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		if obj := f.pass.TypesInfo.Uses[sel.Sel]; obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "io" && obj.Name() == "Discard" {
			return true
		}
	}
	return memory(f.pass.TypesInfo.TypeOf(e))
}
