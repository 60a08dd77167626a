package placement

import (
	"go/ast"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/rule"
)

var wrapperNames = map[catalog.Kind]string{catalog.Breaker: "the circuit breaker", catalog.Bulkhead: "the bulkhead"}

// checkGenerated reports wrappers that generated code enters. To make one and hand it over, as generated wiring does,
// is no finding.
func checkGenerated(r *rule.Reporter, p *pack, f *function) {
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		if k := p.enters(n); k != catalog.None {
			r.ReportGenerated(rule.Finding{Check: wrapperOnGenerated, Place: rule.At(n),
				Message: wrapperNames[k] + " is entered in generated code, which the next generation replaces"})
		}
		return true
	})
}
