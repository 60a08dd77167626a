package catalog

import (
	"go/types"
	"os"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"
)

// otherVersions are names that the version in testdata/go.mod does not have: some rows are for other versions, and those of
// gobreaker are written once for two modules.
var otherVersions = []string{
	"(*github.com/sony/gobreaker.DistributedCircuitBreaker).Execute",
	"(github.com/failsafe-go/failsafe-go/bulkhead.BulkheadBuilder).Build",
	"(github.com/failsafe-go/failsafe-go/bulkhead.BulkheadBuilder).OnFull",
	"(github.com/failsafe-go/failsafe-go/bulkhead.BulkheadBuilder).WithMaxWaitTime",
	"(github.com/failsafe-go/failsafe-go/circuitbreaker.CircuitBreakerBuilder).Build",
	"github.com/failsafe-go/failsafe-go.NewExecutor",
	"github.com/failsafe-go/failsafe-go/bulkhead.With",
	"github.com/failsafe-go/failsafe-go/circuitbreaker.WithDefaults",
	"github.com/sony/gobreaker.NewDistributedCircuitBreaker",
}

// What rows speak of is there: a name that is misspelt, or that a library has no more, would match nothing for ever. Only
// packages that the fixtures' module brings are looked at, and no stubs.
func TestNames(t *testing.T) {
	t.Parallel()
	var all []string
	for path := range paths {
		all = append(all, path)
	}
	slices.Sort(all)
	cfg := &packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedModule, Dir: "../../testdata",
		Env: append(os.Environ(), "GOWORK=off")}
	loaded, err := packages.Load(cfg, all...)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, p := range loaded {
		if len(p.Errors) > 0 || p.Types == nil || p.Module != nil && p.Module.Replace != nil {
			continue
		}
		seen++
		have := names(p.Types)
		for _, rows := range []map[string]bool{keys(funcs), keys(kinds), keys(vars)} {
			for name := range rows {
				if pathOf(name) == p.PkgPath && have[name] == slices.Contains(otherVersions, name) {
					t.Errorf("%s: that the version in testdata/go.mod has it is %t; what it has not is in otherVersions", name, have[name])
				}
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d packages of %d", seen, len(all))
	}
}

func keys[T any](m map[string]T) map[string]bool {
	out := make(map[string]bool)
	for k := range m {
		out[k] = true
	}
	return out
}

// names are what rows may call the objects of a package.
func names(pkg *types.Package) map[string]bool {
	out := make(map[string]bool)
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		out[pkg.Path()+"."+name] = true
		t, ok := obj.(*types.TypeName)
		if !ok {
			continue
		}
		for _, typ := range []types.Type{t.Type(), types.NewPointer(t.Type())} {
			for m := range types.NewMethodSet(typ).Methods() {
				out[plainName(m.Obj().(*types.Func).Origin().FullName())] = true
			}
		}
	}
	return out
}
