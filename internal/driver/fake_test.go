package driver_test

import (
	"go/ast"
	"go/types"
	"reflect"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/rule"
)

var badCall = &rule.Check{Name: "bad-call", Guide: "R", Analyzer: "fake", Severity: rule.Error}

// isBad is the fact that a function should not be called: it is named so.
type isBad struct{}

func (*isBad) AFact() {}

// A fake is a suite with the shape of the real one: a model that has facts, and an analyzer that reports what the
// model knows. It reports calls of functions named bad, and panics over one named panics.
type fake struct {
	policy rule.Policy
	bad    sync.Map // *types.Package → map[types.Object]bool, because an outbound.Model cannot hold it
}

func fakeSuite(policy rule.Policy) analyzers.Suite {
	f := &fake{policy: policy}
	model := &analysis.Analyzer{
		Name: "fakemodel", Doc: "fake", Run: f.model, FactTypes: []analysis.Fact{new(isBad)},
		ResultType: reflect.TypeFor[*outbound.Model](),
	}
	check := &analysis.Analyzer{
		Name: "fake", Doc: "fake", Run: f.check, Requires: []*analysis.Analyzer{model},
		ResultType: reflect.TypeFor[*rule.Result](),
	}
	return analyzers.Suite{Model: model, Analyzers: []*analysis.Analyzer{check}}
}

func (f *fake) model(pass *analysis.Pass) (any, error) {
	_ = pass.Files[0] // fails if the driver runs passes over packages without syntax
	if pass.Pkg.Scope().Lookup("panics") != nil {
		var none map[string]bool
		none["x"] = true
	}
	bad := make(map[types.Object]bool)
	for _, obj := range pass.TypesInfo.Defs {
		fn, ok := obj.(*types.Func)
		if ok && strings.EqualFold(fn.Name(), "bad") {
			bad[fn] = true
			pass.ExportObjectFact(fn, new(isBad))
		}
	}
	for _, obj := range pass.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && pass.ImportObjectFact(fn, new(isBad)) {
			bad[fn] = true
		}
	}
	f.bad.Store(pass.Pkg, bad)
	return new(outbound.Model), nil
}

func (f *fake) check(pass *analysis.Pass) (any, error) {
	bad, _ := f.bad.Load(pass.Pkg)
	r := rule.NewReporter(pass, f.policy)
	for id, obj := range pass.TypesInfo.Uses {
		if bad.(map[types.Object]bool)[obj] {
			r.Report(rule.Finding{Check: badCall, Place: rule.At(ast.Node(id)), Message: "bad call"})
		}
	}
	return r.Result(), nil
}
