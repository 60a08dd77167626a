package limits

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/gofix"
	"github.com/reslint/reslint/internal/outbound"
)

// clientAtHand has a request of the default client go through the one client of the method's receiver. That client
// must be there whenever the method is, be bounded and plain (no round tripper that adds credentials, no cookies, no
// redirect policy), the request must go to the receiver's one address, and its answer be read where it is asked for.
func (x *fixer) clientAtHand(c *outbound.Construction) []analysis.SuggestedFix {
	f := x.files.Open(c.Pos)
	if f == nil || x.bodies.leave(c) {
		return nil
	}
	path := f.Path(c.Pos, c.End)
	use, target := x.defaultUse(path)
	recv := x.receiver(path)
	if use == nil || recv == nil || f.Visible(recv.Name(), use.pos) != recv || !x.keepsImport(f.Syntax()) {
		return nil
	}
	h := newHolder(x, recv.Type())
	if h == nil || !h.sound() || !h.addresses(recv, target) {
		return nil
	}
	client := recv.Name() + "." + h.client.Name()
	f.Replace(use.pos, use.end, client+use.method)
	return f.Fix("Call through " + client)
}

// A defaultUse is the source that stands for the default client.
type defaultUse struct {
	pos, end token.Pos
	method   string // "" where the method's name is not among it
}

// defaultUse finds what to replace, and the request or address that is sent: in http.Get(url) the function, in
// http.DefaultClient.Do(req) the variable.
func (x *fixer) defaultUse(path []ast.Node) (*defaultUse, ast.Expr) {
	switch n := nth(path, 0).(type) {
	case *ast.CallExpr:
		sel, ok := n.Fun.(*ast.SelectorExpr)
		if ok && len(n.Args) > 0 && x.isDefault(sel.Sel) {
			return &defaultUse{sel.Pos(), sel.End(), "." + sel.Sel.Name}, n.Args[0]
		}
	case *ast.SelectorExpr:
		method, ok := nth(path, 1).(*ast.SelectorExpr)
		call, called := nth(path, 2).(*ast.CallExpr)
		if ok && called && method.X == n && call.Fun == method && len(call.Args) > 0 && x.isDefault(n.Sel) {
			return &defaultUse{n.Pos(), n.End(), ""}, call.Args[0]
		}
	}
	return nil, nil
}

// isDefault reports whether a name is of something in net/http that sends through the default client.
func (x *fixer) isDefault(id *ast.Ident) bool {
	obj := x.pass.TypesInfo.Uses[id]
	if obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != "net/http" || obj.Parent() != obj.Pkg().Scope() {
		return false
	}
	return slices.Contains([]string{"Get", "Head", "Post", "PostForm", "DefaultClient"}, obj.Name())
}

// keepsImport reports whether net/http is still mentioned in the file when nothing sends through the default client
// any more.
func (x *fixer) keepsImport(file *ast.File) bool {
	kept := false
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return !kept
		}
		id, ok := sel.X.(*ast.Ident)
		if !ok {
			return true
		}
		p, ok := x.pass.TypesInfo.Uses[id].(*types.PkgName)
		kept = kept || ok && p.Imported().Path() == "net/http" && !x.isDefault(sel.Sel)
		return true
	})
	return kept
}

// receiver is the receiver of the method around a node.
func (x *fixer) receiver(path []ast.Node) *types.Var {
	for _, n := range path {
		d, ok := n.(*ast.FuncDecl)
		if !ok || d.Recv == nil || len(d.Recv.List) != 1 || len(d.Recv.List[0].Names) != 1 {
			continue
		}
		if v, ok := x.pass.TypesInfo.Defs[d.Recv.List[0].Names[0]].(*types.Var); ok && v.Name() != "_" {
			return v
		}
	}
	return nil
}

// A holder is a struct type of the package with one client and one address.
type holder struct {
	x       *fixer
	named   *types.Named
	client  *types.Var
	address *types.Var
	values  map[types.Object][]ast.Expr // what is assigned to each variable and field; nil stands for anything
}

func newHolder(x *fixer, t types.Type) *holder {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() != x.pass.Pkg || named.TypeArgs().Len() > 0 {
		return nil
	}
	s, ok := named.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	h := &holder{x: x, named: named}
	var clients, addresses []*types.Var
	for v := range s.Fields() {
		switch typ := types.TypeString(types.Unalias(v.Type()), nil); {
		case typ == "*net/http.Client" && !v.Embedded():
			clients = append(clients, v)
		case typ == "string", typ == "*net/url.URL", typ == "net/url.URL":
			addresses = append(addresses, v)
		}
	}
	if len(addresses) > 1 {
		addresses = slices.DeleteFunc(addresses, func(v *types.Var) bool { return !addressName(v.Name()) })
	}
	if len(clients) != 1 || clients[0].Exported() || len(addresses) != 1 {
		return nil
	}
	h.client, h.address = clients[0], addresses[0]
	h.collect()
	return h
}

func addressName(name string) bool {
	return slices.ContainsFunc([]string{"url", "base", "host", "addr", "endpoint", "server"}, func(word string) bool {
		return strings.Contains(strings.ToLower(name), word)
	})
}

// collect notes what the package assigns to variables and fields.
func (h *holder) collect() {
	h.values = make(map[types.Object][]ast.Expr)
	for _, file := range h.x.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for i, l := range n.Lhs {
					var r ast.Expr
					switch {
					case n.Tok != token.DEFINE && n.Tok != token.ASSIGN:
					case len(n.Rhs) == len(n.Lhs):
						r = n.Rhs[i]
					case i == 0: // of a call that returns an error too
						r = n.Rhs[0]
					}
					h.assign(l, r)
				}
			case *ast.ValueSpec:
				for i, name := range n.Names {
					var r ast.Expr
					if len(n.Values) == len(n.Names) {
						r = n.Values[i]
					}
					h.assign(name, r)
				}
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					h.assign(n.X, nil)
				}
			case *ast.RangeStmt:
				h.assign(n.Key, nil)
				h.assign(n.Value, nil)
			case *ast.IncDecStmt:
				h.assign(n.X, nil)
			}
			return true
		})
	}
}

func (h *holder) assign(left, right ast.Expr) {
	if left == nil {
		return
	}
	var id *ast.Ident
	switch l := ast.Unparen(left).(type) {
	case *ast.Ident:
		id = l
	case *ast.SelectorExpr:
		id = l.Sel
	default:
		return
	}
	if obj := h.x.pass.TypesInfo.ObjectOf(id); obj != nil {
		h.values[obj] = append(h.values[obj], right)
	}
}

// sound reports whether every value of the type that the package makes has a bounded, plain client.
func (h *holder) sound() bool {
	ok, made := true, !h.named.Obj().Exported()
	for _, r := range h.values[h.client] {
		ok = ok && h.plain(r, 0)
	}
	for _, file := range h.x.pass.Files {
		var stack []ast.Node
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return true
			}
			switch n := n.(type) {
			case *ast.CompositeLit:
				if h.x.pass.TypesInfo.TypeOf(n) != nil && h.isHeld(h.x.pass.TypesInfo.TypeOf(n)) {
					kv, _ := gofix.Key(n, h.client.Name())
					ok = ok && kv != nil && h.plain(kv.Value, 0)
				}
			case *ast.FuncDecl:
				made = made || n.Recv == nil && h.returned(n)
			case *ast.Ident:
				if h.x.pass.TypesInfo.Uses[n] == h.named.Obj() {
					ok = ok && mentioned(stack, n)
				}
			}
			stack = append(stack, n)
			return true
		})
	}
	return ok && made
}

func (h *holder) isHeld(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	return types.Identical(t, h.named)
}

// returned reports whether a function makes values of the type for others.
func (h *holder) returned(d *ast.FuncDecl) bool {
	fn, ok := h.x.pass.TypesInfo.Defs[d.Name].(*types.Func)
	if !ok {
		return false
	}
	for r := range fn.Signature().Results().Variables() {
		if h.isHeld(r.Type()) {
			return true
		}
	}
	return false
}

// mentioned reports whether a mention of the type makes no zero value of it: in a pointer type, a literal or a
// receiver.
func mentioned(stack []ast.Node, id *ast.Ident) bool {
	switch parent := stack[len(stack)-1].(type) {
	case *ast.StarExpr:
		return true
	case *ast.CompositeLit:
		return parent.Type == id
	case *ast.Field:
		if len(stack) < 3 {
			return false
		}
		list, ok := stack[len(stack)-2].(*ast.FieldList)
		d, isFunc := stack[len(stack)-3].(*ast.FuncDecl)
		return ok && isFunc && d.Recv == list
	}
	return false
}

const maxSteps = 3 // from a variable to what it was made of

// plain reports whether an expression is a client that is there, has a timeout, and adds nothing to a request.
func (h *holder) plain(e ast.Expr, depth int) bool {
	if e == nil || depth > maxSteps {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		values := h.values[h.x.pass.TypesInfo.ObjectOf(e)]
		return len(values) > 0 && !slices.ContainsFunc(values, func(v ast.Expr) bool { return !h.plain(v, depth+1) })
	case *ast.UnaryExpr:
		lit, ok := e.X.(*ast.CompositeLit)
		return ok && e.Op == token.AND && h.x.is(lit, "net/http", "Client") && h.plainLiteral(lit)
	}
	return false
}

func (h *holder) plainLiteral(lit *ast.CompositeLit) bool {
	timeout, ok := gofix.Key(lit, "Timeout")
	if !ok || timeout == nil {
		return false
	}
	if v := h.x.pass.TypesInfo.Types[timeout.Value].Value; v != nil && constant.Sign(v) <= 0 {
		return false
	}
	for _, name := range []string{"Jar", "CheckRedirect"} {
		if kv, _ := gofix.Key(lit, name); kv != nil {
			return false
		}
	}
	transport, _ := gofix.Key(lit, "Transport")
	return transport == nil || h.x.pointsToTransport(transport.Value)
}

// pointsToTransport reports whether an expression is an *http.Transport by its static type.
func (x *fixer) pointsToTransport(e ast.Expr) bool {
	t := x.pass.TypesInfo.TypeOf(e)
	return t != nil && types.TypeString(types.Unalias(t), nil) == "*net/http.Transport"
}

// addresses reports whether an expression is made of the receiver's address and of nothing that could be another one.
func (h *holder) addresses(recv *types.Var, e ast.Expr) bool {
	o := h.origin(recv, e, 0)
	return o.ours && !o.other
}

// An origin says what an address is made of.
type origin struct {
	ours  bool // the receiver's address
	other bool // something that is or may be another address
}

func (o *origin) add(more origin) { o.ours, o.other = o.ours || more.ours, o.other || more.other }

func (h *holder) origin(recv *types.Var, e ast.Expr, depth int) origin {
	var o origin
	if e == nil || depth > maxSteps {
		return origin{other: true}
	}
	info := h.x.pass.TypesInfo
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok && info.Uses[id] == recv {
				_, method := info.Uses[n.Sel].(*types.Func)
				o.add(origin{ours: info.Uses[n.Sel] == h.address, other: method})
				return false
			}
		case *ast.Ident:
			o.add(h.part(recv, n, depth))
		case *ast.BasicLit:
			o.add(origin{other: n.Kind == token.STRING && strings.Contains(n.Value, "://")})
		}
		return true
	})
	return o
}

// part judges a name in an address: a local variable may be made of the receiver's address; one of the package, or a
// function of the program, may be another address.
func (h *holder) part(recv *types.Var, id *ast.Ident, depth int) origin {
	switch obj := h.x.pass.TypesInfo.Uses[id].(type) {
	case *types.Const:
		return origin{other: obj.Val().Kind() == constant.String && strings.Contains(constant.StringVal(obj.Val()), "://")}
	case *types.Func:
		return origin{other: !harmless(obj.Pkg())}
	case *types.Var:
		if obj.IsField() || obj == recv {
			return origin{}
		}
		if obj.Pkg() != h.x.pass.Pkg || obj.Parent() == obj.Pkg().Scope() {
			return origin{other: true}
		}
		return h.made(recv, obj, depth)
	}
	return origin{}
}

// made judges a local variable by all that is assigned to it. Parameters have nothing.
func (h *holder) made(recv, v *types.Var, depth int) origin {
	var o origin
	ours := 0
	for _, value := range h.values[v] {
		from := h.origin(recv, value, depth+1)
		o.add(from)
		if from.ours {
			ours++
		}
	}
	o.other = o.other || ours > 0 && ours < len(h.values[v])
	return o
}

// harmless reports whether functions of a package make no address out of nothing.
func harmless(p *types.Package) bool {
	return p == nil || slices.Contains([]string{"fmt", "strings", "path", "strconv", "context", "net/url", "net/http", "bytes", "io"}, p.Path())
}
