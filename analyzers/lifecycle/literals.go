package lifecycle

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"strconv"
	"time"

	"github.com/reslint/reslint/internal/gotypes"
	"github.com/reslint/reslint/internal/rule"
)

// limitFields are the fields of struct types that hold limits and thresholds, by the type's path and name.
var limitFields = map[string][]string{
	"net/http.Client":                       {"Timeout"},
	"net/http.Transport":                    {"MaxConnsPerHost", "MaxIdleConnsPerHost", "MaxIdleConns", "ResponseHeaderTimeout", "TLSHandshakeTimeout", "IdleConnTimeout"},
	"net.Dialer":                            {"Timeout"},
	"github.com/sony/gobreaker.Settings":    {"MaxRequests", "Interval", "Timeout"},
	"github.com/sony/gobreaker/v2.Settings": {"MaxRequests", "Interval", "Timeout"},
}

// limitArgs are the functions and methods of which an argument is a limit.
var limitArgs = map[string]int{
	"golang.org/x/sync/semaphore.NewWeighted":           0,
	"github.com/marusama/semaphore/v2.New":              0,
	"github.com/failsafe-go/failsafe-go/bulkhead.New":   0,
	"(*golang.org/x/sync/errgroup.Group).SetLimit":      0,
	"(*database/sql.DB).SetMaxOpenConns":                0,
	"(*github.com/go-resty/resty/v2.Client).SetTimeout": 0,
}

// checkLiterals reports limits that are constants.
func checkLiterals(r *rule.Reporter, c *code) {
	if c.skipLiterals {
		return
	}
	for _, f := range c.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				c.literalFields(r, n)
			case *ast.CallExpr:
				c.literalArg(r, n)
			}
			return true
		})
	}
}

func (c *code) literalFields(r *rule.Reporter, n *ast.CompositeLit) {
	named, ok := types.Unalias(deref(c.info.TypeOf(n))).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return
	}
	fields := limitFields[named.Obj().Pkg().Path()+"."+named.Obj().Name()]
	if len(fields) == 0 {
		return
	}
	for _, e := range n.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		id, ok := kv.Key.(*ast.Ident)
		for _, name := range fields {
			if ok && id.Name == name {
				c.judgeLimit(r, kv.Value, named.Obj().Pkg().Name()+"."+named.Obj().Name()+"."+name)
			}
		}
	}
}

func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func (c *code) literalArg(r *rule.Reporter, n *ast.CallExpr) {
	f := c.callee(n)
	if f == nil || f.Pkg() == nil || standard(f.Pkg()) && f.Name() != "SetMaxOpenConns" {
		return
	}
	if i, ok := limitArgs[f.FullName()]; ok && i < len(n.Args) {
		c.judgeLimit(r, n.Args[i], types.ExprString(n.Fun))
	}
}

// judgeLimit reports one value, if it is a constant that limits something.
func (c *code) judgeLimit(r *rule.Reporter, e ast.Expr, what string) {
	tv := c.info.Types[e]
	if tv.Value == nil {
		return
	}
	v := constant.ToInt(tv.Value)
	n, exact := constant.Int64Val(v)
	if v.Kind() != constant.Int || !exact || n <= 0 {
		return
	}
	text := strconv.FormatInt(n, 10)
	if gotypes.Is(tv.Type, "time", "Duration") {
		text = time.Duration(n).String()
	}
	r.Report(rule.Finding{Check: hardCodedLimits, Place: rule.At(e), Message: fmt.Sprintf("%s is %s in code, not in settings", what, text)})
}
