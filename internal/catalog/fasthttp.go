package catalog

const fasthttp = "github.com/valyala/fasthttp"

// A client of fasthttp is its own pool, with 512 connections a host, 10 s for idle ones and 3 s to dial where nothing is
// set. What has no bound of its own is the wait for an answer.
var fasthttpTypes = []Type{
	{Name: fasthttp + ".Client", Kind: Client, Names: fasthttpNames, Fields: fasthttpFields},
	{Name: fasthttp + ".HostClient", Kind: Client, Names: fasthttpNames, Fields: fasthttpFields},
	{Name: fasthttp + ".Request", Kind: Request},
	{Name: fasthttp + ".Response", Kind: Response},
}

var (
	fasthttpNames  = map[string]string{"ReadTimeout": "Timeout", "Transport": "RoundTripper"}
	fasthttpFields = F{"Transport": {Op: Pooled}}
)

var fasthttpFuncs = append([]Func{
	{Name: fasthttp + ".AcquireRequest", Results: results(fresh(Request, F{"ctx": noContext}))},
	{Name: "(*" + fasthttp + ".Request).SetRequestURI", Sets: []Set{{0, "url", arg(1)}}, Results: results()},
	{Name: "(*" + fasthttp + ".Request).SetTimeout", Sets: []Set{{0, "ctx", deadline(noContext, arg(1))}}, Results: results()},
	{Name: fasthttp + ".Do", Send: &Send{Client: libraryDefault, Req: arg(0)}, Results: results(unknown)},
	{Name: fasthttp + ".DoRedirects", Send: &Send{Client: libraryDefault, Req: arg(0)}, Results: results(unknown)},
	{Name: fasthttp + ".Get", Send: &Send{Client: libraryDefault, URL: arg(1)}, Results: results(unknown, unknown, unknown)},
	{Name: fasthttp + ".Post", Send: &Send{Client: libraryDefault, URL: arg(1)}, Results: results(unknown, unknown, unknown)},
}, append(fasthttpSends("Client"), fasthttpSends("HostClient")...)...)

// libraryDefault is the client behind a library's package-level functions: it has no timeout, and a pool of its own.
var libraryDefault = &Shape{Op: Default, Kind: Client, Fields: F{"Transport": {Op: Pooled}}}

// fasthttpSends are the methods that send a request: as it is, and with a time that bounds all of it.
func fasthttpSends(typ string) []Func {
	send := func(method string, s Send, n int) Func {
		s.Client = arg(0)
		out := make([]*Shape, n)
		for i := range out {
			out[i] = unknown
		}
		return Func{Name: "(*" + fasthttp + "." + typ + ")." + method, Send: &s, Results: out}
	}
	within := deadline(noContext, arg(3))
	until := deadline(noContext, unknown)
	url := field(arg(1), "url")
	return []Func{
		send("Do", Send{Req: arg(1)}, 1),
		send("DoRedirects", Send{Req: arg(1)}, 1),
		send("DoTimeout", Send{Ctx: within, URL: url}, 1),
		send("DoDeadline", Send{Ctx: until, URL: url}, 1),
		send("Get", Send{URL: arg(2)}, 3),
		send("Post", Send{URL: arg(2)}, 3),
		send("GetTimeout", Send{Ctx: within, URL: arg(2)}, 3),
		send("GetDeadline", Send{Ctx: until, URL: arg(2)}, 3),
	}
}
