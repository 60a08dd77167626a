package catalog

// The reference runtime of this project: using it is compliant by construction, and sharing a unit is not.

const (
	runtimeUnit     = "github.com/reslint/reslint/runtime/unit"
	runtimeRegistry = "github.com/reslint/reslint/runtime/registry"
)

// unit is an isolation unit: its parts are all set, to what the settings say.
func unit(name *Shape) *Shape {
	transport := fresh(Transport, F{"MaxConnsPerHost": unknown, "MaxIdleConnsPerHost": unknown, "IdleConnTimeout": unknown,
		"TLSHandshakeTimeout": unknown, "ResponseHeaderTimeout": unknown, "DialContext": unknown})
	return fresh(None, F{
		"client":   fresh(Client, F{"Timeout": unknown, "Transport": transport}),
		"breaker":  named(name),
		"bulkhead": fresh(Bulkhead, F{"Size": unknown}),
	})
}

// unitSend is a method that sends a request through the unit's bulkhead and breaker.
func unitSend(name string) Func {
	return Func{Name: "(*" + runtimeUnit + ".Unit)." + name, Enter: Breaker, Entered: field(arg(0), "breaker"),
		Send: &Send{Client: field(arg(0), "client"), Req: arg(1)}, Results: results(unknown, unknown)}
}

var runtimeFuncs = []Func{
	{Name: runtimeUnit + ".New", Results: results(unit(arg(0)), unknown)},
	{Name: "(*" + runtimeRegistry + ".Registry).Register", Results: results(unit(arg(1)), unknown)},
	unitSend("Do"),
	unitSend("Stream"),
	{Name: "(*" + runtimeUnit + ".Unit).Call", Enter: Breaker, Entered: field(arg(0), "breaker"), Calls: []int{2}, Opaque: true},
	{Name: "(*" + runtimeUnit + ".Unit).Client", Results: results(field(arg(0), "client"))},
	{Name: "(*" + runtimeUnit + ".Unit).NewRequest", Results: results(requestOf(arg(1), unknown), unknown)},
}
