package catalog

import (
	"strings"
)

// Circuit breakers and bulkheads. A breaker has a Name, a bulkhead a Size, where they are known.

var breakerTypes = []Type{
	{Name: "github.com/sony/gobreaker.CircuitBreaker", Kind: Breaker},
	{Name: "github.com/sony/gobreaker.TwoStepCircuitBreaker", Kind: Breaker},
	{Name: "github.com/sony/gobreaker/v2.CircuitBreaker", Kind: Breaker},
	{Name: "github.com/sony/gobreaker/v2.TwoStepCircuitBreaker", Kind: Breaker},
	{Name: "github.com/sony/gobreaker/v2.DistributedCircuitBreaker", Kind: Breaker},
	{Name: "github.com/failsafe-go/failsafe-go/circuitbreaker.CircuitBreaker", Kind: Breaker},
	{Name: "github.com/failsafe-go/failsafe-go/bulkhead.Bulkhead", Kind: Bulkhead},
	{Name: "github.com/cep21/circuit.Circuit", Kind: Breaker},
	{Name: "github.com/cep21/circuit/v3.Circuit", Kind: Breaker},
	{Name: "github.com/cep21/circuit/v4.Circuit", Kind: Breaker},
	{Name: "golang.org/x/sync/semaphore.Weighted", Kind: Bulkhead},
	{Name: "github.com/marusama/semaphore/v2.Semaphore", Kind: Bulkhead},
}

// named is a breaker that a constructor makes with a name.
func named(name *Shape) *Shape { return fresh(Breaker, F{"Name": name}) }

// enters is a method that enters the breaker or bulkhead which is its receiver, and runs the functions among its
// arguments.
func enters(typ, method string, k Kind, calls ...int) Func {
	return Func{Name: "(" + typ + ")." + method, Enter: k, Calls: calls, Opaque: true}
}

// quiet is a method that gives a permit back, or changes or reads the state of what its receiver is.
func quiet(typ, method string) Func {
	return Func{Name: "(" + typ + ")." + method, Opaque: true}
}

// gobreakerRows are the functions of one version of sony/gobreaker.
func gobreakerRows(path string) []Func {
	settings := func(n int) *Shape { return field(arg(n), "Name") }
	return []Func{
		{Name: path + ".NewCircuitBreaker", Results: results(named(settings(0)))},
		{Name: path + ".NewTwoStepCircuitBreaker", Results: results(named(settings(0)))},
		{Name: path + ".NewDistributedCircuitBreaker", Results: results(named(settings(1)), unknown)},
		enters("*"+path+".CircuitBreaker", "Execute", Breaker, 1),
		enters("*"+path+".TwoStepCircuitBreaker", "Allow", Breaker),
		enters("*"+path+".DistributedCircuitBreaker", "Execute", Breaker, 1),
		quiet("*"+path+".CircuitBreaker", "State"), quiet("*"+path+".CircuitBreaker", "Counts"), quiet("*"+path+".CircuitBreaker", "Name"),
	}
}

// circuitRows are the functions of one version of cep21/circuit.
func circuitRows(path string) []Func {
	t := "*" + path + ".Circuit"
	rows := []Func{
		{Name: path + ".NewCircuitFromConfig", Results: results(named(arg(0)))},
		{Name: "(*" + path + ".Manager).CreateCircuit", Results: results(named(arg(1)), unknown)},
		{Name: "(*" + path + ".Manager).MustCreateCircuit", Results: results(named(arg(1)))},
		{Name: "(*" + path + ".Manager).GetCircuit", Results: results(&Shape{Op: Named, Field: path, Of: []*Shape{arg(1)}})},
		enters(t, "Execute", Breaker, 2, 3), enters(t, "Run", Breaker, 2), enters(t, "Go", Breaker, 2, 3),
	}
	return rows
}

const (
	hystrix  = "github.com/afex/hystrix-go/hystrix"
	failsafe = "github.com/failsafe-go/failsafe-go"
)

// hystrixRow is a function that runs a command: breakers are shared by name.
func hystrixRow(name string, n int, calls ...int) Func {
	return Func{Name: hystrix + "." + name, Enter: Breaker, Calls: calls, Opaque: true,
		Entered: &Shape{Op: Named, Field: hystrix, Of: []*Shape{arg(n)}}}
}

var breakerFuncs = join(
	gobreakerRows("github.com/sony/gobreaker"), gobreakerRows("github.com/sony/gobreaker/v2"),
	circuitRows("github.com/cep21/circuit"), circuitRows("github.com/cep21/circuit/v3"), circuitRows("github.com/cep21/circuit/v4"),
	[]Func{
		hystrixRow("Do", 0, 1, 2), hystrixRow("Go", 0, 1, 2), hystrixRow("DoC", 1, 2, 3), hystrixRow("GoC", 1, 2, 3),

		{Name: failsafe + "/circuitbreaker.NewWithDefaults", Results: results(named(unknown))},
		{Name: failsafe + "/circuitbreaker.WithDefaults", Results: results(named(unknown))},
		{Name: "(" + failsafe + "/circuitbreaker.Builder).Build", Results: results(named(unknown))},
		{Name: "(" + failsafe + "/circuitbreaker.CircuitBreakerBuilder).Build", Results: results(named(unknown))},
		{Name: failsafe + "/bulkhead.New", Results: results(fresh(Bulkhead, F{"Size": arg(0)}))},
		{Name: failsafe + "/bulkhead.With", Results: results(fresh(Bulkhead, F{"Size": arg(0)}))},
		{Name: failsafe + ".With", Results: results(fresh(None, F{"policies": elem(0)}))},
		{Name: failsafe + ".WithAny", Results: results(fresh(None, F{"policies": arg(0)}))},
		{Name: failsafe + ".NewExecutor", Results: results(fresh(None, F{"policies": elem(0)}))},
		enters(failsafe+"/circuitbreaker.CircuitBreaker", "TryAcquirePermit", Breaker),
		enters(failsafe+"/bulkhead.Bulkhead", "AcquirePermit", Bulkhead),
		enters(failsafe+"/bulkhead.Bulkhead", "AcquirePermitWithMaxWait", Bulkhead),
		enters(failsafe+"/bulkhead.Bulkhead", "TryAcquirePermit", Bulkhead),
		quiet(failsafe+"/bulkhead.Bulkhead", "ReleasePermit"),

		wrapFunc(failsafe + "/failsafehttp.NewRoundTripper"),
		wrapFunc(failsafe + "/failsafehttp.NewRoundTripperWithExecutor"),
		wrapFunc(failsafe + "/failsafehttp.NewRoundTripperWithLevel"),
		failsafeRequest("NewRequest", elem(2)),
		failsafeRequest("NewRequestWithExecutor", field(arg(2), "policies")),
		{Name: "(*" + failsafe + "/failsafehttp.Request).Do", Enter: Breaker, Entered: field(arg(0), "policies"),
			Send: &Send{Client: field(arg(0), "client"), Req: field(arg(0), "request")}, Results: results(unknown, unknown)},

		{Name: "github.com/marusama/semaphore/v2.New", Results: results(fresh(Bulkhead, F{"Size": arg(0)}))},
		enters("github.com/marusama/semaphore/v2.Semaphore", "Acquire", Bulkhead),
		enters("github.com/marusama/semaphore/v2.Semaphore", "TryAcquire", Bulkhead),
		quiet("github.com/marusama/semaphore/v2.Semaphore", "Release"),

		{Name: "golang.org/x/sync/semaphore.NewWeighted", Results: results(fresh(Bulkhead, F{"Size": arg(0)}))},
		enters("*golang.org/x/sync/semaphore.Weighted", "Acquire", Bulkhead),
		enters("*golang.org/x/sync/semaphore.Weighted", "TryAcquire", Bulkhead),
		quiet("*golang.org/x/sync/semaphore.Weighted", "Release"),
	},
	executorRows(), bulkheadRows("NewBuilder", "Builder", "OnAcquired", "OnReleased"), bulkheadRows("Builder", "BulkheadBuilder"),
)

// bulkheadRows are the functions of failsafe's builder of bulkheads, in one version; more are methods that return it.
func bulkheadRows(maker, builder string, more ...string) []Func {
	const path = failsafe + "/bulkhead."
	rows := []Func{
		{Name: path + maker, Results: results(fresh(None, F{"Size": arg(0)}))},
		{Name: "(" + path + builder + ").Build", Results: results(fresh(Bulkhead, F{"Size": field(arg(0), "Size")}))},
	}
	for _, m := range append(more, "WithMaxWaitTime", "OnFull") {
		rows = append(rows, Func{Name: "(" + path + builder + ")." + m, Results: results(arg(0))})
	}
	return rows
}

// failsafeRequest is a function that makes a request which is sent through policies.
func failsafeRequest(name string, policies *Shape) Func {
	return Func{Name: failsafe + "/failsafehttp." + name, Results: results(
		fresh(None, F{"request": arg(0), "client": arg(1), "policies": policies}))}
}

// executorRows are the methods through which a failsafe executor enters its policies, and those that make another one
// with at least the same.
func executorRows() []Func {
	var rows []Func
	for _, m := range []string{"WithContext", "OnDone", "OnSuccess", "OnFailure", "Compose", "ComposeAny"} {
		rows = append(rows, Func{Name: "(" + failsafe + ".Executor)." + m, Results: results(arg(0))})
	}
	for _, m := range []string{"Run", "RunWithExecution", "RunAsync", "RunAsyncWithExecution", "Get", "GetWithExecution", "GetAsync",
		"GetAsyncWithExecution"} {
		f := enters(failsafe+".Executor", m, Breaker, 1)
		f.Entered = field(arg(0), "policies")
		rows = append(rows, f)
	}
	return rows
}

func join(lists ...[]Func) []Func {
	var out []Func
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

// plainName drops the type arguments out of a full name.
func plainName(name string) string {
	open := strings.IndexByte(name, '[')
	if open < 0 {
		return name
	}
	end := strings.LastIndexByte(name, ']')
	if end < open {
		return name
	}
	return name[:open] + name[end+1:]
}
