package naming

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/stem"
)

// external are the keys of log and trace attributes that say which system was called.
var external = []string{"external.system", "external_system", "externalSystem", "external-system"}

// checkLabels judges the attribute of a log line or span that says which system was called:
// attribute.String("external.system", "sber"), slog.With("external.system", "sber").
func (c *checker) checkLabels(call *ast.CallExpr, fn *types.Func, around owner) {
	if !around.known() || len(call.Args) < 2 || c.near(fn.Pkg()) {
		return
	}
	for i, key := range call.Args[:len(call.Args)-1] {
		if text, ok := c.constant(key); ok && slices.Contains(external, text) {
			c.checkLabel(call.Args[i+1], around, "attribute "+text)
		}
	}
}

// checkLabelMap judges prometheus.Labels{"system": "sber"}.
func (c *checker) checkLabelMap(lit *ast.CompositeLit, around owner) {
	n, ok := types.Unalias(c.pass.TypesInfo.TypeOf(lit)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Name() != "Labels" || !strings.HasSuffix(n.Obj().Pkg().Path(), "/prometheus") {
		return
	}
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if key, ok := c.constant(kv.Key); ok && (key == "system" || slices.Contains(external, key)) {
			c.checkLabel(kv.Value, around, "metric label "+key)
		}
	}
}

func (c *checker) checkLabel(e ast.Expr, around owner, what string) {
	text, ok := c.constant(e)
	n := stem.Of(text)
	if !ok || !n.Known() || !around.known() || c.accepts(around, n) || !around.strong && !c.isKnown(n) && !c.nearly(n, around.name) {
		return
	}
	c.report.Report(rule.Finding{Check: unitName, Place: rule.At(e), System: around.system(),
		Message: fmt.Sprintf("one unit has several names: %s and %s %q%s", around.says, what, text, c.suggestion(n, around.name))})
}
