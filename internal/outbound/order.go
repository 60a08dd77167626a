package outbound

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"github.com/reslint/reslint/internal/rule"
)

// order compares two places, whatever order their files were parsed in.
func (w *world) order(a, b token.Pos) int { return rule.Order(w.pass.Fset, a, b) }

// sortedVars orders variables in a way that depends on the program alone: those of packages by name, others, which are of
// one function, by position.
func sortedVars[V any](m map[*types.Var]V) []*types.Var {
	out := make([]*types.Var, 0, len(m))
	for v := range m {
		out = append(out, v)
	}
	slices.SortFunc(out, func(a, b *types.Var) int {
		if isGlobal(a) && isGlobal(b) {
			return cmp.Or(cmp.Compare(a.Pkg().Path(), b.Pkg().Path()), cmp.Compare(a.Name(), b.Name()))
		}
		if g, h := isGlobal(a), isGlobal(b); g != h {
			if g {
				return -1
			}
			return 1
		}
		return cmp.Or(int(a.Pos()-b.Pos()), cmp.Compare(a.Name(), b.Name()))
	})
	return out
}
