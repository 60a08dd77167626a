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
func (w *walker) checkLabels(call *ast.CallExpr, fn *types.Func) {
	if len(call.Args) < 2 || w.near(fn.Pkg()) {
		return
	}
	for i, key := range call.Args[:len(call.Args)-1] {
		if text, ok := w.constant(key); ok && slices.Contains(external, text) {
			w.checkLabel(call.Args[i+1], "attribute "+text)
		}
	}
}

// checkLabelMap judges prometheus.Labels{"system": "sber"}.
func (w *walker) checkLabelMap(lit *ast.CompositeLit) {
	n, ok := types.Unalias(w.pass.TypesInfo.TypeOf(lit)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Name() != "Labels" || !strings.HasSuffix(n.Obj().Pkg().Path(), "/prometheus") {
		return
	}
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if key, ok := w.constant(kv.Key); ok && (key == "system" || slices.Contains(external, key)) {
			w.checkLabel(kv.Value, "metric label "+key)
		}
	}
}

func (w *walker) checkLabel(e ast.Expr, what string) {
	text, ok := w.constant(e)
	n, around := stem.Of(text), w.around()
	if !ok || !n.Known() || !around.known() || w.accepts(around, n) || !around.strong && !w.isKnown(n) && !w.nearly(n, around.name) {
		return
	}
	w.report.Report(rule.Finding{Check: unitName, Place: rule.At(e), System: around.system(),
		Message: fmt.Sprintf("one unit has several names: %s and %s %q%s", around.says, what, text, w.suggestion(n, around.name))})
}
