// Package gofix makes suggested fixes that can be applied unread: the result parses, names what it means whatever the
// file imports or shadows, has the imports that it needs, and is gofmt-clean where the file was.
//
// A fix changes one file. Where one of these cannot be had there is no fix at all.
package gofix

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
)

// A File is a file that a fix changes. Once something cannot be done it has no fix; the methods may still be called.
type File struct {
	pass   *analysis.Pass
	syntax *ast.File
	tok    *token.File
	src    []byte
	edits  []edit
	needs  []string // import paths that are missing
	failed bool
	clean  func(plain []byte) bool
}

// An edit replaces a range of bytes.
type edit struct {
	start, end int
	text       string
}

// open returns the file around pos, or nil if it is none that a fix may change: what the go command hands to passes in
// place of a file, such as cgo's output, and files with //line comments are not what an editor has.
func open(pass *analysis.Pass, pos token.Pos) *File {
	tok := pass.Fset.File(pos)
	i := slices.IndexFunc(pass.Files, func(f *ast.File) bool { return f.FileStart <= pos && pos < f.FileEnd })
	if tok == nil || i < 0 || pass.ReadFile == nil {
		return nil
	}
	for _, p := range []token.Pos{pos, tok.Pos(tok.Size())} { // a comment counts from where it stands
		if pass.Fset.PositionFor(p, true) != pass.Fset.PositionFor(p, false) {
			return nil
		}
	}
	src, err := pass.ReadFile(tok.Name())
	if err != nil || len(src) != tok.Size() {
		return nil
	}
	return &File{pass: pass, syntax: pass.Files[i], tok: tok, src: src}
}

// Path returns the nodes around a range, innermost first. The first is exactly the range, if a node is.
func (f *File) Path(pos, end token.Pos) []ast.Node {
	path, _ := astutil.PathEnclosingInterval(f.syntax, pos, end)
	return path
}

// Syntax is the file's syntax.
func (f *File) Syntax() *ast.File { return f.syntax }

// Text is the source between two positions.
func (f *File) Text(pos, end token.Pos) string {
	return string(f.src[f.tok.Offset(pos):f.tok.Offset(end)])
}

// Line is the number of the line with a position.
func (f *File) Line(pos token.Pos) int { return f.tok.PositionFor(pos, false).Line }

// LineStart is where a line begins. The line behind the last one begins at the end of the file.
func (f *File) LineStart(line int) token.Pos {
	if line > f.tok.LineCount() {
		return f.tok.Pos(f.tok.Size())
	}
	return f.tok.LineStart(line)
}

// Indent is the white space that the line with a position begins with.
func (f *File) Indent(pos token.Pos) string {
	line := f.src[f.tok.Offset(f.LineStart(f.Line(pos))):]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// Alone reports whether nothing but a comment follows pos in its line.
func (f *File) Alone(pos token.Pos) bool {
	rest := strings.TrimSpace(f.Text(pos, f.LineStart(f.Line(pos)+1)))
	return rest == "" || strings.HasPrefix(rest, "//")
}

// Replace puts text into the place of a range; an empty range inserts. Lines end in "\n", whatever the file has.
func (f *File) Replace(pos, end token.Pos, text string) {
	f.edits = append(f.edits, edit{f.tok.Offset(pos), f.tok.Offset(end), text})
}

// Fail says that the file cannot be fixed after all.
func (f *File) Fail() { f.failed = true }

// Visible is what a name means at a position, or nil.
func (f *File) Visible(name string, at token.Pos) types.Object {
	scope := f.pass.Pkg.Scope().Innermost(at)
	if scope == nil {
		f.Fail()
		return nil
	}
	_, obj := scope.LookupParent(name, at)
	return obj
}

// Name returns what an exported name of a package of the standard library is called at a position, and sees to it that
// the package is imported. It fails where the name of the package means something else there.
func (f *File) Name(path, name string, at token.Pos) string {
	for _, spec := range f.syntax.Imports {
		if importPath(spec) != path {
			continue
		}
		local := path[strings.LastIndex(path, "/")+1:]
		if spec.Name != nil {
			local = spec.Name.Name
		}
		switch local {
		case "_":
			continue
		case ".":
			if obj := f.Visible(name, at); obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != path {
				f.Fail()
			}
			return name
		}
		if p, ok := f.Visible(local, at).(*types.PkgName); !ok || p.Imported().Path() != path {
			f.Fail()
		}
		return local + "." + name
	}
	local := path[strings.LastIndex(path, "/")+1:]
	if f.Visible(local, at) != nil {
		f.Fail()
	}
	if !slices.Contains(f.needs, path) {
		f.needs = append(f.needs, path)
	}
	return local + "." + name
}

// Fix returns what was asked for as one suggested fix, or none.
func (f *File) Fix(message string) []analysis.SuggestedFix {
	if f == nil || f.failed || len(f.edits) == 0 || !f.addImports() {
		return nil
	}
	slices.SortFunc(f.edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	for i, e := range f.edits {
		if i > 0 && e.start < f.edits[i-1].end || f.inComment(e) {
			return nil
		}
	}
	edits, ok := settle(f.src, f.edits, f.clean)
	if !ok {
		return nil
	}
	fix := analysis.SuggestedFix{Message: message}
	for _, e := range edits {
		fix.TextEdits = append(fix.TextEdits, analysis.TextEdit{Pos: f.tok.Pos(e.start), End: f.tok.Pos(e.end), NewText: []byte(e.text)})
	}
	return []analysis.SuggestedFix{fix}
}

// inComment reports whether an edit touches a comment. The syntax does not have the carriage returns in one, so its
// end is looked for in the source.
func (f *File) inComment(e edit) bool {
	for _, group := range f.syntax.Comments {
		for _, c := range group.List {
			start := f.tok.Offset(c.Slash)
			end := start + len(c.Text)
			if strings.HasPrefix(c.Text, "/*") {
				end = start + 2 + bytes.Index(f.src[start+2:], []byte("*/")) + 2
			}
			if e.start < end && start < e.end || start < e.start && e.start < end {
				return true
			}
		}
	}
	return false
}

func parses(src []byte) bool {
	_, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	return err == nil
}

// apply makes the edits, which are sorted and do not overlap.
func apply(src []byte, edits []edit) []byte {
	var out bytes.Buffer
	done := 0
	for _, e := range edits {
		out.Write(src[done:e.start])
		out.WriteString(e.text)
		done = e.end
	}
	out.Write(src[done:])
	return out.Bytes()
}
