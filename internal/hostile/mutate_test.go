package hostile_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
)

// A mutator changes one file of a program in place, by the choices of an input. What it makes need not compile.
type mutator struct {
	*choices
	file *ast.File
	info *types.Info
	pkg  *types.Package
	all  []*ast.File
	n    int // makes names that are new
	used string
}

// mutate returns the texts of the program's files with one of them changed, or nil where there was nothing to change.
func mutate(p *program, c *choices) (texts []string) {
	defer func() {
		if recover() != nil { // a node that cannot stand there
			texts = nil
		}
	}()
	built := p.pkgs[p.spot.PkgPath]
	i := c.upTo(len(p.texts))
	m := &mutator{choices: c, info: built.TypesInfo, pkg: built.Types, all: built.Syntax, file: built.Syntax[i], n: len(p.texts[i])}
	kinds := []func(*mutator) bool{
		(*mutator).statement, (*mutator).expression, (*mutator).statement, (*mutator).expression, (*mutator).call,
		(*mutator).declaration, (*mutator).statement, (*mutator).expression, (*mutator).call, (*mutator).declaration,
	}
	if !pick(c, kinds)(m) {
		return nil
	}
	texts = slices.Clone(p.texts)
	for j, f := range m.all {
		text := format(p.fx.fset, f)
		if text == "" || len(text) > 1<<16 {
			return nil
		}
		if f == m.file || m.used == "all" {
			texts[j] = text + m.helpers(f)
		}
	}
	return texts
}

// helpers are declarations that the changes of a file may need.
func (m *mutator) helpers(f *ast.File) string {
	if f != m.file || m.used == "" || m.used == "all" {
		return ""
	}
	return "\n" + m.used
}

func (m *mutator) fresh(prefix string) string {
	m.n++
	return prefix + strconv.Itoa(m.n)
}

// expr parses an expression in which Q0, Q1 … stand for operands.
func expr(src string, operands ...ast.Expr) ast.Expr {
	e, err := parser.ParseExpr(src)
	if err != nil {
		return nil
	}
	return astutil.Apply(&ast.ParenExpr{X: e}, func(c *astutil.Cursor) bool {
		if id, ok := c.Node().(*ast.Ident); ok && len(id.Name) == 2 && id.Name[0] == 'Q' {
			c.Replace(operands[id.Name[1]-'0'])
			return false
		}
		return true
	}, nil).(*ast.ParenExpr).X
}

// stmts parses statements, in which QQ() stands for one.
func stmts(src string, operand ast.Stmt, operands ...ast.Expr) []ast.Stmt {
	e, err := parser.ParseExpr("func() {\n" + src + "\n}")
	if err != nil {
		return nil
	}
	body := e.(*ast.FuncLit).Body
	astutil.Apply(body, func(c *astutil.Cursor) bool {
		if es, ok := c.Node().(*ast.ExprStmt); ok {
			if call, ok := es.X.(*ast.CallExpr); ok {
				if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "QQ" {
					c.Replace(operand)
					return false
				}
			}
		}
		if id, ok := c.Node().(*ast.Ident); ok && len(id.Name) == 2 && id.Name[0] == 'Q' && id.Name[1] <= '9' {
			c.Replace(operands[id.Name[1]-'0'])
			return false
		}
		return true
	}, nil)
	return body.List
}

// typeOf writes a type as the file can, or "" where it cannot.
func (m *mutator) typeOf(t types.Type) string {
	ok := t != nil
	if b, basic := t.(*types.Basic); basic {
		ok = b.Info()&types.IsUntyped == 0 && b.Kind() != types.Invalid
	}
	if _, tuple := t.(*types.Tuple); tuple || !ok {
		return ""
	}
	s := types.TypeString(t, func(p *types.Package) string {
		if p == m.pkg {
			return ""
		}
		for _, imp := range m.file.Imports {
			if obj, _ := m.info.Implicits[imp].(*types.PkgName); obj != nil && obj.Imported() == p {
				return obj.Name()
			}
			if imp.Name != nil {
				if obj, _ := m.info.Defs[imp.Name].(*types.PkgName); obj != nil && obj.Imported() == p {
					return obj.Name()
				}
			}
		}
		ok = false
		return "x"
	})
	if !ok {
		return ""
	}
	return s
}

// value reports whether an expression is one, not a type or name of a package.
func (m *mutator) value(e ast.Expr) bool {
	tv, ok := m.info.Types[e]
	return ok && tv.IsValue() && !tv.IsBuiltin()
}

// sites lists the nodes of a kind in the file that a test holds for.
func sites[N ast.Node](m *mutator, want func(N) bool) []N {
	var all []N
	ast.Inspect(m.file, func(n ast.Node) bool {
		if x, ok := n.(N); ok && (want == nil || want(x)) {
			all = append(all, x)
		}
		return true
	})
	return all
}

// replace puts a node in the place of another.
func (m *mutator) replace(old ast.Node, with ast.Node) bool {
	done := false
	astutil.Apply(m.file, func(c *astutil.Cursor) bool {
		if !done && c.Node() == old {
			c.Replace(with)
			done = true
		}
		return !done
	}, nil)
	return done
}

// lists are the statement lists of the file.
func (m *mutator) lists() []*[]ast.Stmt {
	var all []*[]ast.Stmt
	ast.Inspect(m.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			if len(n.List) > 0 {
				if _, c := n.List[0].(*ast.CaseClause); c {
					return true
				}
				if _, c := n.List[0].(*ast.CommClause); c {
					return true
				}
			}
			all = append(all, &n.List)
		case *ast.CaseClause:
			all = append(all, &n.Body)
		case *ast.CommClause:
			all = append(all, &n.Body)
		}
		return true
	})
	return all
}

// truth is a condition.
func (m *mutator) truth() ast.Expr {
	conds := sites(m, func(e ast.Expr) bool {
		tv, ok := m.info.Types[e]
		return ok && tv.IsValue() && types.Identical(types.Default(tv.Type), types.Typ[types.Bool])
	})
	switch k := m.upTo(4); {
	case k == 0:
		return ast.NewIdent("true")
	case k < 3 && len(conds) > 0:
		return copyOf(pick(m.choices, conds)).(ast.Expr)
	}
	return &ast.BinaryExpr{X: ast.NewIdent("nil"), Op: token.EQL, Y: expr("any(new(int))")}
}

var wraps = []string{
	"if Q0 { QQ() }",
	"if Q0 { QQ() } else { QQ() }",
	"if Q0 { panic(1) }; QQ()",
	"for Q0 { QQ() }",
	"for { QQ() }",
	"for { QQ(); break }",
	"for range 3 { QQ() }",
	"for V := range 1000 { _ = V; QQ() }",
	"for range []int{1, 2} { if Q0 { continue }; QQ() }",
	"for range map[string]int{} { QQ() }",
	"for range func(yield func(int) bool) { yield(1) } { QQ() }",
	"switch { case Q0: QQ(); default: }",
	"switch { case Q0: fallthrough; case !Q0: QQ(); default: QQ() }",
	"switch V := any(Q0).(type) { case bool: _ = V; QQ(); case nil, error: QQ() }",
	"select { case <-make(chan int): QQ(); default: }",
	"select { case make(chan<- int) <- 1: QQ(); case V := <-make(chan error): _ = V }",
	"go func() { QQ() }()",
	"defer func() { QQ() }()",
	"func() { QQ() }()",
	"defer func() { if recover() != nil { QQ() } }()",
	"L: for { for { if Q0 { break L }; QQ(); continue L } }",
	"goto L; L: QQ()",
	"L: QQ(); if Q0 { goto L }",
	"{ QQ() }",
	"V := func() { QQ() }; V(); V()",
	"var V func(); V = func() { if Q0 { V() }; QQ() }; V()",
	"V := []func(){func() { QQ() }}; V[0](); for _, W := range V { go W() }",
	"V := map[string]func(){\"a\": func() { QQ() }}; defer V[\"a\"]()",
	"V := struct{ f func() }{}; V.f = func() { QQ() }; V.f()",
	"QQ(); return",
	"QQ(); panic(Q0)",
	"QQ(); for {}",
	"QQ(); select {}",
	"return; QQ()",
	"type T struct{ any }; QQ(); _ = T{}",
	"const V = iota; QQ()",
}

// statement changes a list of statements.
func (m *mutator) statement() bool {
	lists := m.lists()
	if len(lists) == 0 {
		return false
	}
	list := pick(m.choices, lists)
	if len(*list) == 0 {
		return m.splice(lists, list, 0)
	}
	i := m.upTo(len(*list))
	s := (*list)[i]
	switch m.upTo(8) {
	case 0:
		*list = slices.Delete(slices.Clone(*list), i, i+1)
	case 1:
		*list = slices.Insert(slices.Clone(*list), i, copyOf(s).(ast.Stmt))
	case 2:
		j := m.upTo(len(*list))
		(*list)[i], (*list)[j] = (*list)[j], s
	case 3:
		return m.splice(lists, list, i)
	case 4:
		j := min(len(*list), i+1+m.upTo(4)) // a run of statements goes into a block
		*list = slices.Replace(slices.Clone(*list), i, j, m.wrapped(&ast.BlockStmt{List: slices.Clone((*list)[i:j])})...)
	case 5:
		if e, ok := s.(*ast.ExprStmt); ok {
			if call, ok := e.X.(*ast.CallExpr); ok {
				(*list)[i] = pick(m.choices, []ast.Stmt{&ast.GoStmt{Call: call}, &ast.DeferStmt{Call: call}})
				return true
			}
		}
		fallthrough
	default:
		*list = slices.Replace(slices.Clone(*list), i, i+1, m.wrapped(s)...)
	}
	return true
}

func (m *mutator) wrapped(s ast.Stmt) []ast.Stmt {
	out := stmts(pick(m.choices, wraps), s, m.truth())
	names := map[string]string{"V": m.fresh("v"), "W": m.fresh("w"), "T": m.fresh("T"), "L": m.fresh("l")}
	for _, o := range out {
		ast.Inspect(o, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && names[id.Name] != "" {
				id.Name = names[id.Name]
			}
			return true
		})
	}
	return out
}

// splice copies a statement of another place to here.
func (m *mutator) splice(lists []*[]ast.Stmt, to *[]ast.Stmt, i int) bool {
	from := pick(m.choices, lists)
	if len(*from) == 0 {
		return false
	}
	s := pick(m.choices, *from)
	var scope *types.Scope
	if i < len(*to) {
		scope = m.scopeAt((*to)[i].Pos())
	}
	*to = slices.Insert(slices.Clone(*to), i, m.adapt(s, scope).(ast.Stmt))
	return true
}

func (m *mutator) scopeAt(pos token.Pos) *types.Scope {
	if s := m.info.Scopes[m.file]; s != nil && pos.IsValid() {
		return s.Innermost(pos)
	}
	return nil
}

// adapt is a copy of a node with local variables of where it comes from replaced by others of the same type.
func (m *mutator) adapt(n ast.Node, scope *types.Scope) ast.Node {
	if scope == nil {
		return copyOf(n)
	}
	own := make(map[types.Object]bool) // declared inside
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && m.info.Defs[id] != nil {
			own[m.info.Defs[id]] = true
		}
		return true
	})
	return astutil.Apply(copyOf(n), func(c *astutil.Cursor) bool {
		id, ok := c.Node().(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := m.info.Uses[id].(*types.Var)
		if !ok || own[v] || v.IsField() || v.Parent() == m.pkg.Scope() {
			return true
		}
		if name := m.visible(scope, v.Type()); name != "" {
			c.Replace(ast.NewIdent(name))
		}
		return true
	}, nil)
}

// visible names a variable of a type that a scope sees.
func (m *mutator) visible(scope *types.Scope, t types.Type) string {
	var names []string
	for s := scope; s != nil && s != types.Universe; s = s.Parent() {
		for _, name := range s.Names() {
			if v, ok := s.Lookup(name).(*types.Var); ok && types.Identical(v.Type(), t) {
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return pick(m.choices, names)
}

// copyOf copies a node, so that no node comes to stand below itself. Identifiers stay shared, because the compiler's
// findings are theirs.
func copyOf(n ast.Node) ast.Node { return cloner{}.node(n) }

var literals = map[token.Token][]string{
	token.INT:    {"0", "-1", "1", "9223372036854775807", "1 << 62", "0x7fffffff", "1_000_000", "(-9223372036854775808)"},
	token.FLOAT:  {"0.0", "-1.5", "1e300", "0x1p-1000", "1e-400"},
	token.STRING: {`""`, `"\x00\x1b[31m"`, "`\\`", `"https://a.example/%s?a=b#c"`, `"default"`, `"http://localhost"`, `"\u202e|<a>::"`},
	token.CHAR:   {`'\x00'`, `'\U0010ffff'`},
}

// expression changes an expression.
func (m *mutator) expression() bool {
	all := sites(m, func(e ast.Expr) bool { return m.value(e) })
	if len(all) == 0 {
		return false
	}
	e := pick(m.choices, all)
	t := m.info.TypeOf(e)
	switch m.upTo(6) {
	case 0:
		lits := sites[*ast.BasicLit](m, func(l *ast.BasicLit) bool { return m.value(l) })
		if len(lits) == 0 {
			return false
		}
		lit := pick(m.choices, lits)
		lit.Value = pick(m.choices, literals[lit.Kind])
		return true
	case 1:
		same := slices.DeleteFunc(all, func(x ast.Expr) bool {
			return x == e || !types.Identical(types.Default(m.info.TypeOf(x)), types.Default(t)) || within(x, e)
		})
		if len(same) == 0 {
			return false
		}
		return m.replace(e, m.adapt(pick(m.choices, same), m.scopeAt(e.Pos())))
	case 2:
		return m.replace(e, pick(m.choices, []ast.Expr{ast.NewIdent("nil"), expr("*new(Q0)", ast.NewIdent(m.typeOf(t))), expr("-Q0", e), expr("!Q0", e), expr("&Q0", e), expr("*Q0", e)}))
	case 3:
		return m.hoist(e, t)
	}
	return m.disguise(e, t)
}

func within(inner, outer ast.Node) bool {
	return outer.Pos() <= inner.Pos() && inner.End() <= outer.End()
}

var disguises = []string{
	"(Q0)", "func() T { return Q0 }()", "[]T{Q0}[0]", "map[string]T{\"a\": Q0}[\"a\"]", "any(Q0).(T)", "*&[]T{Q0}[0]",
	"struct{ f T }{Q0}.f", "(&struct{ f T }{f: Q0}).f", "<-func() chan T { c := make(chan T, 1); c <- Q0; return c }()",
	"func(xs ...T) T { return xs[0] }(Q0)",
	"func() T { var f func(int) T; f = func(n int) T { if n == 0 { return Q0 }; return f(n - 1) }; return f(3) }()",
	"func() (r T) { defer func() { r = Q0 }(); return r }()",
	"func() T { x := Q0; if true { x = Q0 }; return x }()",
	"func() T { x := Q0; for range 3 { y := x; x = y }; return x }()",
	"func() (r T) { switch x := any(Q0).(type) { case T: return x }; return }()",
	"(T)(Q0)", "[...]T{5: Q0}[5]", "[]T{Q0}[:1:1][0]", "append([]T(nil), Q0, Q0)[1]",
	"func() T { x := Q0; p := &x; q := &p; **q = Q0; return **q }()",
	"func() T { if false { return *new(T) }; return Q0 }()",
	"func() T { for { return Q0 } }()",
	"func() (r T) { goto L; L: r = Q0; return }()",
	"func() T { type N struct { v T; next *N }; n := &N{v: Q0}; n.next = n; return n.next.next.next.v }()",
	"func() T { f := func() func() T { return func() T { return Q0 } }; return f()() }()",
	"interface{ Q1 }(nil).(T)",
}

// disguise puts an expression in the place of itself, some way round.
func (m *mutator) disguise(e ast.Expr, t types.Type) bool {
	name := m.typeOf(t)
	if name == "" {
		if b, ok := t.(*types.Basic); !ok || b.Info()&types.IsUntyped == 0 {
			return false
		}
		name = m.typeOf(types.Default(t))
	}
	typ := ast.NewIdent("(" + name + ")") // printed as it is
	switch m.upTo(8) {
	case 0:
		id := m.fresh("id")
		m.used = fmt.Sprintf("func %s[T any](x T) T { return x }\n", id)
		return m.replace(e, expr("Q0(Q1)", ast.NewIdent(id), e))
	case 1:
		id := m.fresh("box")
		m.used = fmt.Sprintf("type %s[T any] struct { v T; next *%s[T] }\nfunc (b *%s[T]) get() T { if b.next != nil { return b.next.get() }; return b.v }\n", id, id, id)
		return m.replace(e, expr("(&Q0[Q2]{v: Q1}).get()", ast.NewIdent(id), e, typ))
	}
	out := expr(pick(m.choices, disguises), e, typ)
	out = astutil.Apply(&ast.ParenExpr{X: out}, func(c *astutil.Cursor) bool {
		if c.Node() == ast.Node(e) {
			return false
		}
		if id, ok := c.Node().(*ast.Ident); ok && id.Name == "T" {
			c.Replace(typ)
		}
		return true
	}, nil).(*ast.ParenExpr).X
	return m.replace(e, out)
}

// hoist makes a package-level variable of an expression.
func (m *mutator) hoist(e ast.Expr, t types.Type) bool {
	name := m.fresh("g")
	typ := m.typeOf(t)
	d := &ast.GenDecl{Tok: token.VAR, Specs: []ast.Spec{&ast.ValueSpec{Names: []*ast.Ident{ast.NewIdent(name)}, Values: []ast.Expr{e}}}}
	if typ != "" && m.upTo(3) == 0 {
		d.Specs[0].(*ast.ValueSpec).Values[0] = expr("func() Q0 { return Q1 }()", ast.NewIdent(typ), e)
	}
	if !m.replace(e, ast.NewIdent(name)) {
		return false
	}
	m.file.Decls = append(m.file.Decls, d)
	return true
}
