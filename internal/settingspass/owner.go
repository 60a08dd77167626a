package settingspass

import (
	"bytes"
	"errors"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/settings"
	"github.com/reslint/reslint/internal/yamlfile"
)

// A placer decides which settings files the package of a pass owns.
type placer struct {
	pass   *analysis.Pass
	root   string // of the module
	dir    string // of the package
	policy rule.Policy
	names  []string                   // of the files that may be settings files
	named  map[string]map[string]bool // directory → those of them that the package there names
	module string                     // path of the module; read when it is needed
	last   *bool                      // see isLast
}

func newPlacer(pass *analysis.Pass, root, dir string, policy rule.Policy, candidates []settings.Candidate) *placer {
	p := &placer{pass: pass, root: root, dir: dir, policy: policy, named: make(map[string]map[string]bool)}
	for _, c := range candidates {
		p.names = append(p.names, c.Name)
	}
	return p
}

// mayOwn reports whether the package can own a file at all. For nearly every package the answer is no, and cheap.
func (p *placer) mayOwn() bool { return len(p.mentions(p.dir)) > 0 || p.isLast() }

// owns reports whether this is the package that reports on a file.
func (p *placer) owns(name string) bool {
	mentioned := func(dir string) bool { return p.mentions(dir)[name] }
	if mentioned(p.dir) {
		return p.first(mentioned) == p.dir
	}
	return p.isLast() && p.first(mentioned) == ""
}

// isLast reports whether this package stands for the files that no package names: it is the first main package or, in
// a module without any, the first package.
func (p *placer) isLast() bool {
	if p.last == nil {
		last := p.findLast()
		p.last = &last
	}
	return *p.last
}

func (p *placer) findLast() bool {
	isMain := func(dir string) bool { return p.packageName(dir) == "main" }
	if p.pass.Pkg.Name() == "main" {
		return p.first(isMain) == p.dir
	}
	return p.first(func(dir string) bool { return p.packageName(dir) != "" }) == p.dir && p.first(isMain) == ""
}

var errFound = errors.New("found")

// maxDirs bounds how many directories of a module are looked at.
const maxDirs = 20_000

// first returns the first directory of the module, in path order, for which the answer is yes, or "".
func (p *placer) first(yes func(dir string) bool) (found string) {
	dirs := 0
	err := filepath.WalkDir(p.root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil //nolint:nilerr // what cannot be read holds no package either
		case !d.IsDir():
			return nil
		case name != p.root && skipped(name, d.Name()):
			return filepath.SkipDir
		}
		if dirs++; dirs > maxDirs {
			return fs.SkipAll
		}
		if yes(name) {
			found = name
			return errFound
		}
		return nil
	})
	if !errors.Is(err, errFound) {
		return ""
	}
	return found
}

// skipped reports whether the go command finds no package of the module in the directory and below.
func skipped(dir, base string) bool {
	if base[0] == '.' || base[0] == '_' || base == "testdata" || base == "vendor" || base == "node_modules" {
		return true
	}
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// A source is a file of a package.
type source struct {
	path string
	text []byte
}

// sources reads the files of the package in a directory, without tests, one after the other. The text of one is
// overwritten by the next.
func sources(dir string) iter.Seq[source] {
	return func(yield func(source) bool) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return
		}
		var text bytes.Buffer
		for _, e := range entries {
			name := filepath.Join(dir, e.Name())
			if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || readInto(&text, name) != nil {
				continue
			}
			if !yield(source{path: name, text: text.Bytes()}) {
				return
			}
		}
	}
}

func readInto(b *bytes.Buffer, name string) error {
	b.Reset()
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	_, err = b.ReadFrom(f)
	return errors.Join(err, f.Close())
}

// parse parses the file, unless the platform leaves it out or somebody generates it.
func (s source) parse(mode parser.Mode) (*token.FileSet, *ast.File) {
	context := build.Default
	context.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(s.text)), nil }
	if ok, err := context.MatchFile(filepath.Dir(s.path), filepath.Base(s.path)); !ok || err != nil {
		return nil, nil
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, s.path, s.text, mode|parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || ast.IsGenerated(f) {
		return nil, nil
	}
	return fset, f
}

// packageName is the name of the package in a directory, or "" where there is none that counts.
func (p *placer) packageName(dir string) string {
	for src := range sources(dir) {
		if _, f := src.parse(parser.PackageClauseOnly); f != nil {
			if p.policy.SupportPackage(p.importPath(dir), f.Name.Name) {
				return ""
			}
			return f.Name.Name
		}
	}
	return ""
}

// importPath is the path of the package in a directory of the module.
func (p *placer) importPath(dir string) string {
	if p.module == "" {
		p.module = "?"
		data, _ := yamlfile.ReadBytes(filepath.Join(p.root, "go.mod"), "go.mod")
		for line := range strings.Lines(string(data)) {
			if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "module "); ok {
				rest, _, _ = strings.Cut(rest, "//")
				p.module = strings.Trim(strings.TrimSpace(rest), "\"`")
				break
			}
		}
	}
	rel, err := filepath.Rel(p.root, dir)
	if err != nil || rel == "." {
		return p.module
	}
	return p.module + "/" + filepath.ToSlash(rel)
}

// mentions returns the settings files that the package in a directory names in a string, or embeds.
func (p *placer) mentions(dir string) map[string]bool {
	if found, ok := p.named[dir]; ok {
		return found
	}
	found := make(map[string]bool)
	p.named[dir] = found
	for src := range sources(dir) {
		names := slices.DeleteFunc(slices.Clone(p.names), func(name string) bool { return found[name] || !hinted(src.text, name) })
		if len(names) == 0 {
			continue
		}
		fset, f := src.parse(0)
		if f == nil || rule.TestFile(fset, f) {
			continue
		}
		if p.policy.SupportPackage(p.importPath(dir), f.Name.Name) {
			break
		}
		for _, name := range names {
			found[name] = find(f, p.root, dir, name) != nil
		}
	}
	maps.DeleteFunc(found, func(_ string, is bool) bool { return !is })
	return found
}

// hinted reports whether a text can name the settings file. It saves parsing nearly all files.
func hinted(text []byte, name string) bool {
	hints := []string{path.Base(name), "SetConfigName", "go:embed"}
	if path.Base(name) == ".env" {
		hints = append(hints, "godotenv")
	}
	return slices.ContainsFunc(hints, func(h string) bool { return bytes.Contains(text, []byte(h)) })
}

// anchor is the place in the package that names the settings file or, for one that nothing names, the start of the
// program or the package.
func (p *placer) anchor(name string) rule.Place {
	var start ast.Node
	for _, f := range p.pass.Files {
		if !written(p.pass, f) {
			continue
		}
		if n := find(f, p.root, p.dir, name); n != nil {
			return rule.At(n)
		}
		if main := mainFunc(f); main != nil {
			start = main
		} else if start == nil {
			start = f.Name
		}
	}
	if start == nil { // on disk there is such a file, but the host shows another
		return rule.At(p.pass.Files[0].Name)
	}
	return rule.At(start)
}

// sourceName reports whether a name is that of a source: what cgo adds to a package has others, in another directory.
func sourceName(name string) bool {
	return strings.HasSuffix(name, ".go") && !strings.HasPrefix(filepath.Base(name), "_cgo_")
}

// written reports whether people wrote the file, and not for tests. What cgo makes of such a file counts: its
// positions lead back to the source.
func written(pass *analysis.Pass, f *ast.File) bool {
	if rule.TestFile(pass.Fset, f) {
		return false
	}
	name := pass.Fset.Position(f.Package).Filename
	if !sourceName(name) {
		return false
	}
	if name == pass.Fset.File(f.FileStart).Name() {
		return !ast.IsGenerated(f)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return false
	}
	_, original := source{path: name, text: text}.parse(parser.PackageClauseOnly)
	return original != nil
}

func mainFunc(f *ast.File) ast.Node {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "main" && fn.Recv == nil && fn.Name.Name == "main" {
			return fn.Name
		}
	}
	return nil
}

// find returns the embed directive or else the expression that names a settings file, or nil.
func find(f *ast.File, root, dir, name string) ast.Node {
	for _, group := range f.Comments {
		for _, c := range group.List {
			if args, ok := strings.CutPrefix(c.Text, "//go:embed "); ok && embeds(args, root, dir, name) {
				return c
			}
		}
	}
	var found ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		if found != nil {
			return false
		}
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			if n.Kind == token.STRING && literal(n) != "" && path.Base(filepath.ToSlash(literal(n))) == path.Base(name) {
				found = n
			}
		case *ast.CallExpr:
			if loads(n, name) {
				found = n
			}
		}
		return found == nil
	})
	return found
}

func literal(n *ast.BasicLit) string {
	s, err := strconv.Unquote(n.Value)
	if err != nil {
		return ""
	}
	return s
}

// loads reports whether a call names the file in the way of its library: viper leaves out the extension, and godotenv
// the name.
func loads(call *ast.CallExpr, name string) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	base := path.Base(name)
	if sel.Sel.Name == "SetConfigName" && len(call.Args) == 1 {
		lit, ok := call.Args[0].(*ast.BasicLit)
		return ok && literal(lit) == strings.TrimSuffix(base, path.Ext(base))
	}
	pkg, ok := sel.X.(*ast.Ident)
	return ok && pkg.Name == "godotenv" && base == ".env" && len(call.Args) == 0 &&
		(sel.Sel.Name == "Load" || sel.Sel.Name == "Overload" || sel.Sel.Name == "Read")
}

// embeds reports whether the patterns of an embed directive take the file in.
func embeds(args, root, dir, name string) bool {
	rel, err := filepath.Rel(dir, filepath.Join(root, filepath.FromSlash(name)))
	if err != nil || !filepath.IsLocal(rel) {
		return false
	}
	rel = filepath.ToSlash(rel)
	for pattern := range strings.FieldsSeq(args) {
		pattern = strings.TrimPrefix(strings.Trim(pattern, "\"`"), "all:")
		for at := rel; at != "."; at = path.Dir(at) { // a directory takes in what is below
			if ok, err := path.Match(pattern, at); ok && err == nil {
				return true
			}
		}
	}
	return false
}
