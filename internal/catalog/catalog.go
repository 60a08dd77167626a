// Package catalog knows libraries: which types and functions are clients, transports, breakers, bulkheads and
// database pools, what their functions do with them, and which methods enter them. It is data: a new library is a
// few rows in one of the files of this package.
package catalog

import (
	"go/types"
	"slices"
	"strings"
	"sync"
)

// Kind says what a type is to the model.
type Kind uint8

// The kinds. None is a type that the catalogue does not know.
const (
	None         Kind = iota
	Client            // an HTTP client: Timeout, Transport
	Transport         // an http.Transport: the connection pool
	Wrapper           // a round tripper over another one: Base
	ReverseProxy      // httputil.ReverseProxy: Transport
	Retryable         // a client that holds another one: HTTPClient
	Request           // a request that is being built: ctx, url
	Dialer            // net.Dialer: Timeout
	GRPC              // a gRPC connection
	Breaker           // a circuit breaker
	Bulkhead          // a semaphore
	Group             // an errgroup
	Database          // a pool of connections to the program's own database
	Cache             // a client of an in-memory store, pooled by itself
	Response          // an HTTP response: Request, Body
	Server            // an HTTP server, never outbound
)

var kindNames = [...]string{"", "client", "transport", "round tripper", "reverse proxy", "client", "request", "dialer",
	"gRPC connection", "circuit breaker", "bulkhead", "errgroup", "database pool", "cache client", "response", "server"}

// String names the kind for a message.
func (k Kind) String() string { return kindNames[k] }

// Op says how a Shape makes its value.
type Op uint8

// The operations of a Shape.
const (
	Unknown   Op = iota // a value that nothing is known of
	Fresh               // a new object of Kind with Fields, made at the call
	Arg                 // argument N; a method's receiver is argument 0
	FieldOf             // Field of Of[0]
	Copy                // a copy of Of[0], with Fields set over it; made at the call
	Or                  // the first of Of that is not zero
	Elem                // one of the elements of the variadic argument N
	NoContext           // a context without a deadline
	Deadline            // context Of[0] with a deadline after Of[1]
	WithValue           // context Of[0] with key Of[1] set to Of[2]
	ValueOf             // what key Field holds in context Of[0]
	Default             // the process-wide default of Kind
	Zero                // the zero value
	Number              // the constant Int
	Memo                // a function that returns what the function value Of[0] returned at its first call
	Inbound             // the context of a request that came in
	Named               // what is known under the constant Of[0] to the package Field
	Format              // a string that begins as Of[0] does, up to the first verb, and goes on with Field
	Sum                 // Of[0] + Of[1], where both are known
	Pooled              // a transport of the client's own, whose limits are not judged
	Streams             // not zero where arguments 1 and 2 are a header that asks for a stream; else Field of Of[0]
)

// A Shape is how the value of a result or a field comes into being.
type Shape struct {
	Op     Op
	Kind   Kind
	N      int
	Int    int64
	Field  string
	Of     []*Shape
	Fields map[string]*Shape
	Base   string // for Fresh transports: "default" starts from net/http's finite defaults, else from zero
}

// A Set is an assignment that a function makes to a field of an argument.
type Set struct {
	Arg   int
	Field string
	Value *Shape
}

// A Send is a request that a function makes.
type Send struct {
	Client *Shape // nil: through the process-wide default
	Req    *Shape // the request, or nil
	Ctx    *Shape // where there is no request object; nil is none
	URL    *Shape
	Stream bool // the answer is a stream
	Trip   bool // a single round trip of a transport: no redirects, no total timeout
	RPC    bool // a gRPC call: Client is a connection
	Again  bool // what fails, for whatever reason, is sent again as often as a field of the client says: see Retries
}

// A Func is what is known of one function.
type Func struct {
	Name    string // as types.Func.FullName gives it, without type arguments
	Results []*Shape
	Sets    []Set
	Send    *Send
	Calls   []int // arguments that are functions and are called before it returns
	Spawns  bool  // calls them in goroutines of their own
	Once    bool  // calls them unless it, or another call of it, has called them before
	Exits   bool  // never returns
	Delay   bool  // waits for the duration that is argument 0, or makes a timer for it
	Enter   Kind  // Breaker or Bulkhead: Entered, or argument 0, is entered
	Entered *Shape
	Pool    *Shape // the size that a database pool, which is argument 0, is given
	Opaque  bool   // nothing more is known of its results, and it keeps none of its arguments
	Timeout bool   // a middleware that gives inbound requests a deadline
}

// A Type is what is known of one type.
type Type struct {
	Name   string // import path, dot, name
	Kind   Kind
	Names  map[string]string // of a Client or Wrapper: what its fields are called in net/http, where the names differ
	Fields F                 // of a Client, Wrapper or Retryable: what fields are that nothing was assigned to, by their names in net/http
	Plain  bool              // a round tripper that sets no deadlines; its limits are not judged
}

// A Var is what is known of one package-level variable.
type Var struct {
	Name  string
	Shape *Shape
}

var (
	funcs = index(funcRows, func(f *Func) string { return f.Name })
	kinds = index(typeRows, func(t *Type) string { return t.Name })
	vars  = index(varRows, func(v *Var) string { return v.Name })
	paths = packagePaths()

	funcNames     = lastNames() // of the functions and methods in rows: most need no closer look
	clientMethods = methodsOf("(*net/http.Client).")
)

// lastNames are the names of the functions and methods that rows speak of, without what they belong to.
func lastNames() map[string]bool {
	names := make(map[string]bool)
	for name := range funcs {
		names[name[strings.LastIndexByte(name, '.')+1:]] = true
	}
	return names
}

// methodsOf are the rows whose names begin with a receiver, by the name of the method.
func methodsOf(receiver string) map[string]*Func {
	out := make(map[string]*Func)
	for name, row := range funcs {
		if method, ok := strings.CutPrefix(name, receiver); ok {
			out[method] = row
		}
	}
	return out
}

func index[T any](tables [][]T, key func(*T) string) map[string]*T {
	m := make(map[string]*T)
	for _, rows := range tables {
		for i := range rows {
			m[key(&rows[i])] = &rows[i]
		}
	}
	return m
}

// LookupFunc returns what is known of a function or method, or nil.
func LookupFunc(f *types.Func) *Func {
	if f.Pkg() == nil || !funcNames[f.Name()] || !paths[f.Pkg().Path()] {
		return nil
	}
	return funcs[plainName(f.Origin().FullName())]
}

// SendsFrom reports whether a function of the package at path is known to send through the client in a field of what it
// is handed: the requests are those of its calls.
func SendsFrom(path, field string) bool {
	for name, f := range funcs {
		if f.Send == nil || f.Send.Client == nil || f.Send.Client.Op != FieldOf || f.Send.Client.Field != field {
			continue
		}
		if of := f.Send.Client.Of[0]; of.Op == Arg && strings.HasPrefix(name, path+".") {
			return true
		}
	}
	return false
}

// LookupMethod returns what is known of an interface's method that has the name and signature of one of http.Client's:
// code that sends through such an interface mostly sends through a client. It is nil for any other.
func LookupMethod(f *types.Func) *Func {
	row := clientMethods[f.Name()]
	if row == nil || row.Send == nil {
		return nil
	}
	sig := f.Signature()
	if sig.Recv() == nil || !types.IsInterface(sig.Recv().Type()) || sig.Params().Len() == 0 || sig.Results().Len() != 2 || KindOf(sig.Results().At(0).Type()) != Response {
		return nil
	}
	first := sig.Params().At(0).Type()
	if row.Send.Req != nil && KindOf(first) == Request && sig.Params().Len() == 1 {
		return row
	}
	if b, ok := first.Underlying().(*types.Basic); ok && b.Kind() == types.String && row.Send.URL != nil {
		return row
	}
	return nil
}

// LookupVar returns what is known of a package-level variable, or nil.
func LookupVar(v *types.Var) *Var {
	if v.Pkg() == nil || !paths[v.Pkg().Path()] {
		return nil
	}
	return vars[v.Pkg().Path()+"."+v.Name()]
}

// KindOf returns the kind of a type or of what it points to.
func KindOf(t types.Type) Kind {
	if row := LookupType(t); row != nil {
		return row.Kind
	}
	if n := declared(t); n != nil {
		return kindBehind(n)
	}
	return None
}

// LookupType returns what is known of a type, or of what it points to, or nil.
func LookupType(t types.Type) *Type {
	n := declared(t)
	if n == nil {
		return nil
	}
	obj := n.Origin().Obj()
	if !paths[obj.Pkg().Path()] {
		return nil
	}
	return kinds[obj.Pkg().Path()+"."+obj.Name()]
}

// Holds reports whether a type is known to hold something that matters: it has a row, or a method with one that sets a
// field of it.
func Holds(n *types.Named) bool {
	if KindOf(n) != None || LookupType(n) != nil {
		return true
	}
	obj := n.Origin().Obj()
	return obj.Pkg() != nil && paths[obj.Pkg().Path()] && holders()[obj.Pkg().Path()+"."+obj.Name()]
}

// holders are the types with methods that set fields of them, by their names.
var holders = sync.OnceValue(func() map[string]bool {
	m := make(map[string]bool)
	for name, row := range funcs {
		recv, _, method := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(name, "("), "*"), ").")
		if method && slices.ContainsFunc(row.Sets, func(s Set) bool { return s.Arg == 0 }) {
			m[recv] = true
		}
	}
	return m
})

// declared is a type that a package declares, or what is behind a pointer to one; else nil.
func declared(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return nil
	}
	return n
}

// kindBehind returns the kind of the type that a type is defined over, as in type Client http.Client: they share their
// fields, which belong to the other type's package.
func kindBehind(n *types.Named) Kind {
	s, ok := n.Underlying().(*types.Struct)
	if !ok || s.NumFields() == 0 {
		return None
	}
	pkg := s.Field(0).Pkg()
	if pkg == nil || pkg == n.Obj().Pkg() || !paths[pkg.Path()] {
		return None
	}
	for _, name := range pkg.Scope().Names() {
		if other, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && other.Type().Underlying() == s {
			return KindOf(other.Type())
		}
	}
	return None
}

// Known reports whether the catalogue has rows for the package.
func Known(path string) bool { return paths[path] }

// Outbound reports whether a mention of the object makes a package worth a closer look.
func Outbound(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Func:
		f := LookupFunc(obj)
		return f != nil && f.matters()
	case *types.Var:
		return !obj.IsField() && LookupVar(obj) != nil
	case *types.TypeName:
		switch KindOf(obj.Type()) {
		case None, Request, Response, Server, Dialer, Group, Database, Cache:
			return false
		}
		return true
	}
	return false
}

// MakesDeadline reports whether a function gives a context a deadline.
func MakesDeadline(fn *types.Func) bool {
	f := LookupFunc(fn)
	return f != nil && len(f.Results) > 0 && f.Results[0] != nil && f.Results[0].Op == Deadline
}

func (f *Func) matters() bool {
	if f.Send != nil || f.Enter != None || f.Pool != nil {
		return true
	}
	for _, r := range f.Results {
		if r.matters() {
			return true
		}
	}
	return false
}

func (s *Shape) matters() bool {
	if s == nil {
		return false
	}
	switch s.Op {
	case Fresh, Copy, Default:
		switch s.Kind {
		case None, Request, Response, Dialer, Group, Cache:
			return false
		}
		return true
	}
	return false
}

// StreamHeader reports whether a request header asks for an answer that does not end.
func StreamHeader(key, value string) bool {
	switch strings.ToLower(key) {
	case "accept":
		return strings.HasPrefix(value, "text/event-stream")
	case "upgrade":
		return strings.EqualFold(value, "websocket")
	}
	return false
}

// packagePaths lists the import paths that rows speak of.
func packagePaths() map[string]bool {
	m := make(map[string]bool)
	for name := range funcs {
		m[pathOf(name)] = true
	}
	for name := range kinds {
		m[pathOf(name)] = true
	}
	for name := range vars {
		m[pathOf(name)] = true
	}
	return m
}

// pathOf cuts the import path out of "path.Name", "(path.T).M" and "(*path.T).M".
func pathOf(name string) string {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "("), "*")
	slash := strings.LastIndex(name, "/")
	dot := strings.Index(name[slash+1:], ".")
	return name[:slash+1+dot]
}
