package outbound

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/callee"
	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/poolsize"
)

// Reach is what a call of a function is known to lead to.
type Reach struct {
	Sends    bool // requests
	Bulkhead bool // a permit is taken on the way
	Breaker  bool // a breaker is entered on the way
	Requests bool // Sends, without what it was handed and may call
}

// Reach tells what a function of another package of the module does.
func (m *Model) Reach(fn *types.Func) Reach {
	if r, ok := m.reach[fn]; ok || m.reach == nil {
		return r
	}
	return reachOf(m.facts, fn) // of an interface's implementation, or promoted: nobody here names it
}

// Callers returns the functions of the package that name one of its functions, some of them more than once, and for a
// method also those that call one of an interface by that name. The function is a value somewhere if it is handed on.
func (m *Model) Callers(fn *types.Func) (by []*types.Func, value bool) {
	u := m.calls[fn]
	value = u != nil && u.value
	if fn.Signature().Recv() == nil {
		return m.users[fn], value
	}
	if m.dynamic == nil {
		m.dynamic = make(map[string][]*types.Func)
		for called, users := range m.users {
			if callee.IsDynamic(called) {
				m.dynamic[called.Name()] = append(m.dynamic[called.Name()], users...)
			}
		}
	}
	return slices.Concat(m.users[fn], m.dynamic[fn.Name()]), value
}

// Program is what a package and those that it imports from the module show of the life of a program.
type Program struct {
	Clients bool           // HTTP clients or transports of its own are built
	Closes  bool           // idle connections are closed: by a command, or by whatever comes to this package
	Stops   token.Position // a call that shuts a server down in an imported package, where this one may come to it, or none
	Via     *types.Package // the import that leads to it

	clients []*types.Package // imports that build some, or import one that does

	Databases []ImportedDatabase // that packages below give a size, by place
}

// An ImportedDatabase is a database pool of an imported package.
type ImportedDatabase struct {
	Size  int64
	Where token.Position
	Via   *types.Package // the import that leads to it
	Sum   int            // the most connections of systems that a package below has compared it with
}

// programFact is Program for the packages that import one.
type programFact struct {
	Clients, Closes bool
	File            string // of a call that shuts a server down
	Line, Column    int
	Stoppers        []string // the exported functions that may come to it, by full name, sorted; or anyFunc
	Closers         bool     // functions of this package, or methods of those below, close idle connections: see closesFact
	Methods         []string // those methods, by methodKey, sorted
	Databases       []databaseFact
}

type databaseFact struct {
	Size         int64
	File         string
	Line, Column int
	Sum          int
}

func (*programFact) AFact()         {}
func (*programFact) String() string { return "program" }

// ask adds the answers that need no evaluation.
func (m *Model) ask(pass *analysis.Pass, opts Options) {
	if opts.Policy.SupportPackage(pass.Pkg.Path(), pass.Pkg.Name()) {
		return
	}
	m.reach, m.facts = make(map[*types.Func]Reach), pass
	for _, c := range m.Constructions {
		own := (c.Kind == catalog.Client || c.Kind == catalog.Transport) && !c.Default && !c.Elsewhere
		m.Program.Clients = m.Program.Clients || own && slices.ContainsFunc(c.States, State.idles)
	}
	s := &stops{pass: pass, opts: opts, below: make(map[string]stopBelow), names: make(map[string]bool),
		whole: make(map[*types.Package]stopBelow), funcs: make(map[*types.Func]bool), by: make(map[*types.Func][]*types.Func)}
	c := newCloses(pass, opts)
	for _, p := range pass.Pkg.Imports() {
		m.Program.add(pass, p, s, c)
	}
	closing := c.asked
	stopping := len(s.below)+len(s.whole) > 0
	for _, obj := range pass.TypesInfo.Uses {
		fn, ok := obj.(*types.Func)
		if !ok {
			if v, isVar := obj.(*types.Var); isVar && !v.IsField() {
				m.Program.uses(pass, v)
			}
			continue
		}
		m.Program.uses(pass, fn)
		if fn.Pkg() != pass.Pkg {
			m.askForeign(pass, fn)
		}
		closing = closing || closesIdle(pass, fn)
		stopping = stopping || stopsServer(fn)
	}
	if closing && !m.Program.Closes {
		m.Program.Closes = c.find()
	}
	var stop *ast.Ident
	if stopping {
		var below stopBelow
		stop, below = s.find()
		m.Program.Stops, m.Program.Via = below.at, below.via
	}
	m.exportProgram(pass, stop, s, c)
}

// idles reports whether a client or transport may have idle connections: it may keep them alive.
func (s State) idles() bool {
	off := func(t State) bool { return t.Field("DisableKeepAlives").Status == IsSet }
	if s.fr != nil && s.fr.obj.kind == catalog.Transport {
		return !off(s)
	}
	p := s.Pool()
	return p.Default || p.Opaque || len(p.Own) == 0 || slices.ContainsFunc(p.Own, func(t State) bool { return !off(t) })
}

// add takes in what an import says.
func (p *Program) add(pass *analysis.Pass, imported *types.Package, s *stops, c *closes) {
	var f programFact
	if !pass.ImportPackageFact(imported, &f) {
		return
	}
	p.Closes = p.Closes || f.Closes
	if f.Clients {
		p.clients = append(p.clients, imported)
	}
	for _, d := range f.Databases {
		p.addDatabase(ImportedDatabase{d.Size, token.Position{Filename: d.File, Line: d.Line, Column: d.Column}, imported, d.Sum})
	}
	s.learn(&f, imported)
	c.learn(&f)
}

// uses takes in the clients of an import of which a function or variable is used. One that is imported for its types
// alone builds none for this package.
func (p *Program) uses(pass *analysis.Pass, obj types.Object) {
	if !p.Clients && obj.Pkg() != pass.Pkg {
		p.Clients = slices.Contains(p.clients, obj.Pkg())
	}
}

// addDatabase takes in a database pool once, whichever imports lead to it.
func (p *Program) addDatabase(d ImportedDatabase) {
	i, found := slices.BinarySearchFunc(p.Databases, d, func(a, b ImportedDatabase) int {
		return cmp.Or(cmp.Compare(a.Where.Filename, b.Where.Filename), cmp.Compare(a.Where.Line, b.Where.Line),
			cmp.Compare(a.Where.Column, b.Where.Column), cmp.Compare(a.Size, b.Size))
	})
	if found {
		p.Databases[i].Sum = max(p.Databases[i].Sum, d.Sum)
		return
	}
	p.Databases = slices.Insert(p.Databases, i, d)
}

// databaseFacts are the pools of this package and of its imports, with what this one compares them with.
func (m *Model) databaseFacts(fset *token.FileSet) []databaseFact {
	sum := m.PoolSum()
	var out []databaseFact
	for _, d := range m.Databases {
		at := fset.Position(d.Pos)
		out = append(out, databaseFact{d.Size, at.Filename, at.Line, at.Column, sum})
	}
	for _, d := range m.Program.Databases {
		out = append(out, databaseFact{d.Size, d.Where.Filename, d.Where.Line, d.Where.Column, max(sum, d.Sum)})
	}
	return out
}

// PoolSum is how many connections the pools of the package may open together.
func (m *Model) PoolSum() int {
	var sizes []int
	for _, p := range m.Pools {
		sizes = append(sizes, int(p.Connections.Value))
	}
	return poolsize.Sum(sizes...)
}

func (m *Model) exportProgram(pass *analysis.Pass, stop *ast.Ident, s *stops, c *closes) {
	mod := pass.Module
	if mod == nil || mod.Path == "" || mod.Version != "" || pass.Pkg.Name() == "main" {
		return
	}
	p := m.Program
	if stop != nil {
		p.Stops = pass.Fset.Position(stop.Pos())
	}
	f := &programFact{Clients: p.Clients, Closes: p.Closes, File: p.Stops.Filename, Line: p.Stops.Line, Column: p.Stops.Column,
		Stoppers: s.stoppers(), Databases: m.databaseFacts(pass.Fset)}
	c.export(f)
	if f.Clients || f.Closes || f.Closers || p.Stops.IsValid() || len(f.Databases) > 0 {
		pass.ExportPackageFact(f)
	}
}

// askForeign notes what another package of the module says of a function.
func (m *Model) askForeign(pass *analysis.Pass, fn *types.Func) {
	fn = fn.Origin()
	if _, done := m.reach[fn]; done || fn.Pkg() == nil {
		return
	}
	m.reach[fn] = reachOf(pass, fn)
}

// reachOf reads the fact of a function; it changes nothing, since several analyzers may ask at once.
func reachOf(pass *analysis.Pass, fn *types.Func) Reach {
	var fact funcFact
	var r Reach
	if fn.Pkg() == nil || !pass.ImportObjectFact(fn, &fact) {
		return r
	}
	for _, e := range fact.Sum.Events {
		switch catalog.Kind(e.Enters) {
		case catalog.None:
			r.Sends = true
			r.Requests = r.Requests || e.Call == nil
		case catalog.Bulkhead:
			r.Bulkhead = true
		case catalog.Breaker:
			r.Breaker = true
		}
	}
	return r
}

// closesIdle reports whether a function closes idle connections by what it is.
func closesIdle(pass *analysis.Pass, fn *types.Func) bool {
	return fn.Name() == "CloseIdleConnections" || closesForeign(pass, fn)
}

// closesForeign reports whether a method ends a value of another module that holds an HTTP client.
func closesForeign(pass *analysis.Pass, fn *types.Func) bool {
	switch fn.Name() {
	case "Close", "Stop", "Shutdown":
	default:
		return false
	}
	recv := fn.Signature().Recv()
	if recv == nil || ownModule(pass, fn.Pkg()) || isStandard(pass, fn.Pkg()) {
		return false
	}
	return holdsClient(recv.Type(), make(map[types.Type]bool))
}

// ownModule reports whether a package is of the module that is looked at.
func ownModule(pass *analysis.Pass, p *types.Package) bool {
	if p == pass.Pkg {
		return true
	}
	mod := pass.Module
	return mod != nil && p != nil && (p.Path() == mod.Path || strings.HasPrefix(p.Path(), mod.Path+"/"))
}

// isStandard reports whether a package is of the standard library, or nothing's, as the methods of error are.
func isStandard(pass *analysis.Pass, p *types.Package) bool {
	return p == nil || !ownModule(pass, p) && !strings.Contains(firstElem(p.Path()), ".")
}

func firstElem(path string) string {
	first, _, _ := strings.Cut(path, "/")
	return first
}

// maxHeld bounds how many types are looked through.
const maxHeld = 60

func holdsClient(t types.Type, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if seen[t] || len(seen) > maxHeld {
		return false
	}
	seen[t] = true
	switch catalog.KindOf(t) {
	case catalog.Client, catalog.Transport:
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return holdsClient(u.Elem(), seen)
	case *types.Slice:
		return holdsClient(u.Elem(), seen)
	case *types.Map:
		return holdsClient(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if holdsClient(f.Type(), seen) {
				return true
			}
		}
	}
	return false
}
