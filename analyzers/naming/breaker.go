package naming

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/reslint/reslint/internal/outbound"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/stem"
)

// checkBreakers reports breakers that the name does not tell from others.
func (c *checker) checkBreakers() {
	for _, b := range c.model.Breakers {
		if !b.Own || b.Shared || c.isReported(b) {
			continue
		}
		if n := stem.Of(b.Name); b.Name == "" || n.IsDefault() {
			c.nameless(b)
		}
	}
	c.checkTwice()
}

func (c *checker) isReported(b outbound.Breaker) bool {
	return b.NameAt.Pos.IsValid() && c.reported[b.NameAt.Pos] || b.Made.Pos.IsValid() && c.reported[b.Made.Pos]
}

func (c *checker) nameless(b outbound.Breaker) {
	what := "the circuit breaker"
	if s := b.System.Name(); s != "" {
		what += " of " + s
	}
	text := what + " has no name"
	if b.Name != "" {
		text = fmt.Sprintf("%s is called %q, which any other may be", what, b.Name)
	}
	c.report.Report(rule.Finding{Check: breakerName, Place: c.placeOf(b), System: b.System.Name(), Message: text})
}

// placeOf is where a breaker of this package gets its name, or is made.
func (c *checker) placeOf(b outbound.Breaker) rule.Place {
	p := b.Place
	switch {
	case c.isParameter(b.NameAt): // of a helper: its callers give the name
	case c.inFiles(b.NameAt):
		p = b.NameAt
		if lit := c.nameLiteral(p); lit != nil {
			return rule.At(lit)
		}
	case b.Made.Pos.IsValid():
		p = b.Made
	}
	return rule.Place{Pos: p.Pos, End: p.End}
}

// isParameter reports whether what stands at a place is a variable, whose value is known only from elsewhere.
func (c *checker) isParameter(at outbound.Place) bool {
	i := slices.IndexFunc(c.files, func(f *ast.File) bool { return f.FileStart <= at.Pos && at.Pos < f.FileEnd })
	if i < 0 {
		return false
	}
	found := false
	ast.Inspect(c.files[i], func(n ast.Node) bool {
		if n != nil && n.Pos() == at.Pos && n.End() == at.End {
			if kv, ok := n.(*ast.KeyValueExpr); ok {
				n = kv.Value
			}
			if id, ok := n.(*ast.Ident); ok {
				v, isVar := c.pass.TypesInfo.Uses[id].(*types.Var)
				found = isVar && !v.IsField() && v.Parent() != c.pkg.Scope()
			}
		}
		return n != nil && n.Pos() <= at.Pos && at.Pos < n.End()
	})
	return found
}

// checkTwice reports breakers of different systems under one name.
func (c *checker) checkTwice() {
	byName := make(map[string][]outbound.Breaker)
	for _, b := range slices.Concat(c.model.Imported, c.model.Breakers) {
		n := stem.Of(b.Name)
		if b.Shared || b.Name == "" || n.IsDefault() || b.System.Name() == "" || c.hasUnitName(b) {
			continue
		}
		key := strings.ToLower(b.Name)
		byName[key] = append(byName[key], b)
	}
	for _, key := range sortedKeys(byName) {
		all := byName[key]
		for i, b := range all {
			if j := slices.IndexFunc(all[:i], func(a outbound.Breaker) bool { return c.differ(a, b) }); j >= 0 {
				c.twice(all[j], b)
				break
			}
		}
	}
}

// hasUnitName reports whether unit-name speaks of the breaker, in this package or in its own.
func (c *checker) hasUnitName(b outbound.Breaker) bool {
	if b.Via == nil && (b.Own || c.isReported(b)) {
		return c.isReported(b)
	}
	strong := b.System.Has(outbound.BySettings) || b.System.Has(outbound.ByPackage)
	return b.Wired && strong && !c.agree(stem.Of(b.Name), systemName(b.System))
}

func (c *checker) differ(a, b outbound.Breaker) bool {
	_, different := outbound.Differ(a.System, b.System)
	return different && !c.agree(systemName(a.System), systemName(b.System))
}

// systemName is the name of a system in words, which Evidence.Name has not for a type.
func systemName(e outbound.Evidence) stem.Name {
	if e.Setting == "" && e.Package == "" && e.Stem != "" {
		return stem.Of(adapterWords(e.Type, e.Stem))
	}
	return stem.Of(e.Name())
}

// twice reports one of two breakers with the same name: the one whose system the name is not, if it stands here.
func (c *checker) twice(a, b outbound.Breaker) {
	fits := func(x outbound.Breaker) bool {
		n := stem.Of(x.Name)
		return n.Known() && c.agree(n, systemName(x.System))
	}
	if fits(b) && !fits(a) {
		a, b = b, a
	}
	if b.Via != nil && a.Via == nil {
		a, b = b, a
	}
	f := rule.Finding{Check: breakerName, System: b.System.Name(),
		Message: fmt.Sprintf("the circuit breaker of %s has the name of that of %s: %q", b.System.Name(), a.System.Name(), b.Name)}
	if b.Via == nil {
		f.Place = c.placeOf(b)
	} else if f.Place = c.importOf(b); c.pkg.Name() != "main" {
		return // the program that has both says so
	}
	for _, x := range []outbound.Breaker{a, b} {
		rel := rule.Related{Message: "a circuit breaker of " + x.System.Name(), Place: rule.In(x.Where, x.Where)}
		if x.Via == nil {
			rel.Place = c.placeOf(x)
		}
		f.Related = append(f.Related, rel)
	}
	if f.Place.Pos.IsValid() {
		c.report.Report(f)
	}
}

// importOf is the import through which a breaker comes into the program: that of the first file which has it.
func (c *checker) importOf(b outbound.Breaker) rule.Place {
	path := strconv.Quote(b.Via[0])
	if slices.Contains(b.Via, b.Pkg) {
		path = strconv.Quote(b.Pkg)
	}
	for _, f := range c.files {
		for _, spec := range f.Imports {
			if spec.Path.Value == path {
				return rule.At(spec.Path)
			}
		}
	}
	return rule.Place{}
}

const hystrix = "github.com/afex/hystrix-go/hystrix"

// hystrixNames are the functions that take the name of a command, and which argument it is.
var hystrixNames = map[string]int{"Do": 0, "Go": 0, "DoC": 1, "GoC": 1, "ConfigureCommand": 0, "GetCircuit": 0}

// checkHystrix judges the name of a hystrix command, which is that of its breaker.
func (w *walker) checkHystrix(call *ast.CallExpr, fn *types.Func) {
	if fn.Pkg().Path() != hystrix {
		return
	}
	i, ok := hystrixNames[fn.Name()]
	if !ok || i >= len(call.Args) {
		return
	}
	text, ok := w.constant(call.Args[i])
	n, around := stem.Of(text), w.around()
	switch {
	case !ok:
	case text == "" || n.IsDefault():
		w.nameless(outbound.Breaker{Name: text, Place: outbound.Place{Pos: call.Args[i].Pos(), End: call.Args[i].End()}})
	case around.known() && !w.accepts(around, n) && (w.isKnown(n) || w.nearly(n, around.name)):
		w.report.Report(rule.Finding{Check: unitName, Place: rule.At(call.Args[i]), System: around.system(),
			Message: fmt.Sprintf("one unit has several names: %s and circuit breaker named %q%s", around.says, text, w.suggestion(n, around.name))})
	}
}

// constant is the value of a constant string.
func (c *checker) constant(e ast.Expr) (string, bool) {
	v := c.pass.TypesInfo.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}
