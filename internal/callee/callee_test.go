package callee_test

import (
	"go/ast"
	"go/parser"
	"testing"

	"github.com/reslint/reslint/internal/callee"
)

func TestName(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"f()":             "f",
		"(f)()":           "f",
		"pkg.F()":         "F",
		"a.b.Method()":    "Method",
		"f[int]()":        "f",
		"pkg.F[int, T]()": "F",
		"(pkg.F[int])()":  "F",
		"func() {}()":     "",
		"f()()":           "",
		"ch.(func())()":   "",
	} {
		e, err := parser.ParseExpr(text)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if id := callee.Name(e.(*ast.CallExpr).Fun); id != nil {
			got = id.Name
		}
		if got != want {
			t.Errorf("%s calls %q, want %q", text, got, want)
		}
	}
}
