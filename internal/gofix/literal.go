package gofix

import (
	"go/ast"
	"go/token"
	"strings"
)

// A Field is one to write into a composite literal.
type Field struct{ Name, Value string }

// Key is the element of a struct literal that sets a field, or nil. ok is false where the fields have no names.
func Key(lit *ast.CompositeLit, name string) (kv *ast.KeyValueExpr, ok bool) {
	for _, e := range lit.Elts {
		e, named := e.(*ast.KeyValueExpr)
		if !named {
			return nil, false
		}
		if id, isName := e.Key.(*ast.Ident); isName && id.Name == name {
			kv = e
		}
	}
	return kv, true
}

// AddFields writes fields in front of those that a struct literal has. One goes into the line of a literal that has
// only one; where more are to go there, each field gets a line.
func (f *File) AddFields(lit *ast.CompositeLit, fields []Field) {
	if len(fields) == 0 {
		return
	}
	if _, ok := Key(lit, ""); !ok {
		f.Fail()
		return
	}
	next := lit.Rbrace
	if len(lit.Elts) > 0 {
		next = lit.Elts[0].Pos()
	}
	open := lit.Lbrace + 1
	inner := f.Indent(lit.Lbrace) + "\t"
	switch {
	case f.Line(next) > f.Line(lit.Lbrace):
		at := f.LineStart(f.Line(lit.Lbrace) + 1)
		f.Replace(at, at, fieldLines(inner, fields))
	case len(fields) > 1:
		f.explode(lit, fields, inner)
	case len(lit.Elts) == 0:
		f.gap(open, next, fields[0].Name+": "+fields[0].Value)
	default:
		f.Replace(open, open, fields[0].Name+": "+fields[0].Value+", ")
	}
}

func fieldLines(indent string, fields []Field) string {
	var b strings.Builder
	for _, x := range fields {
		b.WriteString(indent + x.Name + ": " + x.Value + ",\n")
	}
	return b.String()
}

// explode gives each element of a literal a line, with new ones in front.
func (f *File) explode(lit *ast.CompositeLit, fields []Field, inner string) {
	end := strings.TrimSuffix(inner, "\t")
	if len(lit.Elts) == 0 {
		f.gap(lit.Lbrace+1, lit.Rbrace, "\n"+fieldLines(inner, fields)+end)
		return
	}
	f.gap(lit.Lbrace+1, lit.Elts[0].Pos(), "\n"+fieldLines(inner, fields)+inner)
	for i, e := range lit.Elts[1:] {
		f.gap(lit.Elts[i].End(), e.Pos(), ",\n"+inner)
	}
	f.gap(lit.Elts[len(lit.Elts)-1].End(), lit.Rbrace, ",\n"+end)
}

// gap replaces white space and at most a comma.
func (f *File) gap(pos, end token.Pos, text string) {
	if old := strings.TrimSpace(f.Text(pos, end)); old != "" && old != "," {
		f.Fail()
		return
	}
	f.Replace(pos, end, text)
}
