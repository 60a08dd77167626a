package naming

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/reslint/reslint/internal/callee"
	"github.com/reslint/reslint/internal/settings"
)

// telling finds the declarations in which a name can be judged. In nearly all there is neither a section nor a call that
// takes a name.
type telling struct {
	*checker
	labels  map[string]bool // constants of the package that are keys of attributes for systems
	env     map[string]bool // answers of readsEnv
	every   bool            // the file uses a library whose calls take names: all of it is judged
	outside bool            // a variable of the package holds a section
	found   bool
}

// namer reports whether calls of a library take names of systems or settings.
func namer(path string) bool {
	return path == hystrix || strings.HasPrefix(path, "github.com/reslint/reslint/runtime/") ||
		strings.HasSuffix(path, "/viper") || strings.Contains(path, "/koanf")
}

// learnCode learns the sections that the package reads, and returns the declarations to judge.
func (c *checker) learnCode() map[*ast.File][]ast.Decl {
	t := &telling{checker: c, labels: c.labelKeys(), env: make(map[string]bool)}
	out := make(map[*ast.File][]ast.Decl)
	for _, f := range c.files {
		t.outside = false
		t.every = slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool {
			path, err := strconv.Unquote(i.Path.Value)
			return err == nil && namer(path)
		})
		for _, d := range f.Decls {
			t.found = t.every
			ast.Inspect(d, t.visit)
			if _, isFunc := d.(*ast.FuncDecl); t.found && !isFunc {
				t.outside = true
			}
			if t.found {
				out[f] = append(out[f], d)
			}
		}
		if t.outside {
			out[f] = f.Decls
		}
	}
	return out
}

// labelKeys are the constants of the package that are keys of attributes for systems.
func (c *checker) labelKeys() map[string]bool {
	out := make(map[string]bool)
	scope := c.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		if k, ok := scope.Lookup(name).(*types.Const); ok && k.Val().Kind() == constant.String && slices.Contains(external, constant.StringVal(k.Val())) {
			out[name] = true
		}
	}
	return out
}

func (t *telling) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.IndexExpr:
		t.found = t.learnSection(n) || t.found
	case *ast.SelectorExpr:
		t.found = t.learnSection(n) || t.found || n.Sel.Name == "Labels"
	case *ast.Ident:
		t.found = t.found || t.labels[n.Name]
	case *ast.BasicLit:
		t.found = t.found || n.Kind == token.STRING && slices.Contains(external, strings.Trim(n.Value, "`\""))
	case *ast.CallExpr:
		t.found = t.found || t.takesName(n)
	}
	return true
}

// takesName reports whether a call may take the name of a variable of the environment, or a key that a constant of
// another package is.
func (t *telling) takesName(call *ast.CallExpr) bool {
	if len(call.Args) == 0 {
		return false
	}
	if id := callee.Name(call.Fun); id != nil && t.readsEnv(id.Name) {
		return true
	}
	return slices.ContainsFunc(call.Args[:len(call.Args)-1], func(e ast.Expr) bool {
		_, isSelector := e.(*ast.SelectorExpr)
		text, ok := "", false
		if isSelector {
			text, ok = t.constant(e)
		}
		return ok && slices.Contains(external, text)
	})
}

// readsEnv is the function readsEnv, once for each name.
func (t *telling) readsEnv(name string) bool {
	yes, ok := t.env[name]
	if !ok {
		yes = readsEnv(name)
		t.env[name] = yes
	}
	return yes
}

// readsEnv reports whether the name of a function says that it reads a variable of the environment.
func readsEnv(name string) bool {
	return slices.Contains(settings.Words(name), "env") || strings.Contains(strings.ToLower(name), "getenv")
}
