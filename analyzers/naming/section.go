package naming

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/settings"
	"github.com/reslint/reslint/internal/stem"
)

// A section is a part of the settings that an expression reads.
type section struct {
	name   stem.Name // of the system that it is called after
	text   string    // as it is written
	expr   ast.Expr
	rooted bool // it is below client, so that it surely is a system's
}

func fold(s string) string { return settings.Fold(s) }

// learn finds out which systems the settings speak of.
func (c *checker) learn() {
	for _, set := range append(c.read.Sets(), c.read.Code) {
		if set == nil {
			continue
		}
		for _, s := range set.Sections {
			c.know(stem.Of(s.System))
		}
	}
	c.judged = c.learnCode()
}

// learnSection reports whether an expression is a section. It knows the system of one below client, and those of the
// sections beside it.
func (c *checker) learnSection(e ast.Expr) bool {
	s, ok := c.sectionAt(e)
	c.sectioned = c.sectioned || ok
	if !ok || !s.rooted {
		return ok
	}
	c.know(s.name)
	sel, ok := s.expr.(*ast.SelectorExpr)
	if !ok {
		return true
	}
	st, ok := deref(c.pass.TypesInfo.TypeOf(sel.X)).Underlying().(*types.Struct)
	for i := 0; ok && i < st.NumFields(); i++ {
		if f := st.Field(i); isStruct(f.Type()) {
			c.know(stem.Of(f.Name()))
		}
	}
	return true
}

func deref(t types.Type) types.Type {
	if t == nil {
		return types.Typ[types.Invalid]
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func isStruct(t types.Type) bool {
	_, ok := deref(t).Underlying().(*types.Struct)
	return ok
}

// sectionAt reads an expression that is itself a section: cfg.Client.Sber, cfg.Clients["sber"], cfg.Sber.
func (c *checker) sectionAt(e ast.Expr) (section, bool) {
	switch e := e.(type) {
	case *ast.IndexExpr:
		if !c.isRoot(lastName(e.X)) {
			return section{}, false
		}
		key, ok := c.constant(e.Index)
		m, isMap := deref(c.pass.TypesInfo.TypeOf(e.X)).Underlying().(*types.Map)
		if !ok || !isMap || !c.inSettings(e.X, nil) && !c.configType(m.Elem()) {
			return section{}, false
		}
		return section{stem.Of(key), key, e, true}, stem.Of(key).Known()
	case *ast.SelectorExpr:
		if of := lastName(e.X); !c.isRoot(of) && !c.configWord(of) {
			return section{}, false
		}
		field, ok := c.pass.TypesInfo.Uses[e.Sel].(*types.Var)
		if !ok || !field.IsField() || !isStruct(field.Type()) || !c.nameOf(e.Sel.Name).Known() {
			return section{}, false
		}
		s := section{name: c.nameOf(e.Sel.Name), text: e.Sel.Name, expr: e, rooted: c.isRoot(lastName(e.X)) && !c.isClient(e.X) && c.inSettings(e.X, field)}
		return s, s.rooted || c.configWord(lastName(e.X)) && c.configType(field.Type())
	}
	return section{}, false
}

// isRoot reports whether a name is that of what holds a section for each system.
func (c *checker) isRoot(name string) bool {
	if name == "" {
		return false
	}
	yes, ok := c.rooted[name]
	if !ok {
		folded := fold(name)
		yes = slices.ContainsFunc(c.roots, func(root string) bool { return folded == root || folded == root+"s" })
		c.rooted[name] = yes
	}
	return yes
}

// isClient: a client of a library is no section, whatever it is called.
func (c *checker) isClient(e ast.Expr) bool {
	n, ok := types.Unalias(deref(c.pass.TypesInfo.TypeOf(e))).(*types.Named)
	return ok && !c.near(n.Obj().Pkg())
}

// inSettings reports whether what is called client belongs to settings and is no client: it, its type, what it is a
// field of, or the field of it that is read says so, by a word for settings or a tag for a decoder. Or its type has no
// name.
func (c *checker) inSettings(e ast.Expr, field *types.Var) bool {
	t := deref(c.pass.TypesInfo.TypeOf(e))
	n, named := types.Unalias(t).(*types.Named)
	if named && c.configWord(n.Obj().Name()) || c.configWord(lastName(e)) || field != nil && c.configType(field.Type()) {
		return true
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		if !named {
			return true
		}
		for i := range s.NumFields() {
			if s.Field(i) == field && s.Tag(i) != "" {
				return true
			}
		}
	}
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	if tv := c.pass.TypesInfo.Types[sel.X]; tv.Type == nil { // a package
		return c.configWord(lastName(sel.X))
	}
	return c.configWord(lastName(sel.X)) || c.configType(c.pass.TypesInfo.TypeOf(sel.X))
}

func lastName(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return lastName(e.X)
	}
	return ""
}

var configWords = []string{"cfg", "conf", "config", "configuration", "configs", "opts", "options", "settings", "section", "env"}

// configWord reports whether a name has a word for settings in it.
func (s *systems) configWord(name string) bool {
	yes, ok := s.words[name]
	if !ok {
		yes = slices.ContainsFunc(settings.Words(name), func(w string) bool { return slices.Contains(configWords, w) })
		s.words[name] = yes
	}
	return yes
}

func (s *systems) configType(t types.Type) bool {
	n, ok := types.Unalias(deref(t)).(*types.Named)
	return !ok || s.configWord(n.Obj().Name()) || n.Obj().Pkg() != nil && s.configWord(n.Obj().Pkg().Name())
}

// checkCode judges which settings and names are used in whose code.
func (c *checker) checkCode() {
	around := c.ownerOf(c.pkg)
	for _, f := range c.files {
		if rule.GeneratedFile(c.pass.Fset, f) { // nothing is reported there
			continue
		}
		w := &walker{checker: c, vars: make(map[types.Object]section)}
		for _, d := range c.judged[f] {
			w.around = func() owner { return around }
			if fn, ok := d.(*ast.FuncDecl); ok && !around.strong {
				w.around = sync.OnceValue(func() owner {
					obj, _ := c.pass.TypesInfo.Defs[fn.Name].(*types.Func)
					return c.ownerOfFunc(obj)
				})
			}
			ast.Inspect(d, w.visit)
		}
	}
}

// A walker goes through one file.
type walker struct {
	*checker
	around func() owner             // of the code that is looked at
	vars   map[types.Object]section // variables that hold a section
	done   []ast.Expr               // sections that are judged
}

func (w *walker) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) == len(n.Rhs) {
			for i, l := range n.Lhs {
				w.assign(l, n.Rhs[i], n.Tok == token.DEFINE)
			}
		} else if len(n.Rhs) == 1 {
			w.assignUnit(n)
		}
	case *ast.ValueSpec:
		for i, id := range n.Names {
			if len(n.Values) == len(n.Names) {
				w.assign(id, n.Values[i], true)
			}
		}
	case *ast.KeyValueExpr:
		if id, ok := n.Key.(*ast.Ident); ok {
			w.assign(id, n.Value, false)
		}
	case *ast.CallExpr:
		w.call(n)
	case *ast.CompositeLit:
		w.literal(n)
	}
	return true
}

// assign judges a section that is read for what a variable or field holds, and remembers which variables are sections.
func (w *walker) assign(l, r ast.Expr, define bool) {
	if !w.sectioned {
		return
	}
	if name := w.nameOf(lastName(l)); name.Known() && w.isKnown(name) {
		if all := w.sections(r); len(all) == 1 {
			w.judge(all[0], owner{says: lastName(l), name: name})
		}
	}
	id, ok := l.(*ast.Ident)
	if !ok {
		return
	}
	if !define {
		delete(w.vars, w.pass.TypesInfo.Uses[id]) // now it is one of two
		return
	}
	if s, is := w.sectionAt(ast.Unparen(r)); is && w.pass.TypesInfo.Defs[id] != nil && !slices.Contains(w.done, s.expr) {
		w.vars[w.pass.TypesInfo.Defs[id]] = s
	}
}

// sections are those that an expression reads, apart from what it hands to another system's code.
func (w *walker) sections(e ast.Expr) []section {
	var out []section
	if !w.sectioned {
		return nil
	}
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.CompositeLit:
			return n == e
		case *ast.CallExpr:
			return !w.calleeOf(n).known()
		case *ast.Ident:
			if s, ok := w.vars[w.pass.TypesInfo.Uses[n]]; ok {
				s.expr = n
				out = append(out, s)
			}
		case *ast.IndexExpr:
			return !w.add(&out, n)
		case *ast.SelectorExpr:
			return !w.add(&out, n)
		}
		return true
	})
	return out
}

func (w *walker) add(out *[]section, e ast.Expr) bool {
	s, ok := w.sectionAt(e)
	if ok {
		*out = append(*out, s)
	}
	return ok
}

func (w *walker) calleeOf(call *ast.CallExpr) owner { return w.ownerOfFunc(w.callee(call)) }

// callee is the function or method that a call names, or nil.
func (c *checker) callee(call *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	return fn
}

// judge reports a section that is not the owner's.
func (w *walker) judge(s section, o owner) {
	if slices.Contains(w.done, s.expr) || !o.known() || w.accepts(o, s.name) {
		return
	}
	if sure := s.rooted && o.strong || w.isKnown(s.name); !sure {
		return
	}
	w.done = append(w.done, s.expr)
	w.report.Report(rule.Finding{Check: sectionName, Place: rule.At(s.expr), System: o.system(),
		Message: fmt.Sprintf("the settings of %s configure %s%s", s.text, o.says, w.suggestion(s.name, o.name))})
}

// call judges the sections that a system's code is handed, and the names in calls that libraries know.
func (w *walker) call(call *ast.CallExpr) {
	fn := w.callee(call)
	if fn == nil || fn.Pkg() == nil || len(call.Args) == 0 {
		return
	}
	if w.sectioned || slices.ContainsFunc(call.Args, w.isRead) {
		if o := w.ownerOfFunc(fn); o.known() {
			w.handed(call.Args, o)
		}
	}
	if w.reads(fn) {
		w.variable(call, w.around())
	}
	w.checkHystrix(call, fn)
	w.checkLabels(call, fn)
}

// literal does the same for the fields of a literal.
func (w *walker) literal(lit *ast.CompositeLit) {
	w.checkLabelMap(lit)
	n, ok := types.Unalias(deref(w.pass.TypesInfo.TypeOf(lit))).(*types.Named)
	if !ok {
		return
	}
	var values []ast.Expr
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		values = append(values, e)
	}
	if !w.sectioned && !slices.ContainsFunc(values, w.isRead) {
		return
	}
	if o := w.ownerOfType(n.Obj().Pkg(), n.Obj().Name()); o.known() {
		w.handed(values, o)
	}
}

// isRead reports whether an expression is a call that reads an environment variable or a setting by its name.
func (w *walker) isRead(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := w.callee(call)
	return fn != nil && w.reads(fn)
}

// handed judges the sections in what a system's code takes. Where there are those of several systems and none is its
// own, it brings them together.
func (w *walker) handed(exprs []ast.Expr, o owner) {
	var all []section
	for _, e := range exprs {
		all = append(all, w.sections(e)...)
	}
	own, several := false, false
	for _, s := range all {
		own = own || w.accepts(o, s.name)
		several = several || !w.agree(s.name, all[0].name)
	}
	if several && !own {
		return
	}
	for _, s := range all {
		if o.strong || w.isKnown(s.name) {
			w.judge(s, o)
		}
	}
	for _, e := range exprs {
		if w.isRead(e) {
			w.variable(ast.Unparen(e).(*ast.CallExpr), o)
		}
	}
}

// platformVariables are those by which a platform tells every program who it is there. They are called after the
// platform, whatever it is that takes them.
var platformVariables = []string{
	"AWS_ACCESS_KEY_ID", "AWS_DEFAULT_REGION", "AWS_PROFILE", "AWS_REGION", "AWS_ROLE_ARN", "AWS_SECRET_ACCESS_KEY",
	"AWS_SESSION_TOKEN", "AWS_WEB_IDENTITY_TOKEN_FILE", "AZURE_AUTHORITY_HOST", "AZURE_CLIENT_ID", "AZURE_CLIENT_SECRET",
	"AZURE_FEDERATED_TOKEN_FILE", "AZURE_TENANT_ID", "GOOGLE_APPLICATION_CREDENTIALS", "GOOGLE_CLOUD_PROJECT",
	"KUBERNETES_SERVICE_HOST", "KUBERNETES_SERVICE_PORT",
}

// variable judges the name of the variable or setting that a call reads for an owner.
func (w *walker) variable(call *ast.CallExpr, o owner) {
	if !o.known() || len(call.Args) == 0 || slices.Contains(w.done, call.Args[0]) {
		return
	}
	text, ok := w.constant(call.Args[0])
	if !ok || slices.Contains(platformVariables, text) {
		return
	}
	n, rooted := w.settingName(text)
	if !n.Known() || w.accepts(o, n) || !w.isKnown(n) && !(rooted && o.strong) {
		return
	}
	w.done = append(w.done, call.Args[0])
	w.report.Report(rule.Finding{Check: sectionName, Place: rule.At(call.Args[0]), System: o.system(),
		Message: fmt.Sprintf("%s is a setting of %s and configures %s%s", text, n.Join("_"), o.says, w.suggestion(n, o.name))})
}

// reads is readsSettings, once for each function.
func (s *systems) reads(fn *types.Func) bool {
	yes, ok := s.readers[fn]
	if !ok {
		yes = readsSettings(fn)
		s.readers[fn] = yes
	}
	return yes
}

// readsSettings reports whether a function reads what its first argument names.
func readsSettings(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	path := fn.Pkg().Path()
	switch {
	case path == "os":
		return fn.Name() == "Getenv" || fn.Name() == "LookupEnv"
	case strings.HasSuffix(path, "/viper"), strings.Contains(path, "/koanf"):
		return strings.HasPrefix(fn.Name(), "Get") || slices.Contains([]string{"Sub", "Cut", "String", "Int", "Duration", "Float64"}, fn.Name())
	}
	return readsEnv(fn.Name())
}

// settingName reads which system a setting is for: CLIENT__SBER__TOKEN, client.sber.token, SBER_TOKEN.
func (c *checker) settingName(text string) (n stem.Name, rooted bool) {
	sep := "__"
	if strings.Contains(text, ".") {
		sep = "."
	}
	levels := strings.Split(text, sep)
	for i, level := range levels {
		if c.isRoot(level) && i+2 < len(levels) {
			return stem.Of(levels[i+1]), true
		}
	}
	if len(levels) > 1 {
		return stem.OfEnv(strings.Join(levels[:len(levels)-1], "_")), false
	}
	return stem.OfEnv(text), false
}

// checkTags judges the names in struct tags: the struct says whose settings they are.
func (c *checker) checkTags() {
	owners := make(map[string]int) // tags that agree with their struct, by the struct's system
	total := make(map[string]int)
	for _, t := range c.read.Named {
		if t.System == "" || t.Owner == "" {
			continue
		}
		total[t.Owner]++
		if c.agree(stem.Of(t.System), stem.Of(t.Owner)) {
			owners[t.Owner]++
		}
	}
	for _, t := range c.read.Named {
		n, own := stem.Of(t.System), stem.Of(t.Owner)
		if t.System == "" || t.Owner == "" || !n.Known() || !own.Known() || c.agree(n, own) {
			continue
		}
		_, rooted := c.settingName(t.Name)
		_, other := owners[t.System]
		if !other && !(rooted && owners[t.Owner] > 0) && !c.isKnown(n) {
			continue // the struct and its settings have two names throughout
		}
		if owners[t.Owner] == 0 && total[t.Owner] > 1 && !other {
			continue
		}
		c.report.Report(rule.Finding{Check: sectionName, Place: t.Place, System: t.Owner,
			Message: fmt.Sprintf("%s is a setting of %s and configures %s%s", t.Name, t.System, t.Owner, c.suggestion(n, own))})
	}
}
