// Package placement reports circuit breakers and bulkheads that stand in the wrong place, or are gone around.
//
// It works on the typed syntax of one package: which functions make outbound calls, through helpers of the package,
// and which of these calls are made under a breaker or a permit.
package placement

import (
	"go/ast"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"

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
		Doc:        "report circuit breakers and bulkheads that stand in the wrong place, or are gone around",
		URL:        rule.PageURL,
		Requires:   []*analysis.Analyzer{opts.Model},
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, opts), nil },
		ResultType: reflect.TypeFor[*rule.Result](),
	}
}

func run(pass *analysis.Pass, opts Options) *rule.Result {
	r := rule.NewReporter(pass, opts.Policy)
	if !mentionsWrapper(pass) {
		return r.Result()
	}
	p := newPackage(pass, opts)
	for _, fn := range p.order {
		checkGenerated(r, p, fn)
		checkHandler(r, p, fn)
		checkLocal(r, p, fn)
	}
	for _, t := range p.adapters() {
		checkBypass(r, p, t)
		checkPromoted(r, p, t)
	}
	return r.Result()
}

// mentionsWrapper reports whether the package can have anything to do with breakers and bulkheads.
func mentionsWrapper(pass *analysis.Pass) bool {
	for _, obj := range pass.TypesInfo.Uses {
		switch obj := obj.(type) {
		case *types.Func:
			if row := catalog.LookupFunc(obj); row != nil && row.Enter != catalog.None {
				return true
			}
		case *types.Var:
			if tokens(obj.Type()) {
				return true
			}
		}
	}
	return false
}

// tokens reports whether a type is a channel of empty structs, which may be a semaphore.
func tokens(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	s, ok := ch.Elem().Underlying().(*types.Struct)
	return ok && s.NumFields() == 0
}

// function is one declared function of the package.
type function struct {
	obj       *types.Func
	decl      *ast.FuncDecl
	generated bool
}

// pack is the package under judgement.
type pack struct {
	pass  *analysis.Pass
	info  *types.Info
	funcs map[*types.Func]*function
	order []*function
	sends map[*types.Func]bool // answers of makesCall; false while it is being worked out
	bare  map[question]kinds
}

func newPackage(pass *analysis.Pass, opts Options) *pack {
	p := &pack{pass: pass, info: pass.TypesInfo, funcs: make(map[*types.Func]*function), sends: make(map[*types.Func]bool),
		bare: make(map[question]kinds)}
	for _, file := range pass.Files {
		if !opts.Policy.Tests && rule.TestFile(pass.Fset, file) {
			continue
		}
		generated := ast.IsGenerated(file)
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
	return p
}

// callee returns the function that a call names, or nil.
func (p *pack) callee(c *ast.CallExpr) *types.Func {
	fun := ast.Unparen(c.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	var id *ast.Ident
	switch x := fun.(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
	default:
		return nil
	}
	fn, _ := p.info.Uses[id].(*types.Func)
	if fn == nil {
		return nil
	}
	return fn.Origin()
}

// enters returns the kind of wrapper that a node enters, and the expression that is entered.
func (p *pack) enters(n ast.Node) (catalog.Kind, ast.Expr) {
	switch n := n.(type) {
	case *ast.CallExpr:
		fn := p.callee(n)
		if fn == nil {
			return catalog.None, nil
		}
		row := catalog.LookupFunc(fn)
		if row == nil || row.Enter == catalog.None {
			return catalog.None, nil
		}
		sel, _ := ast.Unparen(n.Fun).(*ast.SelectorExpr)
		if sel == nil || fn.Signature().Recv() == nil {
			return row.Enter, nil
		}
		return row.Enter, sel.X
	case *ast.SendStmt:
		if t := p.info.TypeOf(n.Chan); t != nil && tokens(t) {
			return catalog.Bulkhead, n.Chan
		}
	}
	return catalog.None, nil
}

// makesCall reports whether a function makes an outbound call, itself or through functions of the package.
func (p *pack) makesCall(fn *types.Func) bool {
	if row := catalog.LookupFunc(fn); row != nil {
		return row.Send != nil
	}
	if yes, ok := p.sends[fn]; ok {
		return yes
	}
	p.sends[fn] = false
	f := p.funcs[fn]
	if f == nil {
		return false
	}
	yes := false
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && !yes {
			if callee := p.callee(c); callee != nil && p.makesCall(callee) {
				yes = true
			}
		}
		return !yes
	})
	p.sends[fn] = yes
	return yes
}
