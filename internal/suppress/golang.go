package suppress

import (
	"go/ast"
	"go/token"
	"strings"
)

// scanGo finds the directives of a file and what they cover.
func scanGo(fset *token.FileSet, f *ast.File) []*Directive {
	s := &goScan{fset: fset, onLine: make(map[int][]*goDirective), above: make(map[int][]*goDirective)}
	for _, group := range f.Comments {
		for _, c := range group.List {
			if d := parseComment(c.Text); d != nil {
				s.add(d, c, group)
			}
		}
	}
	if len(s.found) == 0 {
		return nil
	}
	ast.Inspect(f, s.visit)
	directives := make([]*Directive, len(s.found))
	for i, g := range s.found {
		g.finish()
		directives[i] = g.Directive
	}
	return directives
}

func parseComment(text string) *Directive {
	switch {
	case strings.HasPrefix(text, "//"+namespace):
		return parseIgnore(text, len("//"), "//", true)
	case strings.HasPrefix(text, "/*"):
		if strings.HasPrefix(strings.TrimLeft(text[len("/*"):], " \t"), keyword) {
			return &Directive{fault: "stands in a block comment: write //" + keyword + " CHECK -- reason"}
		}
		return nil
	}
	if d := parseNolint(text); d != nil {
		return d
	}
	if strings.HasPrefix(text, "//\t") {
		return nil // preformatted text in documentation, which shows how a directive looks
	}
	trimmed := strings.TrimLeft(text, "/ \t")
	return parseIgnore(text, len(text)-len(trimmed), "//", false)
}

// goScan works out, in one walk over a file, which lines its directives cover.
type goScan struct {
	fset   *token.FileSet
	found  []*goDirective
	onLine map[int][]*goDirective // by the line that the comment stands on
	above  map[int][]*goDirective // by the line behind its group
}

type goDirective struct {
	*Directive
	line, column int  // of the comment; of its group, for //nolint
	next         int  // the line behind its group
	trailing     bool // code stands before it on its line
	declared     int  // last line of the declaration that starts at next, or 0
}

func (s *goScan) at(pos token.Pos) token.Position { return s.fset.PositionFor(pos, false) }

func (s *goScan) add(d *Directive, c *ast.Comment, group *ast.CommentGroup) {
	d.Pos, d.End = c.Pos(), c.End()
	d.Start, d.Stop = s.at(c.Pos()), s.at(c.End())
	end := s.at(group.End()).Line
	g := &goDirective{Directive: d, line: d.Start.Line, column: d.Start.Column, next: end + 1}
	if d.Nolint {
		start := s.at(group.Pos())
		g.line, g.column = start.Line, start.Column
		d.spans = []span{{start.Line, end}}
	}
	s.found = append(s.found, g)
	s.onLine[d.Start.Line] = append(s.onLine[d.Start.Line], g)
	s.above[g.next] = append(s.above[g.next], g)
}

func (s *goScan) visit(n ast.Node) bool {
	switch n.(type) {
	case nil, *ast.Comment, *ast.CommentGroup:
		return false
	}
	if !n.Pos().IsValid() {
		return true
	}
	start, end := s.at(n.Pos()), s.at(n.End())
	for _, g := range s.onLine[start.Line] {
		g.trailing = g.trailing || n.Pos() < g.Pos
	}
	for _, g := range s.onLine[end.Line] {
		g.trailing = g.trailing || n.End() <= g.Pos
	}
	for _, g := range s.above[start.Line] {
		switch {
		case g.Nolint && start.Column == g.column:
			g.spans = append(g.spans, span{g.line, max(end.Line, g.next-1)})
		case !g.Nolint && declares(n):
			g.declared = max(g.declared, end.Line)
		}
	}
	return true
}

// declares reports whether a directive above the node is about all of it.
func declares(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl, *ast.GenDecl, *ast.ValueSpec, *ast.TypeSpec, *ast.Field:
		return true
	case *ast.AssignStmt:
		return n.Tok == token.DEFINE
	}
	return false
}

func (g *goDirective) finish() {
	switch {
	case g.Nolint:
	case g.trailing:
		g.spans = []span{{g.line, g.line}}
	default:
		g.spans = []span{{g.next, max(g.next, g.declared)}}
	}
}
