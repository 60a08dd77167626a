package naming

import (
	"fmt"
	"go/ast"
	"strings"

	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/stem"
)

// unitMakers are the functions of the runtime that make a unit: its name is argument 0, its section argument 1.
var unitMakers = map[string]bool{
	"github.com/reslint/reslint/runtime/unit.New":                      true,
	"(*github.com/reslint/reslint/runtime/registry.Registry).Register": true,
	"(*github.com/reslint/reslint/runtime/registry.Registry).Unit":     true,
}

// assignUnit judges a unit of the runtime: its name, its section, the variable and the adapter that it is for.
func (w *walker) assignUnit(a *ast.AssignStmt) {
	call, ok := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return
	}
	fn := w.callee(call)
	if fn == nil || fn.Pkg() == nil || !strings.HasPrefix(fn.Pkg().Path(), "github.com/reslint/reslint/runtime/") || !unitMakers[fn.FullName()] {
		return
	}
	text, ok := w.constant(call.Args[0])
	name := stem.Of(text)
	if !ok || !name.Known() {
		return
	}
	holder := stem.Of(lastName(a.Lhs[0]))
	var others []owner
	if holder.HasRole() || w.isKnown(holder) {
		others = append(others, owner{says: "variable " + holder.Text, name: holder})
	}
	if len(call.Args) > 1 {
		for _, s := range w.sections(call.Args[1]) {
			others = append(others, owner{says: "settings " + s.text, name: s.name})
		}
	}
	others = append(others, w.takers(a.Lhs[0])...)
	off, list := 0, ""
	for _, o := range others {
		if o.known() {
			list += o.says + ", "
			if !w.accepts(o, name) {
				off++
			}
		}
	}
	if off == 0 {
		return
	}
	w.report.Report(rule.Finding{Check: unitName, Place: rule.At(call.Args[0]), System: others[0].system(),
		Message: fmt.Sprintf("one unit has several names: %sand unit named %q%s", list, text, w.suggestion(name, others[0].name))})
}

// takers are the systems whose code is handed a variable.
func (w *walker) takers(l ast.Expr) []owner {
	id, ok := l.(*ast.Ident)
	obj := w.pass.TypesInfo.ObjectOf(id)
	if !ok || obj == nil || obj.Parent() == nil {
		return nil
	}
	var out []owner
	for _, f := range w.files {
		if !(f.FileStart <= obj.Pos() && obj.Pos() < f.FileEnd) {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			for _, arg := range call.Args {
				if use, ok := ast.Unparen(arg).(*ast.Ident); ok && w.pass.TypesInfo.Uses[use] == obj {
					out = append(out, w.calleeOf(call))
				}
			}
			return true
		})
	}
	return out
}
