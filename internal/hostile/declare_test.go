package hostile_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// cloner copies syntax, apart from identifiers.
type cloner struct{}

func (c cloner) node(n ast.Node) ast.Node {
	return c.value(reflect.ValueOf(n)).Interface().(ast.Node)
}

func (c cloner) value(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		return c.value(v.Elem())
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		switch v.Interface().(type) {
		case *ast.Ident, *ast.Object, *ast.Scope:
			return v
		}
		out := reflect.New(v.Type().Elem())
		out.Elem().Set(c.value(v.Elem()))
		return out
	case reflect.Struct:
		out := reflect.New(v.Type()).Elem()
		for i := range v.NumField() {
			out.Field(i).Set(c.value(v.Field(i)))
		}
		return out
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			out.Index(i).Set(c.value(v.Index(i)))
		}
		return out
	}
	return v
}

// call changes a call.
func (m *mutator) call() bool {
	calls := sites(m, func(c *ast.CallExpr) bool { tv := m.info.Types[c.Fun]; return tv.IsValue() && !tv.IsBuiltin() })
	if len(calls) == 0 {
		return false
	}
	c := pick(m.choices, calls)
	sig, ok := m.info.TypeOf(c.Fun).Underlying().(*types.Signature)
	if !ok {
		return false
	}
	typ := m.typeOf(sig)
	switch k := m.upTo(9); {
	case k == 0 && len(c.Args) > 1:
		i, j := m.upTo(len(c.Args)), m.upTo(len(c.Args))
		c.Args[i], c.Args[j] = c.Args[j], c.Args[i]
	case k == 1 && len(c.Args) > 0:
		c.Args = slices.Insert(c.Args, m.upTo(len(c.Args)), pick(m.choices, c.Args))
	case k == 2 && len(c.Args) > 0:
		c.Args = c.Args[:len(c.Args)-1]
	case k == 3:
		return m.like(c, sig)
	case k == 4:
		return m.methodExpr(c)
	case k == 5 && typ != "":
		c.Fun = expr("func() Q0 { f := Q1; return f }()", ast.NewIdent(typ), c.Fun)
	case k == 6 && typ != "":
		c.Fun = expr("(map[int]Q0{1: Q1, 2: nil})[1]", ast.NewIdent(typ), c.Fun)
	case k == 7 && typ != "":
		name := m.fresh("fn")
		m.used = "type " + name + " " + typ + "\n"
		c.Fun = expr("Q0(Q1)", ast.NewIdent(name), c.Fun)
	default:
		return m.throughInterface(c, typ)
	}
	return true
}

// like calls another function of the same signature.
func (m *mutator) like(c *ast.CallExpr, sig *types.Signature) bool {
	others := sites(m, func(e ast.Expr) bool {
		return e != c.Fun && m.value(e) && types.Identical(m.info.TypeOf(e), sig)
	})
	if len(others) == 0 {
		return false
	}
	c.Fun = m.adapt(pick(m.choices, others), m.scopeAt(c.Pos())).(ast.Expr)
	return true
}

// methodExpr makes T.m(x, args) of x.m(args).
func (m *mutator) methodExpr(c *ast.CallExpr) bool {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || m.info.Selections[sel] == nil {
		return false
	}
	typ := m.typeOf(m.info.TypeOf(sel.X))
	if typ == "" {
		return false
	}
	c.Args = append([]ast.Expr{sel.X}, c.Args...)
	c.Fun = &ast.SelectorExpr{X: ast.NewIdent("(" + typ + ")"), Sel: sel.Sel}
	return true
}

// throughInterface calls a method of an interface that the receiver has.
func (m *mutator) throughInterface(c *ast.CallExpr, typ string) bool {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || typ == "" || m.info.Selections[sel] == nil || m.info.Selections[sel].Kind() != types.MethodVal {
		return false
	}
	iface := ast.NewIdent("interface{ " + sel.Sel.Name + strings.TrimPrefix(typ, "func") + " }")
	sel.X = &ast.CallExpr{Fun: iface, Args: []ast.Expr{sel.X}}
	return true
}

// declaration changes a declaration and, where it must, its uses.
func (m *mutator) declaration() bool {
	switch m.upTo(12) {
	case 0:
		return m.recursive()
	case 1:
		return m.rename()
	case 2:
		return m.genericFunc()
	case 3:
		return m.genericType()
	case 4:
		return m.embed()
	case 5:
		return m.selfField()
	case 6:
		return m.alias()
	case 7:
		return m.results()
	case 9:
		return m.imports()
	case 10:
		return m.initialise()
	case 11:
		return m.embedInterface()
	}
	if len(m.file.Decls) < 2 {
		return false
	}
	i, j := m.upTo(len(m.file.Decls)), m.upTo(len(m.file.Decls))
	if g, ok := m.file.Decls[i].(*ast.GenDecl); ok && g.Tok == token.IMPORT {
		return false
	}
	if m.upTo(2) == 0 {
		m.file.Decls = slices.Delete(m.file.Decls, i, i+1)
		return true
	}
	d := m.file.Decls[i]
	m.file.Decls = slices.Insert(slices.Delete(m.file.Decls, i, i+1), max(1, min(j, len(m.file.Decls)-1)), d)
	return true
}

func (m *mutator) funcs() []*ast.FuncDecl {
	return sites(m, func(d *ast.FuncDecl) bool { return d.Body != nil })
}

// recursive makes a function call itself or another of the package.
func (m *mutator) recursive() bool {
	fns := m.funcs()
	if len(fns) == 0 {
		return false
	}
	from, to := pick(m.choices, fns), pick(m.choices, fns)
	if m.upTo(3) > 0 {
		to = from
	}
	fn, ok := m.info.Defs[to.Name].(*types.Func)
	if !ok {
		return false
	}
	c := &ast.CallExpr{Fun: ast.NewIdent(to.Name.Name)}
	if recv := fn.Signature().Recv(); recv != nil {
		c.Fun = &ast.SelectorExpr{X: expr("(*new(Q0))", ast.NewIdent(m.typeOf(recv.Type()))), Sel: ast.NewIdent(to.Name.Name)}
	}
	scope := m.info.Scopes[from.Type]
	for p := range fn.Signature().Params().Variables() {
		if name := m.visible(scope, p.Type()); name != "" && name != "_" {
			c.Args = append(c.Args, ast.NewIdent(name))
		} else {
			c.Args = append(c.Args, expr("*new(Q0)", ast.NewIdent(m.typeOf(p.Type()))))
		}
	}
	if fn.Signature().Variadic() {
		c.Ellipsis = 1
	}
	s := stmts(pick(m.choices, []string{"Q0", "if Q1 { Q0 }", "defer Q0", "go Q0", "for range 3 { go Q0 }"}), nil, c, m.truth())
	i := m.upTo(len(from.Body.List) + 1)
	from.Body.List = slices.Insert(slices.Clone(from.Body.List), i, s...)
	return true
}

// names calls do for the identifiers of the package that stand for an object.
func (m *mutator) names(obj types.Object, do func(*ast.Ident)) {
	m.used = "all"
	for _, f := range m.all {
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && obj != nil && (m.info.Defs[id] == obj || m.info.Uses[id] == obj) {
				do(id)
			}
			return true
		})
	}
}

var newNames = []string{"main", "init", "Client", "defaultClient", "breaker", "Do", "Close", "http", "string", "nil", "Ünïcode", "ServeHTTP", "RoundTrip", "sem", "SberAdapter", "_", "len"}

func (m *mutator) rename() bool {
	ids := sites(m, func(id *ast.Ident) bool { return m.info.Defs[id] != nil })
	if len(ids) == 0 {
		return false
	}
	name := pick(m.choices, newNames)
	m.names(m.info.Defs[pick(m.choices, ids)], func(id *ast.Ident) { id.Name = name })
	return true
}

func typeParams() *ast.FieldList {
	return &ast.FieldList{List: []*ast.Field{{Names: []*ast.Ident{ast.NewIdent("TP")}, Type: ast.NewIdent("any")}}}
}

// genericFunc gives a function a type parameter.
func (m *mutator) genericFunc() bool {
	fns := slices.DeleteFunc(m.funcs(), func(d *ast.FuncDecl) bool { return d.Recv != nil || d.Type.TypeParams != nil })
	if len(fns) == 0 {
		return false
	}
	d := pick(m.choices, fns)
	d.Type.TypeParams = typeParams()
	m.names(m.info.Defs[d.Name], func(id *ast.Ident) {
		if id != d.Name {
			id.Name += "[int]"
		}
	})
	return true
}

func (m *mutator) structs() []*ast.TypeSpec {
	return sites(m, func(s *ast.TypeSpec) bool { _, ok := s.Type.(*ast.StructType); return ok })
}

// genericType gives a struct a type parameter.
func (m *mutator) genericType() bool {
	specs := slices.DeleteFunc(m.structs(), func(s *ast.TypeSpec) bool { return s.TypeParams != nil })
	if len(specs) == 0 {
		return false
	}
	s := pick(m.choices, specs)
	s.TypeParams = typeParams()
	recvs := make(map[*ast.Ident]bool)
	for _, f := range m.all {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
				ast.Inspect(fn.Recv.List[0].Type, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok {
						recvs[id] = true
					}
					return true
				})
			}
		}
	}
	m.names(m.info.Defs[s.Name], func(id *ast.Ident) {
		switch {
		case id == s.Name:
		case recvs[id]:
			id.Name += "[TP]"
		default:
			id.Name += "[int]"
		}
	})
	return true
}

// embed makes an embedded field of one with a name.
func (m *mutator) embed() bool {
	fields := sites(m, func(f *ast.Field) bool {
		if len(f.Names) != 1 {
			return false
		}
		v, ok := m.info.Defs[f.Names[0]].(*types.Var)
		return ok && v.IsField()
	})
	if len(fields) == 0 {
		return false
	}
	f := pick(m.choices, fields)
	name := ""
	ast.Inspect(f.Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			name = id.Name
		}
		return true
	})
	m.names(m.info.Defs[f.Names[0]], func(id *ast.Ident) { id.Name = name })
	f.Names = nil
	return true
}

var selfTypes = []string{"*Q0", "[]Q0", "map[string]Q0", "func(Q0) Q0", "chan *Q0", "interface{ m(Q0) Q0 }", "*struct{ *Q0 }", "[]struct{ a, b *Q0 }"}

// selfField gives a struct a field of its own type, or embeds a pointer to itself or another.
func (m *mutator) selfField() bool {
	specs := m.structs()
	if len(specs) == 0 {
		return false
	}
	s, other := pick(m.choices, specs), pick(m.choices, specs)
	st := s.Type.(*ast.StructType)
	f := &ast.Field{Type: &ast.StarExpr{X: ast.NewIdent(other.Name.Name)}}
	if m.upTo(3) > 0 {
		f = &ast.Field{Names: []*ast.Ident{ast.NewIdent(m.fresh("f"))}, Type: expr(pick(m.choices, selfTypes), ast.NewIdent(s.Name.Name))}
	}
	st.Fields.List = append(st.Fields.List, f)
	return true
}

// alias gives a type another name, or makes a new one of it.
func (m *mutator) alias() bool {
	all := sites(m, func(e ast.Expr) bool { tv := m.info.Types[e]; return tv.IsType() && m.typeOf(tv.Type) != "" })
	if len(all) == 0 {
		return false
	}
	e := pick(m.choices, all)
	name := m.fresh("A")
	m.used = pick(m.choices, []string{"type " + name + " = ", "type " + name + " ", "type " + name + "[_ any] = "}) + m.typeOf(m.info.TypeOf(e)) + "\n"
	if strings.Contains(m.used, "[_ any]") {
		name += "[int]"
	}
	return m.replace(e, ast.NewIdent(name))
}

// results names the results of a function, or takes them away.
func (m *mutator) results() bool {
	fns := slices.DeleteFunc(m.funcs(), func(d *ast.FuncDecl) bool { return d.Type.Results == nil })
	if len(fns) == 0 {
		return false
	}
	d := pick(m.choices, fns)
	if m.upTo(3) == 0 {
		d.Type.Results = nil
	} else {
		for _, f := range d.Type.Results.List {
			if len(f.Names) == 0 {
				f.Names = []*ast.Ident{ast.NewIdent(pick(m.choices, []string{"_", m.fresh("r")}))}
			}
		}
	}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if d.Type.Results == nil || m.upTo(3) == 0 {
				n.Results = nil
			}
		}
		return true
	})
	return true
}

// imports gives a package another name in the file, or none.
func (m *mutator) imports() bool {
	if len(m.file.Imports) == 0 {
		return false
	}
	spec := pick(m.choices, m.file.Imports)
	obj := m.info.Implicits[spec]
	if spec.Name != nil {
		obj = m.info.Defs[spec.Name]
	}
	if obj == nil {
		return false
	}
	name := pick(m.choices, []string{".", m.fresh("pkg"), "http", "string", "init", "c"})
	spec.Name = ast.NewIdent(name)
	astutil.Apply(m.file, func(c *astutil.Cursor) bool {
		sel, ok := c.Node().(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if id, ok := sel.X.(*ast.Ident); ok && m.info.Uses[id] == obj {
			if name == "." {
				c.Replace(sel.Sel)
			} else {
				sel.X = ast.NewIdent(name)
			}
		}
		return true
	}, nil)
	return true
}

// setups have to do with package variables: V is one, of type T.
var setups = []string{
	"func init() { V = *new(T) }", "func init() { V, V = V, V }", "func init() { if V == nil { init1() } }; func init1() { _ = V }",
	"var X = V; func init() { V = X }", "var X, Y = func() (T, error) { return V, nil }(); var _ = Y",
	"func X() T { return V }; var Y = X(); func init() { go func() { V = Y }() }",
	"var X = Y; var Y = Z(); func Z() T { return V }; func init() { X = Y }", "var X = &V; func init() { *X = V }",
	"var X func() T; func Y() T { if X != nil { return X() }; return V }; func init() { X = Y }", // in a circle
	"var _, X = V, V; func init() { defer func() { V = X }(); panic(recover()) }",
}

// initialise adds work to the initialisation of the package.
func (m *mutator) initialise() bool {
	vars := sites(m, func(id *ast.Ident) bool {
		v, ok := m.info.Defs[id].(*types.Var)
		return ok && v.Parent() == m.pkg.Scope() && v.Name() != "_" && m.typeOf(v.Type()) != ""
	})
	if len(vars) == 0 {
		return false
	}
	id := pick(m.choices, vars)
	names := map[string]string{"V": id.Name, "T": "(" + m.typeOf(m.info.TypeOf(id)) + ")"}
	for _, name := range []string{"X", "Y", "Z", "init1"} {
		names[name] = m.fresh("x")
	}
	m.used = regexp.MustCompile(`\b(V|T|X|Y|Z|init1)\b`).ReplaceAllStringFunc(pick(m.choices, setups), func(s string) string { return names[s] }) + "\n"
	return true
}

// embedInterface embeds an interface in a struct.
func (m *mutator) embedInterface() bool {
	specs := m.structs()
	if len(specs) == 0 {
		return false
	}
	s := pick(m.choices, specs)
	name := m.fresh("I")
	m.used = fmt.Sprintf(pick(m.choices, []string{
		"type %[1]s interface { error; m() %[1]s }\n", "type %[1]s interface { %[2]s }\ntype %[2]s interface { error }\n", "type %[1]s = interface { RoundTrip(any) }\n", "type %[1]s interface { Do() *%[3]s; Close() error }\n",
	}), name, m.fresh("J"), s.Name.Name)
	st := s.Type.(*ast.StructType)
	st.Fields.List = append(st.Fields.List, &ast.Field{Type: ast.NewIdent(name)})
	return true
}
