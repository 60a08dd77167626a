package gofix

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// addImports adds the imports that are missing, where gofmt would have them.
func (f *File) addImports() bool {
	if len(f.needs) == 0 {
		return true
	}
	slices.Sort(f.needs)
	decl, anchor := f.importAnchor()
	switch {
	case anchor == nil:
		return f.firstImport()
	case decl.Lparen.IsValid():
		return f.importIntoGroup(decl, anchor)
	case f.importDecls() == 1:
		return f.importAsGroup(decl, anchor)
	}
	if !f.Alone(anchor.End()) {
		return false
	}
	f.insertLine(f.Line(anchor.End())+1, lines("import ", f.needs))
	return true
}

func (f *File) insertLine(line int, text string) {
	pos := f.LineStart(line)
	f.Replace(pos, pos, text)
}

func lines(prefix string, paths []string) string {
	var b strings.Builder
	for _, p := range paths {
		b.WriteString(prefix + strconv.Quote(p) + "\n")
	}
	return b.String()
}

// importAnchor finds the import beside which another of the standard library belongs: net/http, which nearly every file
// with a fix imports, else any of the standard library, else the first.
func (f *File) importAnchor() (*ast.GenDecl, *ast.ImportSpec) {
	var decl *ast.GenDecl
	var spec *ast.ImportSpec
	best := 0
	for _, d := range f.syntax.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			continue
		}
		for _, s := range g.Specs {
			s := s.(*ast.ImportSpec)
			rank := 1
			switch path := importPath(s); {
			case path == "C":
				continue
			case path == "net/http":
				rank = 3
			case standard(path):
				rank = 2
			}
			if rank > best {
				decl, spec, best = g, s, rank
			}
		}
	}
	return decl, spec
}

func importPath(s *ast.ImportSpec) string {
	path, err := strconv.Unquote(s.Path.Value)
	if err != nil {
		return ""
	}
	return path
}

// standard reports whether a package is of the standard library, as far as its path tells.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// importDecls counts the import declarations, but for that of C.
func (f *File) importDecls() int {
	n := 0
	for _, d := range f.syntax.Decls {
		g, ok := d.(*ast.GenDecl)
		if ok && g.Tok == token.IMPORT && !(len(g.Specs) == 1 && importPath(g.Specs[0].(*ast.ImportSpec)) == "C") {
			n++
		}
	}
	return n
}

func (f *File) firstImport() bool {
	end := f.syntax.Name.End()
	if !f.Alone(end) {
		return false
	}
	text := "\n" + lines("import ", f.needs)
	if len(f.needs) > 1 {
		text = "\nimport (\n" + lines("\t", f.needs) + ")\n"
	}
	f.insertLine(f.Line(end)+1, text)
	return true
}

// importAsGroup turns the only import into a group.
func (f *File) importAsGroup(decl *ast.GenDecl, spec *ast.ImportSpec) bool {
	if !f.Alone(spec.End()) || spec.Comment != nil || strings.TrimSpace(f.Text(decl.Pos(), spec.Pos())) != "import" {
		return false
	}
	old := importPath(spec)
	i, _ := slices.BinarySearch(f.needs, old)
	f.Replace(decl.Pos(), spec.End(), "import (\n"+lines("\t", f.needs[:i])+"\t"+f.Text(spec.Pos(), spec.End())+"\n"+
		lines("\t", f.needs[i:])+")")
	return true
}

// importIntoGroup inserts lines into the run of imports around the anchor, which blank lines end.
func (f *File) importIntoGroup(decl *ast.GenDecl, anchor *ast.ImportSpec) bool {
	if !f.oneALine(decl) {
		return false
	}
	run := f.run(decl, anchor)
	if !standard(importPath(anchor)) { // imports of others only: a run of its own, before them
		f.insertLine(f.firstLine(run[0]), lines("\t", f.needs)+"\n")
		return true
	}
	at := make(map[int][]string)
	for _, path := range f.needs {
		line := f.firstLine(run[0])
		for _, s := range run {
			if importPath(s) < path {
				line = f.Line(s.End()) + 1
			}
		}
		at[line] = append(at[line], path)
	}
	for line, paths := range at {
		f.insertLine(line, lines("\t", paths))
	}
	return true
}

// firstLine is the line in which an import begins, with the comment above it.
func (f *File) firstLine(s *ast.ImportSpec) int {
	if s.Doc != nil {
		return f.Line(s.Doc.Pos())
	}
	return f.Line(s.Pos())
}

// oneALine reports whether each import of a group has a line of its own.
func (f *File) oneALine(decl *ast.GenDecl) bool {
	last := f.Line(decl.Lparen)
	for _, s := range decl.Specs {
		if f.Line(s.Pos()) <= last || !f.Alone(s.End()) {
			return false
		}
		last = f.Line(s.End())
	}
	return f.Line(decl.Rparen) > last
}

// run is the imports that gofmt sorts together with the anchor.
func (f *File) run(decl *ast.GenDecl, anchor *ast.ImportSpec) []*ast.ImportSpec {
	var run []*ast.ImportSpec
	for _, s := range decl.Specs {
		s := s.(*ast.ImportSpec)
		if len(run) > 0 && f.Line(s.Pos()) > f.Line(run[len(run)-1].End())+1 {
			if slices.Contains(run, anchor) {
				return run
			}
			run = nil
		}
		run = append(run, s)
	}
	return run
}
