package lifecycle

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
)

// guarded is what is done under a permit.
type guarded uint8

const (
	nobody   guarded = iota // nothing that says what it is
	local                   // files, processes and computations: no bulkhead of an external system
	somebody                // calls that cannot be seen through
)

// maxGuard bounds how deep the functions under a permit are looked through.
const maxGuard = 6

// guards tells what the permits of an operation protect. A semaphore around local work queues on purpose.
func (c *code) guards(o *op) guarded {
	if c.localPackage() {
		return local
	}
	if d := o.in.top; o.in == d && d.obj != nil && c.handsToCaller(d) {
		out := nobody
		for _, call := range c.calls[d.obj] {
			if f := c.within[call]; f != nil {
				out = max(out, c.after(f, call))
			}
		}
		return out
	}
	return c.after(o.in, o.node)
}

// enough functions of the package, none of which calls anyone, are local work too.
const enough = 3

func (c *code) after(f *fn, at ast.Node) guarded {
	seen := make(map[*fn]bool)
	out := c.under(f.body, at.End(), seen)
	if out == nobody && len(seen) >= enough {
		return local
	}
	return out
}

// localPackage reports whether a package works on files or code, and imports nothing that could call anyone.
func (c *code) localPackage() bool {
	works := false
	for _, p := range c.pass.Pkg.Imports() {
		switch {
		case c.sameModule(p) || limiters[p.Path()]:
		case !standard(p) || c.kindOfStandard(p.Path()) == somebody:
			return false
		default:
			works = works || c.kindOfStandard(p.Path()) == local
		}
	}
	return works && len(c.model.Constructions) == 0
}

// limiters are libraries of semaphores, which call nobody.
var limiters = map[string]bool{
	"golang.org/x/sync/semaphore": true, "golang.org/x/sync/errgroup": true, "github.com/marusama/semaphore/v2": true,
	"github.com/failsafe-go/failsafe-go/bulkhead": true,
}

// handsToCaller reports whether a function leaves with the permits that it takes.
func (c *code) handsToCaller(d *fn) bool {
	s := c.summary(d)
	return len(s.takes) > 0 || s.returned >= 0
}

// under looks at the calls of a function from a place on.
func (c *code) under(body ast.Node, from token.Pos, seen map[*fn]bool) guarded {
	out := nobody
	ast.Inspect(body, func(n ast.Node) bool {
		if out == somebody {
			return false
		}
		if c.tired() {
			out = local
			return false
		}
		if call, ok := n.(*ast.CallExpr); ok && call.Pos() >= from {
			c.work++
			out = max(out, c.kindOfCall(call, seen))
		}
		return true
	})
	return out
}

func (c *code) kindOfCall(call *ast.CallExpr, seen map[*fn]bool) guarded {
	if tv := c.info.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() || c.called(call) != nil {
		return nobody
	}
	f := c.callee(call)
	if f == nil || f.Pkg() == nil {
		return c.kindOfValue(call)
	}
	if d := c.decls[f]; d != nil {
		if seen[d] || len(seen) > maxGuard*maxGuard {
			return nobody
		}
		seen[d] = true
		return c.under(d.body, token.NoPos, seen)
	}
	if row := catalog.LookupFunc(f); row != nil && (row.Send != nil || row.Enter == catalog.Breaker) || c.model.Reach(f).Sends {
		return somebody
	}
	recv := f.Signature().Recv()
	if standard(f.Pkg()) {
		return c.kindOfStandard(f.Pkg().Path())
	}
	foreign := !c.sameModule(f.Pkg()) && catalog.LookupPermit(f) == nil
	if (foreign || recv != nil && types.IsInterface(recv.Type())) && c.takesContext(call) {
		return somebody
	}
	return nobody
}

// kindOfValue is a call of a function value: of a parameter, as wrappers do, or under a context.
func (c *code) kindOfValue(call *ast.CallExpr) guarded {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if v, ok := c.info.Uses[id].(*types.Var); ok && c.isParam(v) {
			return somebody
		}
	}
	if c.takesContext(call) {
		return somebody
	}
	return nobody
}

// takesContext reports whether a call is handed a context or a request, as calls that may go out are.
func (c *code) takesContext(call *ast.CallExpr) bool {
	return slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
		t := c.info.TypeOf(e)
		return gotypes.IsContext(t) || t != nil && isRequest(t)
	})
}

func (c *code) kindOfStandard(path string) guarded {
	first, _, _ := strings.Cut(path, "/")
	switch first {
	case "net", "database":
		return somebody
	case "os", "go", "compress", "archive", "image", "crypto", "runtime", "regexp", "path":
		if path != "os/signal" && path != "path" {
			return local
		}
	}
	return nobody
}

// sameModule reports whether a package belongs to the module that is judged.
func (c *code) sameModule(p *types.Package) bool {
	m := c.pass.Module
	return p == c.pass.Pkg || m != nil && m.Path != "" && (p.Path() == m.Path || strings.HasPrefix(p.Path(), m.Path+"/"))
}
