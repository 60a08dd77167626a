package catalog

import "time"

var typeRows = [][]Type{netTypes, libraryTypes, grpcTypes, restyTypes, fasthttpTypes, breakerTypes, databaseTypes}
var funcRows = [][]Func{netFuncs, contextFuncs, standardFuncs, libraryFuncs, grpcFuncs, interceptorFuncs, restyFuncs, fasthttpFuncs, breakerFuncs, databaseFuncs, runtimeFuncs}
var varRows = [][]Var{netVars, interceptorVars}

var netTypes = []Type{
	{Name: "net/http.Client", Kind: Client},
	{Name: "net/http.Transport", Kind: Transport},
	{Name: "net/http.Request", Kind: Request},
	{Name: "net/http.Response", Kind: Response},
	{Name: "net/http.Server", Kind: Server},
	{Name: "net/http/httputil.ReverseProxy", Kind: ReverseProxy},
	{Name: "net.Dialer", Kind: Dialer},
}

var netVars = []Var{
	{"net/http.DefaultClient", &Shape{Op: Default, Kind: Client}},
	{"net/http.DefaultTransport", &Shape{Op: Default, Kind: Transport}},
}

// requestOf is a request that is being built.
func requestOf(ctx, url *Shape) *Shape {
	return fresh(Request, F{"ctx": ctx, "url": url, "Header": fresh(None, nil)})
}

var request = requestOf(noContext, arg(1))

var setsStream = []Set{{Arg: 0, Field: "stream", Value: &Shape{Op: Streams, Field: "stream", Of: []*Shape{arg(0)}}}}

var netFuncs = []Func{
	{Name: "net/http.Get", Send: &Send{URL: arg(0)}, Results: results(unknown, unknown)},
	{Name: "net/http.Head", Send: &Send{URL: arg(0)}, Results: results(unknown, unknown)},
	{Name: "net/http.Post", Send: &Send{URL: arg(0)}, Results: results(unknown, unknown)},
	{Name: "net/http.PostForm", Send: &Send{URL: arg(0)}, Results: results(unknown, unknown)},
	{Name: "(*net/http.Client).Get", Send: &Send{Client: arg(0), URL: arg(1)}, Results: results(unknown, unknown)},
	{Name: "(*net/http.Client).Head", Send: &Send{Client: arg(0), URL: arg(1)}, Results: results(unknown, unknown)},
	{Name: "(*net/http.Client).Post", Send: &Send{Client: arg(0), URL: arg(1)}, Results: results(unknown, unknown)},
	{Name: "(*net/http.Client).PostForm", Send: &Send{Client: arg(0), URL: arg(1)}, Results: results(unknown, unknown)},
	{Name: "(*net/http.Client).Do", Send: &Send{Client: arg(0), Req: arg(1)},
		Results: results(fresh(Response, F{"Request": arg(1)}), unknown)},
	{Name: "(*net/http.Transport).RoundTrip", Send: &Send{Client: arg(0), Req: arg(1), Trip: true}, Results: results(unknown, unknown)},
	{Name: "(net/http.RoundTripper).RoundTrip", Send: &Send{Client: arg(0), Req: arg(1), Trip: true}, Results: results(unknown, unknown)},
	{Name: "(*net/http.Transport).Clone", Results: results(copyOf(arg(0), nil))},
	{Name: "net/http.NewRequest", Results: results(request, unknown)},
	{Name: "net/http.NewRequestWithContext", Results: results(requestOf(arg(0), arg(2)), unknown)},
	{Name: "(*net/http.Request).WithContext", Results: results(copyOf(arg(0), F{"ctx": arg(1)}))},
	{Name: "(*net/http.Request).Clone", Results: results(copyOf(arg(0), F{"ctx": arg(1)}))},
	{Name: "(*net/http.Request).Context", Results: results(field(arg(0), "Context()"))},
	{Name: "(github.com/labstack/echo/v4.Context).Request", Results: results(fresh(Request, F{"ctx": inbound}))},
	{Name: "(net/http.Header).Set", Sets: setsStream, Results: results()},
	{Name: "(net/http.Header).Add", Sets: setsStream, Results: results()},
	{Name: "net/http/httputil.NewSingleHostReverseProxy", Results: results(fresh(ReverseProxy, nil))},
	{Name: "(*net/http/httputil.ReverseProxy).ServeHTTP", Send: &Send{Client: arg(0), Req: arg(2)}, Results: results()},
	{Name: "net/http.TimeoutHandler", Timeout: true},
	{Name: "github.com/go-chi/chi/middleware.Timeout", Timeout: true},
	{Name: "github.com/go-chi/chi/v5/middleware.Timeout", Timeout: true},
	{Name: "github.com/labstack/echo/v4/middleware.ContextTimeout", Timeout: true},
	{Name: "github.com/labstack/echo/v4/middleware.ContextTimeoutWithConfig", Timeout: true},
	{Name: "github.com/labstack/echo/v4/middleware.Timeout", Timeout: true},
	{Name: "github.com/labstack/echo/v4/middleware.TimeoutWithConfig", Timeout: true},
	{Name: "github.com/gin-contrib/timeout.New", Timeout: true},
}

var contextFuncs = []Func{
	{Name: "context.Background", Results: results(noContext)},
	{Name: "context.TODO", Results: results(noContext)},
	{Name: "context.WithCancel", Results: results(arg(0), unknown)},
	{Name: "context.WithCancelCause", Results: results(arg(0), unknown)},
	{Name: "context.WithoutCancel", Results: results(noContext)},
	{Name: "context.WithValue", Results: results(&Shape{Op: WithValue, Of: []*Shape{arg(0), arg(1), arg(2)}})},
	{Name: "context.WithTimeout", Results: results(deadline(arg(0), arg(1)), unknown)},
	{Name: "context.WithTimeoutCause", Results: results(deadline(arg(0), arg(1)), unknown)},
	{Name: "context.WithDeadline", Results: results(deadline(arg(0), arg(1)), unknown)},
	{Name: "context.WithDeadlineCause", Results: results(deadline(arg(0), arg(1)), unknown)},
	{Name: "os/signal.NotifyContext", Results: results(arg(0), unknown)},
	{Name: "golang.org/x/sync/errgroup.WithContext", Results: results(fresh(Group, nil), arg(0))},
}

// ClosesIdle is a field that clients and transports do not have: it is set where their idle connections are closed.
const ClosesIdle = "CloseIdleConnections()"

var standardFuncs = []Func{
	{Name: "(*net/http.Client).CloseIdleConnections", Results: results(), Sets: []Set{{0, ClosesIdle, &Shape{Op: Number, Int: 1}}}},
	{Name: "(*net/http.Transport).CloseIdleConnections", Results: results(), Sets: []Set{{0, ClosesIdle, &Shape{Op: Number, Int: 1}}}},
	{Name: "(*sync/atomic.Pointer).Store", Results: results(), Sets: []Set{{0, "value", arg(1)}}},
	{Name: "(*sync/atomic.Pointer).Load", Results: results(field(arg(0), "value"))},
	{Name: "(*sync/atomic.Value).Store", Results: results(), Sets: []Set{{0, "value", arg(1)}}},
	{Name: "(*sync/atomic.Value).Load", Results: results(field(arg(0), "value"))},
	{Name: "fmt.Sprintf", Results: results(&Shape{Op: Format, Of: []*Shape{arg(0)}})},
	{Name: "strings.TrimSuffix", Results: results(arg(0))},
	{Name: "strings.TrimRight", Results: results(arg(0))},
	{Name: "strings.TrimSpace", Results: results(arg(0))},
	{Name: "net/url.JoinPath", Results: results(&Shape{Op: Format, Field: "/", Of: []*Shape{arg(0)}}, unknown)},
	{Name: "net/url.Parse", Results: results(fresh(None, F{"raw": arg(0)}), unknown)},
	{Name: "(*net/url.URL).String", Results: results(field(arg(0), "raw"))},
	{Name: "(*net/url.URL).JoinPath", Results: results(copyOf(arg(0), nil))},
	{Name: "cmp.Or", Results: results(elemOr)},
	{Name: "(*sync.Once).Do", Calls: []int{1}, Once: true, Results: []*Shape{}},
	{Name: "(*sync.WaitGroup).Go", Calls: []int{1}, Spawns: true},
	{Name: "sync.OnceFunc", Results: results(arg(0))},
	{Name: "sync.OnceValue", Results: results(&Shape{Op: Memo, Of: []*Shape{arg(0)}})},
	{Name: "sync.OnceValues", Results: results(&Shape{Op: Memo, Of: []*Shape{arg(0)}})},
	// A moment is how long after now it is.
	{Name: "time.Now", Results: results(zero)},
	{Name: "(time.Time).Add", Results: results(&Shape{Op: Sum, Of: []*Shape{arg(0), arg(1)}})},
	{Name: "time.Sleep", Delay: true, Results: results()},
	{Name: "time.After", Delay: true, Results: results(unknown)},
	{Name: "time.NewTimer", Delay: true, Results: results(unknown)},
	{Name: "os.Exit", Exits: true},
	{Name: "runtime.Goexit", Exits: true},
	{Name: "log.Fatal", Exits: true},
	{Name: "log.Fatalf", Exits: true},
	{Name: "log.Fatalln", Exits: true},
	{Name: "log.Panic", Exits: true},
	{Name: "log.Panicf", Exits: true},
	{Name: "log.Panicln", Exits: true},
	{Name: "(*log.Logger).Fatal", Exits: true},
	{Name: "(*log.Logger).Fatalf", Exits: true},
	{Name: "(*log.Logger).Fatalln", Exits: true},
	{Name: "(*log.Logger).Panic", Exits: true},
	{Name: "(*log.Logger).Panicf", Exits: true},
}

// elemOr is the first of a variadic function's arguments that is not zero.
var elemOr = &Shape{Op: Or, Of: []*Shape{elem(0)}}

const (
	dialTimeout = 30 * time.Second // of the dialer that net/http, cleanhttp and resty put into their transports
)

// TransportDefaults are the finite values of http.DefaultTransport (net/http), in nanoseconds or connections.
// MaxConnsPerHost and ResponseHeaderTimeout are not among them: they are unbounded.
var TransportDefaults = map[string]int64{
	"IdleConnTimeout":     int64(90 * time.Second),
	"TLSHandshakeTimeout": int64(10 * time.Second),
	"MaxIdleConns":        100,
	"DialContext":         int64(dialTimeout),
}
