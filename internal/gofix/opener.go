package gofix

import (
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// maxSpent bounds, in bytes, how much source the fixes of one analyzer in one package go through. Each goes through the
// whole of its file, which is formatted and parsed again: thousands in one large file would take longer than all else.
// Findings behind the bound have no fix.
const maxSpent = 16 << 20

// An Opener opens the files of a package for fixes, within a bound.
type Opener struct {
	pass  *analysis.Pass
	spent int
	clean map[*token.File]bool // as gofmt writes it
}

// NewOpener returns one for the fixes of a pass.
func NewOpener(pass *analysis.Pass) *Opener {
	return &Opener{pass: pass, clean: make(map[*token.File]bool)}
}

// Open returns the file around pos, or nil if it is none that a fix may change, or enough has been opened.
func (o *Opener) Open(pos token.Pos) *File {
	if file := o.pass.Fset.File(pos); file != nil {
		o.spent += file.Size()
	}
	if o.spent > maxSpent {
		return nil
	}
	f := open(o.pass, pos)
	if f != nil {
		f.clean = o.isClean(f.tok)
	}
	return f
}

// isClean asks once for each file.
func (o *Opener) isClean(file *token.File) func(plain []byte) bool {
	return func(plain []byte) bool {
		yes, ok := o.clean[file]
		if !ok {
			yes = clean(plain)
			o.clean[file] = yes
		}
		return yes
	}
}
