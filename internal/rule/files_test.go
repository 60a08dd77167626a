package rule_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/rule"
)

// Hosts that show Go only are told which file a finding is in, even where files have the same name.
func TestNames(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	root := filepath.Join(top, "m")
	loader := filepath.Join(root, "internal", "wire", "wire.go")
	if err := errors.Join(os.MkdirAll(filepath.Dir(loader), 0o777), os.WriteFile(filepath.Join(root, "go.mod"), nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ standing, file, want string }{
		{loader, filepath.Join(root, "deploy", "prod", "app.yaml"), "deploy/prod/app.yaml"},
		{loader, filepath.Join(root, "deploy", "stage", "app.yaml"), "deploy/stage/app.yaml"},
		{loader, filepath.Join(root, "a\u202eb", "app.yaml"), `a\u202eb/app.yaml`},
		{loader, filepath.Join(root, "app.yaml"), "app.yaml"},
		{loader, filepath.Join(top, "secret", "app.yaml"), "app.yaml"},                        // not of the module
		{loader, "example.com/m/app.go", "app.go"},                                            // as the linker is told with -trimpath
		{filepath.Join(top, "wire.go"), filepath.Join(top, "deploy", "app.yaml"), "app.yaml"}, // no module
	} {
		if got, want := inHost(t, tt.standing, tt.file), tt.want+":2: total (pool-total, R-RES-ISO-2)"; got != want {
			t.Errorf("%s in %s: %q, want %q", tt.file, tt.standing, got, want)
		}
	}
}

// inHost is the message of a finding in line 2 of a file that the Go file loads.
func inHost(t *testing.T, loader, file string) (message string) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, loader, "package a\n\nvar x = 1\n", 0)
	if err != nil {
		t.Fatal(err)
	}
	r := rule.NewReporter(&analysis.Pass{
		Fset: fset, Files: []*ast.File{f}, Pkg: types.NewPackage("example.com/a", "a"),
		Report: func(d analysis.Diagnostic) { message = d.Message },
	}, rule.Policy{})
	line := token.Position{Filename: file, Line: 2, Column: 1}
	r.Report(rule.Finding{Check: poolTotal, Place: rule.In(line, line), Anchor: rule.At(f.Decls[0]), Message: "total"})
	r.Result()
	return message
}
