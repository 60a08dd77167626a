package lifecycle

import (
	"go/ast"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/rule"
)

type spawn struct{}
type stop struct {
	call   *ast.CallExpr
	sel    *ast.SelectorExpr
	closer *catalog.Closer
	drain  *catalog.Drain
	in     *fn
}
type reach struct{}

func (s *scanner) spawn(n ast.Node, call *ast.CallExpr) {}
func checkFanOut(r *rule.Reporter, c *code)             {}
func checkShutdown(r *rule.Reporter, c *code)           {}
func checkClosed(r *rule.Reporter, c *code)             {}
func checkLiterals(r *rule.Reporter, c *code)           {}
