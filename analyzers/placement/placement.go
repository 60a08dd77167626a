// Package placement reports circuit breakers and bulkheads that stand in the wrong place, or are gone around.
//
// It works on the typed syntax of one package, and on what the outbound model knows of the packages that it imports:
// which functions make outbound calls, through helpers and interfaces with one implementation, and which of these
// calls are made under a breaker or a permit. What cannot be seen is silent.
package placement

import (
	"go/ast"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/callee"
	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/rule"
)

// Options changes what is reported. The zero value is the default.
type Options struct {
	Policy rule.Policy
	Model  *analysis.Analyzer // outbound.Analyzer unless set
}

// Analyzer is the analyzer with default options.
var Analyzer = New(Options{})

// New returns an analyzer of its own, which shares no state with any other.
func New(opts Options) *analysis.Analyzer {
	if opts.Model == nil {
		opts.Model = outbound.Analyzer
	}
	return &analysis.Analyzer{
		Name:       name,
		Doc:        rule.Doc("report circuit breakers and bulkheads that stand in the wrong place, or are gone around", Checks()),
		URL:        rule.PageURL,
		Requires:   []*analysis.Analyzer{opts.Model},
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, opts), nil },
		ResultType: reflect.TypeFor[*rule.Result](),
	}
}

func run(pass *analysis.Pass, opts Options) *rule.Result {
	r := rule.NewReporter(pass, opts.Policy)
	model, _ := pass.ResultOf[opts.Model].(*outbound.Model)
	wrapper, channel := concerned(pass, model)
	if !wrapper && !channel {
		return r.Result()
	}
	p := newPack(pass, opts)
	if !wrapper && len(p.permits) == 0 {
		return r.Result()
	}
	entering := p.entering()
	for _, f := range p.order {
		if !entering[f.obj] {
			continue
		}
		if f.generated {
			checkGenerated(r, p, f)
			continue
		}
		checkHandler(r, p, f)
		checkLocal(r, p, f)
	}
	for _, a := range p.adapters() {
		checkBypass(r, a)
		checkPromoted(r, a)
	}
	return r.Result()
}

// concerned reports whether the package has something to do with the catalogue's breakers and bulkheads, or hands functions to
// other packages that enter one, and with channels that may be semaphores.
func concerned(pass *analysis.Pass, model *outbound.Model) (wrapper, channel bool) {
	held := make(map[types.Type]bool) // the types of fields that were looked at
	for _, obj := range pass.TypesInfo.Defs {
		v, ok := obj.(*types.Var)
		if !ok {
			continue
		}
		channel = channel || tokens(v.Type())
		if !wrapper && v.IsField() && !held[v.Type()] {
			held[v.Type()] = true
			wrapper = heldIn(v.Type(), 0) != 0
		}
	}
	for _, obj := range pass.TypesInfo.Uses {
		if wrapper {
			break
		}
		if fn, ok := obj.(*types.Func); ok {
			row := catalog.LookupFunc(fn)
			wrapper = row != nil && row.Enter != catalog.None || row == nil && entersElsewhere(pass, model, fn.Origin())
		}
	}
	return wrapper, channel
}

// entersElsewhere reports whether a function of another package of the module enters a breaker around what it is handed.
func entersElsewhere(pass *analysis.Pass, model *outbound.Model, fn *types.Func) bool {
	m := pass.Module
	if model == nil || fn.Pkg() == nil || fn.Pkg() == pass.Pkg || m == nil || m.Path == "" || !within(fn.Pkg().Path(), m.Path) {
		return false
	}
	for v := range fn.Signature().Params().Variables() {
		if _, ok := v.Type().Underlying().(*types.Signature); ok {
			r := model.Reach(fn)
			return r.Breaker && !r.Requests
		}
	}
	return false
}

// function is one declared function of the package.
type function struct {
	obj       *types.Func
	decl      *ast.FuncDecl
	generated bool
}

// pack is the package under judgement.
type pack struct {
	pass    *analysis.Pass
	info    *types.Info
	model   *outbound.Model
	files   []*ast.File
	funcs   map[*types.Func]*function
	order   []*function
	sends   map[*types.Func]bool        // answers of makesCall; false while it is being worked out
	permits map[*types.Var]direction    // channels that are semaphores
	reads   map[*types.Var]bool         // fields and variables that are more than set
	only    map[*types.Func]*types.Func // answers of implementation
	callers map[*types.Func][]caller
	enter   map[*types.Func]bool      // answer of entering
	methods map[string][]*types.Named // see typesWith
	single  map[*types.Var]bool       // whether a semaphore is only ever made with one permit
	servers map[*types.TypeName]bool  // types with methods that serve requests; nil until it is asked for
}

func newPack(pass *analysis.Pass, opts Options) *pack {
	p := &pack{pass: pass, info: pass.TypesInfo, funcs: make(map[*types.Func]*function), sends: make(map[*types.Func]bool),
		only: make(map[*types.Func]*types.Func)}
	p.model, _ = pass.ResultOf[opts.Model].(*outbound.Model)
	for _, file := range pass.Files {
		if !opts.Policy.Tests && rule.TestFile(pass.Fset, file) {
			continue
		}
		p.files = append(p.files, file)
		generated := rule.GeneratedFile(pass.Fset, file)
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			if obj, ok := p.info.Defs[fn.Name].(*types.Func); ok {
				f := &function{obj, fn, generated}
				p.funcs[obj] = f
				p.order = append(p.order, f)
			}
		}
	}
	p.permits = p.permitChannels()
	return p
}

// reach is what the model knows of a function of another package.
func (p *pack) reach(fn *types.Func) outbound.Reach {
	if p.model == nil || fn.Pkg() == nil || fn.Pkg() == p.pass.Pkg {
		return outbound.Reach{}
	}
	return p.model.Reach(fn)
}

// callee returns the function that a call names, or nil.
func (p *pack) callee(c *ast.CallExpr) *types.Func {
	fn := p.named(c.Fun)
	if fn == nil {
		return nil
	}
	return fn.Origin()
}

// named returns the function that an expression names, or nil.
func (p *pack) named(e ast.Expr) *types.Func {
	fn, _ := p.info.Uses[callee.Name(e)].(*types.Func)
	return fn
}

// variable returns the variable or field that an expression names, or nil.
func (p *pack) variable(e ast.Expr) *types.Var {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, _ := p.info.ObjectOf(x).(*types.Var)
		return v
	case *ast.SelectorExpr:
		v, _ := p.info.Uses[x.Sel].(*types.Var)
		return v
	}
	return nil
}

// enters returns the kind of wrapper that a node enters, or None.
func (p *pack) enters(n ast.Node) catalog.Kind {
	switch n := n.(type) {
	case *ast.CallExpr:
		if fn := p.callee(n); fn != nil {
			if row := catalog.LookupFunc(fn); row != nil && row.Enter != catalog.None {
				return p.entered(n, row)
			}
		}
	case *ast.SendStmt, *ast.UnaryExpr:
		if _, takes := p.takes(n); takes {
			return catalog.Bulkhead
		}
	}
	return catalog.None
}

// entered is the kind of wrapper that a call enters. What an executor of policies enters is known where it is made of
// them; it may do no more than try again.
func (p *pack) entered(c *ast.CallExpr, row *catalog.Func) catalog.Kind {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !runsPolicies(row) || !ok {
		return row.Enter
	}
	switch k, _ := p.policies(sel.X); {
	case k&breaker != 0:
		return catalog.Breaker
	case k != 0:
		return catalog.Bulkhead
	}
	return catalog.None
}

// definition returns the expression that a local variable is defined with and never loses, or nil.
func (p *pack) definition(v *types.Var) ast.Expr {
	var out ast.Expr
	again := false
	for _, f := range p.files {
		if v.Pos() < f.FileStart || v.Pos() >= f.FileEnd {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			as, ok := n.(*ast.AssignStmt)
			if !ok {
				return true
			}
			for i, l := range as.Lhs {
				if id, ok := l.(*ast.Ident); !ok || p.info.ObjectOf(id) != v {
					continue
				}
				again = again || out != nil || len(as.Lhs) != len(as.Rhs)
				out = as.Rhs[min(i, len(as.Rhs)-1)]
			}
			return true
		})
	}
	if again {
		return nil
	}
	return out
}

// makesCall reports whether a function makes an outbound call, itself or through what it calls.
func (p *pack) makesCall(fn *types.Func) bool {
	if row := catalog.LookupFunc(fn); row != nil {
		return row.Send != nil
	}
	if catalog.LookupMethod(fn) != nil || isRPC(fn) || p.reach(fn).Requests {
		return true
	}
	if yes, ok := p.sends[fn]; ok {
		return yes
	}
	p.sends[fn] = false
	if impl := p.implementation(fn); impl != nil {
		p.sends[fn] = p.makesCall(impl)
		return p.sends[fn]
	}
	if f := p.funcs[fn]; f != nil {
		p.sends[fn] = p.callsOut(f.decl.Body)
	}
	return p.sends[fn]
}

// callsOut reports whether a body makes an outbound call that can be seen.
func (p *pack) callsOut(body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && !found {
			fn := p.callee(c)
			found = fn != nil && p.makesCall(fn)
		}
		return !found
	})
	return found
}
