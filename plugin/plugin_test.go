package plugin

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/internal/config"
)

func TestRegistered(t *testing.T) {
	t.Parallel()
	newPlugin, err := register.GetPlugin("reslint")
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlugin(nil)
	if err != nil || p.GetLoadMode() != register.LoadModeTypesInfo {
		t.Fatalf("%v, %v", p, err)
	}
	all, err := p.BuildAnalyzers()
	if err != nil || len(all) != len(analyzers.All())+1 {
		t.Fatalf("%d analyzers, %v", len(all), err)
	}
	if err := analysis.Validate(all); err != nil {
		t.Error(err)
	}
}

// Settings are those of .reslint.yaml, with the same mistakes refused.
func TestSettings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l, err := newIn(dir, "off", map[string]any{
		"exclude": []any{"legacy/**"},
		"checks":  map[string]any{"no-timeout": "off"},
		"fix":     map[string]any{"timeout": "1m30s", "max-conns-per-host": 7},
		"systems": map[string]any{"sber": map[string]any{
			"aliases": []any{"sbp"}, "hosts": []any{"api.sber.example"}}},
		"settings": map[string]any{"replicas": 3, "factors": map[string]any{"min": 1.25}, "paths": []any{"deploy/*.yaml"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	c := l.config
	if c.Checks["no-timeout"] != config.Off || c.Fix.Timeout != 90*time.Second || c.Fix.MaxConnsPerHost != 7 ||
		!slices.Equal(c.Systems["sber"].Aliases, []string{"sbp"}) || c.Settings.Replicas != 3 || c.Settings.Paths[0] != "deploy/*.yaml" {
		t.Errorf("%+v", c)
	}
	if excluded := c.Policy().Excluded; !excluded(filepath.Join(dir, "legacy", "a.go")) || excluded(filepath.Join(dir, "a.go")) {
		t.Error("patterns do not start at the module")
	}
	for _, raw := range []any{nil, map[string]any{}} {
		if l, err := newIn("", "", raw); err != nil || l.config != nil {
			t.Errorf("%v: %+v, %v: .reslint.yaml is not read", raw, l, err)
		}
	}
	for want, raw := range map[string]any{
		`settings of reslint: unknown key "chekcs": did you mean "checks"?`: map[string]any{"chekcs": nil},
		`unknown check "no-timeot"`:                                         map[string]any{"checks": map[string]any{"no-timeot": "off"}},
		"fix.timeout":                                                       map[string]any{"fix": map[string]any{"timeout": 90}},
		"takes a mapping":                                                   []any{1},
		"unsupported type":                                                  map[string]any{"fix": func() {}},
	} {
		if _, err := newIn("", "", raw); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "settings:1") {
			t.Errorf("%v: %v, want %s", raw, err, want)
		}
	}
}

// A .reslint.yaml beside settings says the same, or one of them has no effect where somebody expects it.
func TestContradiction(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, config.FileName)
	raw := map[string]any{"exclude": []any{"legacy/**"}, "fix": map[string]any{"timeout": "20s"}}
	for _, tt := range []struct{ content, want string }{
		{"# as in .golangci.yml\nfix: {timeout: 20s}\nexclude:\n  - legacy/**\n", ""},
		{"fix: {timeout: 30s}\nexclude: [legacy/**]\n", file + " says something else"},
		{"", file + " says something else"},
		{"fxi: {}\n", ".reslint.yaml:1: unknown key"},
	} {
		if err := errors.Join(os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/m\n"), 0o600), os.WriteFile(file, []byte(tt.content), 0o600)); err != nil {
			t.Fatal(err)
		}
		_, err := newIn(dir, "off", raw)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%q: %v, want %q", tt.content, err, tt.want)
		}
		if _, err := newIn(dir, "off", nil); err != nil {
			t.Errorf("%q, without settings: %v", tt.content, err)
		}
	}
}

// golangci-lint keeps findings by the names of the analyzers.
func TestInputs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, content string) {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(content), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	names := func() (out []string) {
		l, err := newIn(dir, "off", nil)
		if err != nil {
			t.Fatal(err)
		}
		all, err := l.BuildAnalyzers()
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range all {
			out = append(out, a.Name)
		}
		return out
	}
	write("go.mod", "module example.com/m\n")
	before := names()
	if !reflect.DeepEqual(names(), before) {
		t.Error("nothing changed but the names")
	}
	for _, name := range []string{"config/app.yaml", ".reslint.yaml"} {
		write(name, "checks: {}")
		after := names()
		if reflect.DeepEqual(after, before) {
			t.Errorf("%s does not count", name)
		}
		before = after
	}
}

func TestFitted(t *testing.T) {
	t.Parallel()
	fset := token.NewFileSet()
	file := func(name string) *ast.File {
		f, err := parser.ParseFile(fset, name, "package p\n", 0)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	a, b := file("a.go"), file("b.go")
	fix := func(message string, places ...ast.Node) analysis.SuggestedFix {
		f := analysis.SuggestedFix{Message: message}
		for _, n := range places {
			f.TextEdits = append(f.TextEdits, analysis.TextEdit{Pos: n.Pos(), End: n.Pos()})
		}
		return f
	}
	for _, tt := range []struct {
		name  string
		fixes []analysis.SuggestedFix
		want  []analysis.SuggestedFix
	}{
		{"none", nil, nil},
		{"one", []analysis.SuggestedFix{fix("1", a, a.Name)}, []analysis.SuggestedFix{fix("1", a, a.Name)}},
		{"two", []analysis.SuggestedFix{fix("1", a), fix("2", a)}, []analysis.SuggestedFix{fix("1", a)}},
		{"two files", []analysis.SuggestedFix{fix("1", a, b)}, nil},
	} {
		var got []analysis.Diagnostic
		pass := &analysis.Pass{Fset: fset, Report: func(d analysis.Diagnostic) { got = append(got, d) }}
		run := fitted(func(p *analysis.Pass) (any, error) {
			p.Report(analysis.Diagnostic{Pos: a.Pos(), Message: "m", SuggestedFixes: tt.fixes,
				Related: []analysis.RelatedInformation{{Pos: b.Pos(), Message: "seen here"}}})
			return 1, nil
		})
		if res, err := run(pass); res != 1 || err != nil || len(got) != 1 || got[0].Message != "m" || got[0].Related != nil {
			t.Errorf("%s: %v, %v, %+v", tt.name, res, err, got)
		}
		if len(got[0].SuggestedFixes) != len(tt.want) || len(tt.want) > 0 && !reflect.DeepEqual(got[0].SuggestedFixes, tt.want) {
			t.Errorf("%s: %+v, want %+v", tt.name, got[0].SuggestedFixes, tt.want)
		}
	}
}
