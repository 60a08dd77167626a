package rule

import (
	"cmp"
	"go/token"
)

// Order compares two places of a package: by the names of their files, then by position. Hosts parse files side by side,
// so that positions alone say nothing of the order of files.
func Order(fset *token.FileSet, a, b token.Pos) int {
	if f := fset.File(a); f != nil && f == fset.File(b) {
		return int(a - b)
	}
	return cmp.Or(cmp.Compare(fset.Position(a).Filename, fset.Position(b).Filename), int(a-b))
}
