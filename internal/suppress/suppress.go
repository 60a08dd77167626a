// Package suppress reads the comments that silence findings:
//
//	//reslint:ignore CHECK[,CHECK] -- reason     Go: on the line, above it, or on a declaration
//	# reslint:ignore CHECK[,CHECK] -- reason     YAML and .env: on the line, above it, or on a section
//	//nolint, //nolint:all, //nolint:reslint     Go: what golangci-lint makes of them
//
// A directive on a line of its own covers the next line, and all of the declaration that starts there: a function, a
// group or single var, const or type, a struct field, a short variable declaration. In YAML it covers the key that
// follows with all that is nested below it. A blank line in between detaches it. One behind code covers its line.
//
// A reslint directive that is malformed, or gives no reason, silences nothing. Only line comments are directives.
package suppress

import (
	"cmp"
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
)

// LinterName is what //nolint calls reslint.
const LinterName = "reslint"

// A Name is one check name in a directive.
type Name struct {
	Text   string
	Offset int // in bytes from the start of the comment
}

// A Directive is one comment that silences findings, or tries to.
type Directive struct {
	Pos, End    token.Pos      // of the comment; token.NoPos in a settings file
	Start, Stop token.Position // of the comment, as the file has it (//line changes nothing)
	Names       []Name         // the checks that it silences; empty for Nolint, which silences all
	Nolint      bool           // a //nolint that covers reslint
	Reason      string         // what stands behind " -- "; of //nolint, what stands behind a second "//"

	fault string // why it silences nothing: a clause without a subject
	spans []span
	used  map[string]bool
}

// A span is a range of lines, both included.
type span struct{ from, to int }

// Covers reports whether the directive silences findings of the check.
func (d *Directive) Covers(check string) bool {
	if d.fault != "" {
		return false
	}
	return d.Nolint || slices.ContainsFunc(d.Names, func(n Name) bool { return n.Text == check })
}

// Use records that the directive silenced a finding of the check.
func (d *Directive) Use(check string) {
	if d.used == nil {
		d.used = make(map[string]bool)
	}
	d.used[check] = true
}

// reach is the number of lines of the shortest span with the line, or 0 where it covers none.
func (d *Directive) reach(line int) int {
	best := 0
	for _, s := range d.spans {
		if n := s.to - s.from + 1; s.from <= line && line <= s.to && (best == 0 || n < best) {
			best = n
		}
	}
	return best
}

// An Index holds the directives of one package and of the settings files that it loads. It is not safe for
// concurrent use. The zero value is empty.
type Index struct {
	fset  *token.FileSet
	files map[string][]*Directive // by name of the file, cleaned
	names []string                // keys of files, in order of addition
}

// New returns the index of the files, which must have been parsed with comments.
func New(fset *token.FileSet, files []*ast.File) *Index {
	x := &Index{fset: fset}
	for _, f := range files {
		x.add(fset.PositionFor(f.FileStart, false).Filename, scanGo(fset, f))
	}
	return x
}

// AddSettings adds the directives of a YAML or .env file: its name decides which. Adding a file again changes nothing.
func (x *Index) AddSettings(name string, src []byte) {
	if _, ok := x.files[filepath.Clean(name)]; !ok {
		x.add(name, scanSettings(name, src))
	}
}

func (x *Index) add(name string, found []*Directive) {
	name = filepath.Clean(name)
	if x.files == nil {
		x.files = make(map[string][]*Directive)
	}
	if _, ok := x.files[name]; !ok {
		x.names = append(x.names, name)
	}
	x.files[name] = append(x.files[name], found...)
}

// At returns the directive that silences a finding of the check at a position in one of the Go files, or nil. Where
// several do, a reslint directive comes before //nolint, then the one that covers the fewest lines, then the first.
func (x *Index) At(check string, pos token.Pos) *Directive {
	if x.fset == nil || !pos.IsValid() {
		return nil
	}
	p := x.fset.PositionFor(pos, false)
	return x.AtLine(check, p.Filename, p.Line)
}

// AtLine is [Index.At] for a line (from 1) of a Go or settings file.
func (x *Index) AtLine(check, file string, line int) *Directive {
	var best *Directive
	for _, d := range x.files[filepath.Clean(file)] {
		if n := d.reach(line); n == 0 || !d.Covers(check) {
			continue
		}
		if best == nil || cmp.Or(before(best.Nolint, d.Nolint), cmp.Compare(d.reach(line), best.reach(line))) < 0 {
			best = d
		}
	}
	return best
}

// before orders a directive whose Nolint is b against one whose Nolint is a: a reslint directive comes first.
func before(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// Find returns the directive at the same place as other, which may come from another index over the same files.
func (x *Index) Find(other *Directive) *Directive {
	for _, d := range x.files[filepath.Clean(other.Start.Filename)] {
		if d.Start.Offset == other.Start.Offset {
			return d
		}
	}
	return nil
}

// Directives lists all directives, file by file in order of addition, each file from top to bottom.
func (x *Index) Directives() []*Directive {
	var all []*Directive
	for _, name := range x.names {
		all = append(all, x.files[name]...)
	}
	return all
}
