package rule_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/rule"
)

const keySource = `package a

var Global = func(sberClient int) int { return sberClient }

func (recv *T) F(theParam int) (aResult int) {
	client, sberClient := 1, 2
	var paymentsSem int
	for iKey, aValue := range []int{} {
		_, _ = iKey, aValue
	}
	switch oneOf := any(1).(type) { case int: _ = oneOf }
	func(inner int) {}(1)
	return client
}

type T struct{}
`

// keyOf is the key of a finding with the message at a text of the source.
func keyOf(t *testing.T, src, at, message string) string {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	pass := &analysis.Pass{Fset: fset, Files: []*ast.File{f}, Pkg: types.NewPackage("a", "a"), Report: func(analysis.Diagnostic) {}}
	pos := fset.File(f.FileStart).Pos(strings.Index(src, at))
	r := rule.NewReporter(pass, rule.Policy{})
	r.Report(rule.Finding{Check: poolTotal, Place: rule.Place{Pos: pos}, Message: message})
	return r.Result().Findings[0].Key
}

// The same finding has the same key under other names, also those that are words of the message.
func TestKeyNames(t *testing.T) {
	t.Parallel()
	const form = `the client NAME of "NAME" is given 16 of 30s to http.DefaultClient`
	for _, name := range []string{"client", "sberClient", "paymentsSem", "theParam", "aResult", "iKey", "aValue", "oneOf", "inner", "recv", "the"} {
		message := strings.Replace(form, "NAME", name, 1)
		if got := keyOf(t, keySource, "return client", message); got != `key "NAME" 16 30s DefaultClient` {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := keyOf(t, keySource, "return sberClient", "sberClient is odd"); got != "key" {
		t.Errorf("in a function literal: %q", got)
	}
}

// What is no local tells findings apart.
func TestKeyDiffers(t *testing.T) {
	t.Parallel()
	base := keyOf(t, keySource, "return client", `sberClient has 16 of "x"`)
	for _, message := range []string{`sberClient has 17 of "x"`, `sberClient has 16 of "y"`, `OtherClient has 16 of "x"`} {
		if keyOf(t, keySource, "return client", message) == base {
			t.Errorf("%s: the same key", message)
		}
	}
	// Outside of functions there are no locals, and the message stands for itself.
	if got := keyOf(t, keySource, "T struct", "odd"); got != "" {
		t.Errorf("outside of a function: %q", got)
	}
}

func TestWithoutLines(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"set at a.go:12:3 and b.yaml:4":         "set at a.go and b.yaml",
		"on line 47 before lines 4, 5 and 6":    "on line  before lines ",
		"16 calls over 8 connections, 5:3 odds": "16 calls over 8 connections, 5:3 odds",
		"a pipeline 3 deep":                     "a pipeline 3 deep",
	} {
		if got := rule.WithoutLines(message); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}
