package rule

import (
	"go/ast"
	"go/token"
	"regexp"
	"strings"
	"unicode"
)

// textToken is a string in quotes, or a word.
var textToken = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[\p{L}\p{N}_]+`)

// lineNumbers are what a message says of places: ":12" and ":12:3" behind a file name, and "line 12".
var lineNumbers = regexp.MustCompile(`(\.\w+)(?::\d+)+|\b(lines? )\d+(?:(?:, | and )\d+)*`)

// WithoutLines is a message without the line numbers in it, which change with every edit above them.
func WithoutLines(message string) string { return lineNumbers.ReplaceAllString(message, "$1$2") }

// key is what a message says apart from names of locals, so that a finding can be known again when they have others.
//
// Which words of a message are names is not written down, and a local may be called like an ordinary word. So all words
// in lower case are left out, and of the others those that the declaration calls a local. Numbers and strings stay. The
// rest of what tells findings apart is the check, the system and the declaration.
func key(message string, locals map[string]bool) string {
	kept := []string{""} // never empty, which would stand for the message
	for _, t := range textToken.FindAllString(message, -1) {
		first := []rune(t)[0]
		if first == '"' || unicode.IsDigit(first) || !locals[t] && strings.ContainsFunc(t, unicode.IsUpper) {
			kept = append(kept, t)
		}
	}
	return "key" + strings.Join(kept, " ")
}

// function returns the function around pos: a declaration, or the value of a variable that has one inside.
func (r *Reporter) function(f *ast.File, pos token.Pos) ast.Node {
	switch d := declAt(f, pos).(type) {
	case *ast.FuncDecl:
		return d
	case *ast.GenDecl:
		lits, ok := r.literals[d]
		if !ok {
			lits = literals(d)
			if r.literals == nil {
				r.literals = make(map[*ast.GenDecl][]*ast.FuncLit)
			}
			r.literals[d] = lits
		}
		if i := around(lits, pos); i >= 0 {
			return lits[i]
		}
	}
	return nil
}

// literals are the functions in a declaration that are in no other, in order.
func literals(d *ast.GenDecl) []*ast.FuncLit {
	var all []*ast.FuncLit
	ast.Inspect(d, func(n ast.Node) bool {
		lit, ok := n.(*ast.FuncLit)
		if ok {
			all = append(all, lit)
		}
		return !ok
	})
	return all
}

// localNames are the names that a function gives to its parameters, results and variables.
func localNames(fn ast.Node) map[string]bool {
	names := make(map[string]bool)
	add := func(all ...ast.Expr) {
		for _, e := range all {
			if id, ok := e.(*ast.Ident); ok {
				names[id.Name] = true
			}
		}
	}
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field: // a field of a local struct type is as local as it
			for _, id := range n.Names {
				names[id.Name] = true
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				add(n.Lhs...)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				add(n.Key, n.Value)
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				names[id.Name] = true
			}
		}
		return true
	})
	return names
}
