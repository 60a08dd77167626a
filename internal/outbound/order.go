package outbound

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sort"
)

// Positions grow with the files as they are parsed, which hosts do side by side: which of two files comes first may
// differ from run to run. What depends on an order of files goes by their names.

// placedFile is where the positions of a file lie, and where they would if files were parsed in order of name.
type placedFile struct {
	start, end token.Pos
	base       int
}

// orderFiles lays the files of the package out by name.
func (w *world) orderFiles() {
	files := slices.Clone(w.pass.Files)
	slices.SortStableFunc(files, func(a, b *ast.File) int { return cmp.Compare(w.fileName(a), w.fileName(b)) })
	base := 1
	for _, f := range files {
		w.layout = append(w.layout, placedFile{f.FileStart, f.FileEnd, base})
		base += int(f.FileEnd-f.FileStart) + 1
	}
	slices.SortFunc(w.layout, func(a, b placedFile) int { return int(a.start - b.start) })
}

func (w *world) fileName(f *ast.File) string { return w.pass.Fset.Position(f.FileStart).Filename }

// ordinal is a position as it would be if files were parsed in order of name.
func (w *world) ordinal(p token.Pos) int {
	i := sort.Search(len(w.layout), func(i int) bool { return p <= w.layout[i].end })
	if i < len(w.layout) && w.layout[i].start <= p {
		return w.layout[i].base + int(p-w.layout[i].start)
	}
	return int(p)
}

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
