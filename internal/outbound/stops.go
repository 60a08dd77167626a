package outbound

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/rule"
)

// stops finds which functions of a package shut a server down, themselves or through what they mention. That a package
// has such a function says nothing of the programs that import it for something else.
type stops struct {
	pass  *analysis.Pass
	opts  Options
	below map[string]stopBelow // functions of imports that do, by full name
	names map[string]bool      // the names of those alone

	whole map[*types.Package]stopBelow // imports of which any function may

	funcs  map[*types.Func]bool
	by     map[*types.Func][]*types.Func // who mentions a function of the package: nil is what runs in any case
	always bool                          // that does: what a package-level variable holds, or an init function
}

// anyFunc stands for all functions of a package.
const anyFunc = "*"

// stopBelow is a call that shuts a server down, and the import that leads to it.
type stopBelow struct {
	at  token.Position
	via *types.Package
}

func compareStops(a, b stopBelow) int {
	return cmp.Or(cmp.Compare(a.at.Filename, b.at.Filename), cmp.Compare(a.at.Line, b.at.Line), cmp.Compare(a.at.Column, b.at.Column))
}

// learn takes in what an import says.
func (s *stops) learn(f *programFact, imported *types.Package) {
	for _, name := range f.Stoppers {
		x := stopBelow{token.Position{Filename: f.File, Line: f.Line, Column: f.Column}, imported}
		if name == anyFunc {
			s.whole[imported] = x
			continue
		}
		if old, ok := s.below[name]; !ok || compareStops(x, old) < 0 {
			s.below[name] = x
		}
	}
	for name := range s.below {
		s.names[lastName(name)] = true
	}
}

func lastName(full string) string { return full[lastDot(full)+1:] }

// find goes through the package. It returns its own first call that shuts a server down, and the first in an import that
// it may come to.
func (s *stops) find() (own *ast.Ident, below stopBelow) {
	for _, file := range s.pass.Files {
		if !s.opts.Policy.Tests && rule.TestFile(s.pass.Fset, file) {
			continue
		}
		for _, d := range file.Decls {
			var fn *types.Func
			if decl, ok := d.(*ast.FuncDecl); ok {
				if fn, _ = s.pass.TypesInfo.Defs[decl.Name].(*types.Func); runsFirst(fn) {
					fn = nil
				}
			}
			ast.Inspect(d, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				callee, ok := s.pass.TypesInfo.Uses[id].(*types.Func)
				if !ok {
					return true
				}
				x, leads := s.leadsBelow(callee.Origin())
				switch {
				case stopsServer(callee):
					if own == nil || rule.Order(s.pass.Fset, id.Pos(), own.Pos()) < 0 {
						own = id
					}
				case leads:
					if below.via == nil || compareStops(x, below) < 0 {
						below = x
					}
				case callee.Pkg() == s.pass.Pkg:
					s.by[callee.Origin()] = append(s.by[callee.Origin()], fn)
					return true
				default:
					return true
				}
				s.add(fn)
				return true
			})
		}
	}
	return own, below
}

// add notes that a function shuts a server down, and reports whether that is new and others may come to it.
func (s *stops) add(fn *types.Func) bool {
	if fn == nil {
		s.always = true
		return false
	}
	if s.funcs[fn] {
		return false
	}
	s.funcs[fn] = true
	return true
}

// leadsBelow reports whether a function of an import is known to lead to such a call. A method of an interface may.
func (s *stops) leadsBelow(fn *types.Func) (stopBelow, bool) {
	if x, ok := s.whole[fn.Pkg()]; ok {
		return x, true
	}
	if !s.names[fn.Name()] || fn.Pkg() == nil {
		return stopBelow{}, false
	}
	if x, ok := s.below[fn.FullName()]; ok {
		return x, true
	}
	recv := fn.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) {
		return stopBelow{}, false
	}
	var out stopBelow
	for name, x := range s.below {
		if lastName(name) == fn.Name() && (out.via == nil || compareStops(x, out) < 0) {
			out = x
		}
	}
	return out, true
}

// stoppers are the full names of the exported functions and methods, sorted.
func (s *stops) stoppers() []string {
	var list []*types.Func
	for fn := range s.funcs {
		list = append(list, fn)
	}
	for len(list) > 0 {
		fn := list[len(list)-1]
		list = list[:len(list)-1]
		for _, by := range s.by[fn] {
			if s.add(by) {
				list = append(list, by)
			}
		}
	}
	if s.always {
		return []string{anyFunc}
	}
	var out []string
	for fn := range s.funcs {
		if fn.Exported() {
			out = append(out, fn.FullName())
		}
	}
	slices.Sort(out)
	return out
}

func stopsServer(fn *types.Func) bool {
	switch fn.Name() {
	case "Shutdown", "ShutdownWithContext", "GracefulStop":
		d := catalog.LookupDrain(fn)
		return d != nil && d.Server
	}
	return false
}
