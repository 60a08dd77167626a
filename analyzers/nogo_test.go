package analyzers_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/reslint/reslint/analyzers"
	"github.com/reslint/reslint/analyzers/isoclient"
	"github.com/reslint/reslint/analyzers/lifecycle"
	"github.com/reslint/reslint/analyzers/limits"
	"github.com/reslint/reslint/analyzers/naming"
	"github.com/reslint/reslint/analyzers/placement"
	"github.com/reslint/reslint/analyzers/sizing"
	"github.com/reslint/reslint/analyzers/suppressions"
)

// byPackage are the analyzers as Bazel's nogo takes them: of each package the variable Analyzer.
var byPackage = map[string]*analysis.Analyzer{
	"isoclient": isoclient.Analyzer, "lifecycle": lifecycle.Analyzer, "limits": limits.Analyzer, "naming": naming.Analyzer,
	"placement": placement.Analyzer, "sizing": sizing.Analyzer, "suppressions": suppressions.Analyzer,
}

// The document names every analyzer, and there is one in every package.
func TestBazelDocument(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/bazel.md")
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for _, m := range regexp.MustCompile(`"@com_github_reslint_reslint//analyzers/(\w+)"`).FindAllStringSubmatch(string(text), -1) {
		named = append(named, m[1])
	}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() != (byPackage[e.Name()] != nil) {
			t.Errorf("byPackage is to list each folder of analyzers: %s", e.Name())
		}
		if e.IsDir() && !slices.Contains(named, e.Name()) {
			t.Errorf("docs/bazel.md has no %s", e.Name())
		}
	}
	var all []*analysis.Analyzer
	for _, name := range named {
		if byPackage[name] == nil {
			t.Fatalf("docs/bazel.md names %s", name)
		}
		all = append(all, byPackage[name])
	}
	if err := analysis.Validate(all); err != nil {
		t.Error(err)
	}
	checkConfig(t, string(text), all)
}

// checkConfig checks the nogo.json of the document as nogo reads it.
func checkConfig(t *testing.T, document string, all []*analysis.Analyzer) {
	t.Helper()
	_, block, _ := strings.Cut(document, "```json\n")
	block, _, _ = strings.Cut(block, "```")
	var entries map[string]struct {
		ExcludeFiles map[string]string `json:"exclude_files"`
	}
	dec := json.NewDecoder(strings.NewReader(block))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&entries); err != nil || len(entries) < 2 {
		t.Fatalf("%v in %s", err, block)
	}
	for name, e := range entries {
		if name != "_base" && !slices.ContainsFunc(all, func(a *analysis.Analyzer) bool { return a.Name == name }) {
			t.Errorf("no analyzer is called %s", name)
		}
		for pattern := range e.ExcludeFiles {
			if _, err := regexp.Compile(pattern); err != nil {
				t.Error(err)
			}
		}
	}
}

// A nogo runs analyzers as the tool of Bazel's rules for Go does: on one package at a time, under file names relative to
// a directory that is not the module's, without the module, and with facts in files between packages.
type nogo struct {
	*testing.T
	fset   *token.FileSet
	module *analysis.Module // nil, as there
	types  map[string]*types.Package
	facts  map[factKey][]byte
	found  []string // "adapters/out/sber/client.go:25: no-timeout"
}

type factKey struct {
	of  any // types.Object or *types.Package
	typ reflect.Type
}

// Import returns a package that was checked before.
func (n *nogo) Import(path string) (*types.Package, error) {
	if p := n.types[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}

// check parses and checks a package, and runs the analyzers on it.
func (n *nogo) check(p *packages.Package, root string, all []*analysis.Analyzer) {
	n.Helper()
	var files []*ast.File
	for _, name := range p.CompiledGoFiles {
		src, err := os.ReadFile(name)
		if err != nil {
			n.Fatal(err)
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			n.Fatal(err)
		}
		f, err := parser.ParseFile(n.fset, rel, src, parser.ParseComments)
		if err != nil {
			n.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Implicits: make(map[ast.Node]types.Object), Scopes: make(map[ast.Node]*types.Scope), Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Instances: make(map[*ast.Ident]types.Instance), FileVersions: make(map[*ast.File]string),
	}
	config := types.Config{Importer: n, GoVersion: "go1.26"}
	pkg, err := config.Check(p.PkgPath, n.fset, files, info)
	if err != nil {
		n.Fatal(err)
	}
	n.types[p.PkgPath] = pkg
	results := make(map[*analysis.Analyzer]any)
	for _, a := range all {
		n.run(a, analysis.Pass{Fset: n.fset, Files: files, Pkg: pkg, TypesInfo: info}, results)
	}
}

// run runs an analyzer after those that it requires.
func (n *nogo) run(a *analysis.Analyzer, pass analysis.Pass, results map[*analysis.Analyzer]any) {
	if _, done := results[a]; done {
		return
	}
	pass.ResultOf = make(map[*analysis.Analyzer]any)
	for _, req := range a.Requires {
		n.run(req, pass, results)
		pass.ResultOf[req] = results[req]
	}
	for _, f := range a.FactTypes {
		gob.Register(f)
	}
	pass.Analyzer, pass.Module, pass.TypesSizes = a, n.module, types.SizesFor("gc", "amd64")
	pass.Report = func(d analysis.Diagnostic) {
		p := n.fset.Position(d.Pos)
		n.found = append(n.found, fmt.Sprintf("%s:%d: %s", filepath.ToSlash(p.Filename), p.Line, d.Category))
	}
	pass.ImportObjectFact = func(obj types.Object, f analysis.Fact) bool { return n.load(obj, f) }
	pass.ExportObjectFact = func(obj types.Object, f analysis.Fact) { n.store(obj, f) }
	pass.ImportPackageFact = func(p *types.Package, f analysis.Fact) bool { return n.load(p, f) }
	pass.ExportPackageFact = func(f analysis.Fact) { n.store(pass.Pkg, f) }
	pass.AllObjectFacts = func() []analysis.ObjectFact { return nil }
	pass.AllPackageFacts = func() []analysis.PackageFact { return nil }
	result, err := a.Run(&pass)
	if err != nil {
		n.Errorf("%s: %s: %v", pass.Pkg.Path(), a, err)
	}
	results[a] = result
}

func (n *nogo) store(of any, f analysis.Fact) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(&f); err != nil {
		n.Errorf("%v: %T: %v", of, f, err)
	}
	n.facts[factKey{of, reflect.TypeOf(f)}] = b.Bytes()
}

func (n *nogo) load(of any, f analysis.Fact) bool {
	data, ok := n.facts[factKey{of, reflect.TypeOf(f)}]
	if !ok {
		return false
	}
	var got analysis.Fact
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&got); err != nil {
		n.Errorf("%v: %T: %v", of, f, err)
		return false
	}
	reflect.ValueOf(f).Elem().Set(reflect.ValueOf(got).Elem())
	return true
}

// inNogo runs all analyzers on the packages of the module in dir, dependencies first, and returns what they find.
func inNogo(t *testing.T, dir string, module *analysis.Module) []string {
	t.Helper()
	roots, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedModule,
		Dir:  dir, Env: append(os.Environ(), "GOWORK=off", "GOFLAGS="),
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	n := &nogo{T: t, fset: token.NewFileSet(), module: module, types: map[string]*types.Package{"unsafe": types.Unsafe}, facts: make(map[factKey][]byte)}
	var all []*analysis.Analyzer
	for _, name := range slices.Sorted(maps.Keys(byPackage)) {
		all = append(all, byPackage[name])
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		if p.Module == nil || !p.Module.Main {
			n.types[p.PkgPath] = p.Types
			return
		}
		n.check(p, dir, all)
	})
	slices.Sort(n.found)
	return n.found
}

// What can be found in a package alone is found as by the command. What it takes to know of another package is not, as
// nogo does not tell analyzers their module: with it, the same driver finds that too. Settings files are not there.
func TestNogo(t *testing.T) {
	dir, err := filepath.Abs("../testdata/services/violating")
	if err != nil {
		t.Fatal(err)
	}
	command := inCommand(t, dir)
	t.Chdir(t.TempDir())
	alone := inNogo(t, dir, nil)
	module := inNogo(t, dir, &analysis.Module{Path: "example.com/payments"})
	across := []string{"shared-breaker", "shared-bulkhead", "shared-client"}
	if got := beyond(module, alone); !slices.Equal(got, across) {
		t.Errorf("across packages: %v, want %v", got, across)
	}
	if got := beyond(alone, command); len(got) > 0 {
		t.Errorf("the command does not find %v", got)
	}
	if got := beyond(module, command); len(got) > 0 {
		t.Errorf("the command does not find %v", got)
	}
	if got := beyond(command, module); len(got) > 0 {
		t.Errorf("only the command finds %v", got)
	}
	if len(alone) < 20 {
		t.Errorf("only %d findings: %v", len(alone), alone)
	}
}

// inCommand is what the passes find when they are told everything, apart from what is in settings files.
func inCommand(t *testing.T, dir string) (found []string) {
	t.Helper()
	for _, act := range analyze(t, dir, analyzers.New(analyzers.Options{})).Roots {
		for _, d := range act.Diagnostics {
			if inSettings.MatchString(d.Message) {
				continue
			}
			p := act.Package.Fset.Position(d.Pos)
			rel, err := filepath.Rel(dir, p.Filename)
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, fmt.Sprintf("%s:%d: %s", filepath.ToSlash(rel), p.Line, d.Category))
		}
	}
	return found
}

var inSettings = regexp.MustCompile(`^[^\s:]+\.ya?ml:\d+: `)

// beyond lists the checks, sorted, of what is in a and not in b.
func beyond(a, b []string) (checks []string) {
	for _, f := range a {
		if !slices.Contains(b, f) {
			checks = append(checks, f[strings.LastIndexByte(f, ' ')+1:])
		}
	}
	slices.Sort(checks)
	return checks
}
