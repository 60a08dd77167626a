package naming

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/stem"
)

// A label is one name that was seen on a unit.
type label struct {
	name     stem.Name
	part     int  // index of the unit's part
	constant bool // the name that a breaker was given; else that of what holds the part
}

func (l label) is(m label) bool { return l.part == m.part && l.constant == m.constant }

// A unit is what is judged: the parts that one place puts together, and the names on them.
type unit struct {
	outbound.Unit
	owner  owner
	inside bool // the owner's own package puts it together
	labels []label
}

func (c *checker) checkUnit(u outbound.Unit) {
	x := unit{Unit: u}
	switch {
	case u.Func != nil:
		x.owner = c.ownerOfFunc(u.Func)
	case u.Type != nil:
		x.owner = c.ownerOf(u.Type.Obj().Pkg(), u.Type.Obj().Name())
	}
	x.inside = x.owner.strong && x.owner.pkg == c.pkg
	for i, p := range u.Parts {
		if !p.Shared {
			x.labels = append(x.labels, c.labels(x, i, p)...)
		}
	}
	if c.several(x) {
		return // it takes the parts of several units
	}
	off, meant := c.off(x)
	if len(off) > 0 {
		c.reportUnit(x, off, meant)
	}
}

// labels are the names on one part that speak of a system.
func (c *checker) labels(x unit, i int, p outbound.Part) []label {
	var out []label
	for _, text := range []string{p.Variable, p.Field, p.Param} {
		n := stem.Of(text)
		if counts := c.isKnown(n) || n.HasRole() && !x.inside; n.Known() && counts {
			out = append(out, label{name: n, part: i})
			break
		}
	}
	if n := stem.Of(p.Name); p.Named && n.Known() && !n.IsDefault() {
		out = append(out, label{name: n, part: i, constant: true})
	}
	return out
}

// several reports whether two parts of one kind speak of different systems: then it is not one unit.
func (c *checker) several(x unit) bool {
	for i, a := range x.labels {
		for _, b := range x.labels[:i] {
			if a.part != b.part && role(x.Parts[a.part].Kind) == role(x.Parts[b.part].Kind) && !a.constant && !b.constant && !c.agree(a.name, b.name) {
				return true
			}
		}
	}
	return false
}

func role(k catalog.Kind) catalog.Kind {
	switch k {
	case catalog.Transport, catalog.GRPC:
		return catalog.Client
	}
	return k
}

// off finds the names that are not those of the unit, and the name that they should have.
func (c *checker) off(x unit) ([]label, stem.Name) {
	if !x.owner.known() {
		return c.offMajority(x)
	}
	off := slices.DeleteFunc(slices.Clone(x.labels), func(l label) bool { return c.accepts(x.owner, l.name) })
	sure := slices.ContainsFunc(off, func(l label) bool { return c.isKnown(l.name) || c.nearly(l.name, x.owner.name) })
	constants := !slices.ContainsFunc(x.labels, func(l label) bool { return !l.constant })
	switch {
	case sure:
	case x.owner.strong && len(x.Parts) < 2:
		return nil, stem.Name{} // one of the adapter's breakers, named for what it does
	case !x.owner.strong && len(off) == len(x.labels) && !constants && c.oneName(off):
		return nil, stem.Name{} // an adapter that is named for what it does (PaymentGateway over stripe)
	}
	return off, x.owner.name
}

// nearly reports whether a name is a mistyped or shortened form of another.
func (c *checker) nearly(n, of stem.Name) bool {
	_, ok := n.Near([]string{of.Join("-")})
	return ok
}

func (c *checker) oneName(labels []label) bool {
	return !slices.ContainsFunc(labels, func(l label) bool { return !c.agree(l.name, labels[0].name) })
}

// offMajority takes the name that most parts have for that of the unit. It says nothing where two parts differ and
// nothing else is known of their names.
func (c *checker) offMajority(x unit) ([]label, stem.Name) {
	most, meant := 0, stem.Name{}
	for _, a := range x.labels {
		agreeing := make(map[int]bool)
		for _, b := range x.labels {
			if c.agree(a.name, b.name) {
				agreeing[b.part] = true
			}
		}
		if len(agreeing) > most {
			most, meant = len(agreeing), a.name
		}
	}
	off := slices.DeleteFunc(slices.Clone(x.labels), func(l label) bool { return c.agree(meant, l.name) })
	sure := c.isKnown(meant) && !slices.ContainsFunc(off, func(l label) bool { return !c.isKnown(l.name) && !c.nearly(l.name, meant) })
	if most < 2 && !sure {
		return nil, meant
	}
	return off, meant
}

func (c *checker) reportUnit(x unit, off []label, meant stem.Name) {
	f := rule.Finding{Check: unitName, Place: rule.Place{Pos: x.Pos, End: x.End}, System: meant.Stem()}
	if x.owner.known() {
		f.System = x.owner.system()
	}
	f.Message = "one unit has several names: " + c.describe(x, off, meant)
	if p, ok := c.atConstant(x, off); ok {
		if c.reported[p.NameAt.Pos] {
			return
		}
		c.reported[p.NameAt.Pos] = true
		f.Place = rule.Place{Pos: p.NameAt.Pos, End: p.NameAt.End}
		f.Related = append(f.Related, rule.Related{Place: rule.Place{Pos: x.Pos, End: x.End}, Message: "the unit is put together here"})
		if agreeing := len(x.labels) - len(off); agreeing > 1 || agreeing == 1 && x.owner.known() {
			f.Fixes = c.rename(p.NameAt, meant)
		}
		if f.Fixes != nil {
			f.Place = rule.Place{Pos: f.Fixes[0].TextEdits[0].Pos, End: f.Fixes[0].TextEdits[0].End}
		}
	}
	for _, l := range off {
		if p := x.Parts[l.part]; p.Kind == catalog.Breaker {
			c.reported[p.Made], c.reported[p.NameAt.Pos] = true, true
		}
	}
	c.report.Report(f)
}

// atConstant reports whether the name that one breaker was given is all that is wrong, and finds that breaker.
func (c *checker) atConstant(x unit, off []label) (outbound.Part, bool) {
	if len(off) != 1 || !off[0].constant {
		return outbound.Part{}, false
	}
	p := x.Parts[off[0].part]
	return p, c.inFiles(p.NameAt)
}

func (c *checker) inFiles(p outbound.Place) bool {
	return p.Pos.IsValid() && slices.ContainsFunc(c.files, func(f *ast.File) bool { return f.FileStart <= p.Pos && p.Pos < f.FileEnd })
}

// describe lists the parts with their names.
func (c *checker) describe(x unit, off []label, meant stem.Name) string {
	var all []string
	if x.owner.known() {
		all = append(all, x.owner.says)
	}
	for i, p := range x.Parts {
		text := ""
		for _, l := range x.labels {
			if l.part != i {
				continue
			}
			switch {
			case l.constant && text == "":
				text = fmt.Sprintf("%s named %q", p.Kind, l.name.Text)
			case l.constant:
				text += fmt.Sprintf(" named %q", l.name.Text)
			default:
				text = p.Kind.String() + " " + l.name.Text
			}
			if slices.ContainsFunc(off, l.is) {
				text += c.suggestion(l.name, meant)
			}
		}
		if text != "" {
			all = append(all, text)
		}
	}
	return rule.List(all)
}

func (c *checker) suggestion(n, meant stem.Name) string {
	if name, ok := c.hint(n, meant); ok {
		return fmt.Sprintf(" (did you mean %q?)", name)
	}
	return ""
}

// rename gives a breaker the unit's name where its settings name it in a literal of their own.
func (c *checker) rename(at outbound.Place, meant stem.Name) []analysis.SuggestedFix {
	lit := c.nameLiteral(at)
	if lit == nil {
		return nil
	}
	sep := "-"
	if strings.Contains(lit.Value, "_") {
		sep = "_"
	}
	name := strconv.Quote(meant.Join(sep))
	return []analysis.SuggestedFix{{
		Message:   "Name the circuit breaker " + name,
		TextEdits: []analysis.TextEdit{{Pos: lit.Pos(), End: lit.End(), NewText: []byte(name)}},
	}}
}

// nameLiteral finds the string that a literal of a library's settings gives as Name at a place.
func (c *checker) nameLiteral(at outbound.Place) *ast.BasicLit {
	var found *ast.BasicLit
	for _, f := range c.files {
		if at.Pos < f.FileStart || at.Pos >= f.FileEnd {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if ok && lit.Pos() <= at.Pos && at.End <= lit.End() && c.librarySettings(lit) {
				found = nameOf(lit)
			}
			return found == nil && (n == nil || n.Pos() <= at.Pos && at.Pos < n.End())
		})
	}
	return found
}

func (c *checker) librarySettings(lit *ast.CompositeLit) bool {
	n, ok := types.Unalias(c.pass.TypesInfo.TypeOf(lit)).(*types.Named)
	return ok && n.Obj().Pkg() != nil && catalog.Known(n.Obj().Pkg().Path())
}

// nameOf is the string literal that a composite literal has for its field Name.
func nameOf(lit *ast.CompositeLit) *ast.BasicLit {
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if id, ok := kv.Key.(*ast.Ident); ok && id.Name == "Name" {
			text, _ := kv.Value.(*ast.BasicLit)
			return text
		}
	}
	return nil
}
