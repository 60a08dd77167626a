package catalog

// F is the fields of a Shape.
type F = map[string]*Shape

var (
	unknown   = &Shape{Op: Unknown}
	noContext = &Shape{Op: NoContext}
	inbound   = &Shape{Op: Inbound}
	zero      = &Shape{Op: Zero}
)

func fresh(k Kind, f F) *Shape { return &Shape{Op: Fresh, Kind: k, Fields: f} }
func arg(n int) *Shape         { return &Shape{Op: Arg, N: n} }
func elem(n int) *Shape        { return &Shape{Op: Elem, N: n} }
func number(n int64) *Shape    { return &Shape{Op: Number, Int: n} }
func or(of ...*Shape) *Shape   { return &Shape{Op: Or, Of: of} }
func field(of *Shape, name string) *Shape {
	return &Shape{Op: FieldOf, Field: name, Of: []*Shape{of}}
}
func copyOf(of *Shape, f F) *Shape { return &Shape{Op: Copy, Of: []*Shape{of}, Fields: f} }
func deadline(parent, after *Shape) *Shape {
	return &Shape{Op: Deadline, Of: []*Shape{parent, after}}
}

// wrap is a round tripper over base; a nil base is http.DefaultTransport.
func wrap(base *Shape) *Shape {
	return fresh(Wrapper, F{"Base": or(base, &Shape{Op: Default, Kind: Transport})})
}

// defaultsTransport is a transport that starts from net/http's finite defaults.
func defaultsTransport(f F) *Shape {
	return &Shape{Op: Fresh, Kind: Transport, Base: "default", Fields: f}
}

func results(r ...*Shape) []*Shape { return r }
