package driver

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"sync"

	"golang.org/x/tools/go/packages"
)

// A layout gives each source file its positions by its name. Files are parsed side by side, and a FileSet hands out
// positions as files come, so that what is in order of position would be in another order at every run.
type layout struct {
	places map[string]place // by file name

	mu    sync.Mutex
	taken map[string]bool
}

// place is where the positions of a file begin, and how many bytes there is room for.
type place struct{ base, size int }

// newLayout reserves positions in an empty FileSet for the files of the packages and of those of the main module that
// they need, in order of name. What is added to the FileSet in any other way comes after them.
func newLayout(fset *token.FileSet, listed []*packages.Package) *layout {
	var names []string
	for _, p := range listed {
		names = append(names, p.GoFiles...)
	}
	packages.Visit(listed, nil, func(p *packages.Package) {
		if p.Module != nil && p.Module.Main {
			names = append(names, p.GoFiles...)
		}
	})
	slices.Sort(names)
	l := &layout{places: make(map[string]place), taken: make(map[string]bool)}
	next := fset.Base() + 1
	for _, name := range slices.Compact(names) {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			l.places[name] = place{next, int(info.Size())}
			next += int(info.Size()) + 1
		}
	}
	fset.RemoveFile(fset.AddFile("", -1, next-fset.Base())) // only its room is left
	return l
}

// parse parses a file into its place. A file that has none, such as one that cgo has made, or that has grown since,
// comes after all others.
func (l *layout) parse(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	p, ok := l.take(name, len(src))
	if !ok {
		return parseFile(fset, name, src)
	}
	own := token.NewFileSet()
	own.AddFile("", -1, p.base-own.Base()-1)
	f, err := parseFile(own, name, src)
	if tf := own.File(token.Pos(p.base)); tf != nil {
		fset.AddExistingFiles(tf)
	}
	return f, err
}

// take finds the place of a file, once.
func (l *layout) take(name string, size int) (place, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p, ok := l.places[name]
	if !ok || l.taken[name] || size > p.size {
		return place{}, false
	}
	l.taken[name] = true
	return p, true
}

// parseFile leaves out the resolution of identifiers that go/types does better.
func parseFile(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	return parser.ParseFile(fset, name, src, parser.AllErrors|parser.ParseComments|parser.SkipObjectResolution)
}
