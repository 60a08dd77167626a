package catalog

import (
	"slices"
	"time"
)

const (
	resty2 = "github.com/go-resty/resty/v2"
	resty3 = "resty.dev/v3"
)

var restyTypes = []Type{
	{Name: resty2 + ".Client", Kind: Client},
	{Name: resty3 + ".Client", Kind: Client},
	{Name: resty2 + ".Request", Kind: Request},
	{Name: resty3 + ".Request", Kind: Request},
}

var restyFuncs = slices.Concat(
	restyRows(resty2),
	restyRows(resty3),
	[]Func{
		restySetter(resty2, "SetHostURL", "BaseURL"),
		restySetter(resty2, "SetRetryCount", "RetryCount"),
		restySetter(resty2, "AddRetryCondition", "RetryConditions"),
		restySetter(resty2, "AddRetryAfterErrorCondition", "RetryConditions"),
		{Name: "(*" + resty2 + ".Request).AddRetryCondition", Sets: []Set{{0, "RetryConditions", arg(1)}}, Results: results(arg(0))},
		{Name: "(*" + resty2 + ".Client).GetClient", Results: results(arg(0))},

		{Name: "(*" + resty3 + ".Client).Client", Results: results(arg(0))},
		{Name: resty3 + ".NewWithDialer", Results: results(restyClient(cleanTransport()))},
		{Name: resty3 + ".NewWithLocalAddr", Results: results(restyClient(cleanTransport()))},
		{Name: resty3 + ".NewWithTransportSettings", Results: results(restyClient(restyTransport(arg(0))))},
		{Name: resty3 + ".NewWithDialerAndTransportSettings", Results: results(restyClient(restyTransport(arg(1))))},
		{Name: "(*" + resty3 + ".Request).SetTimeout", Sets: []Set{{0, "ctx", deadline(field(arg(0), "ctx"), arg(1))}}, Results: results(arg(0))},
		restySend(resty3, "Send", nil),
	},
)

// restyRows are those that both versions have.
func restyRows(path string) []Func {
	rows := []Func{
		{Name: path + ".New", Results: results(restyClient(cleanTransport()))},
		{Name: path + ".NewWithClient", Results: results(arg(0))},
		restySetter(path, "SetTimeout", "Timeout"),
		restySetter(path, "SetTransport", "Transport"),
		restySetter(path, "SetBaseURL", "BaseURL"),
		{Name: "(*" + path + ".Client).R", Results: results(restyRequest())},
		{Name: "(*" + path + ".Client).NewRequest", Results: results(restyRequest())},
		{Name: "(*" + path + ".Request).SetContext", Sets: []Set{{0, "ctx", arg(1)}}, Results: results(arg(0))},
		restySend(path, "Execute", arg(2)),
	}
	for _, method := range []string{"Get", "Head", "Post", "Put", "Patch", "Delete", "Options"} {
		rows = append(rows, restySend(path, method, arg(1)))
	}
	return rows
}

func restyClient(transport *Shape) *Shape { return fresh(Client, F{"Transport": transport}) }

func restyRequest() *Shape { return fresh(Request, F{"client": arg(0), "ctx": noContext}) }

func restySetter(path, name, fieldName string) Func {
	return Func{
		Name:    "(*" + path + ".Client)." + name,
		Sets:    []Set{{Arg: 0, Field: fieldName, Value: arg(1)}},
		Results: results(arg(0)),
	}
}

func restySend(path, name string, url *Shape) Func {
	return Func{
		Name:    "(*" + path + ".Request)." + name,
		Send:    &Send{Client: field(arg(0), "client"), Ctx: field(arg(0), "ctx"), URL: url, Again: path == resty2},
		Results: results(unknown, unknown),
	}
}

// restyTransport is what resty makes of its transport settings, which have the names of net/http: what is zero in them is
// as in net/http's default transport, and idle connections are bounded for each CPU.
func restyTransport(settings *Shape) *Shape {
	return defaultsTransport(F{
		"MaxConnsPerHost":       field(settings, "MaxConnsPerHost"),
		"ResponseHeaderTimeout": field(settings, "ResponseHeaderTimeout"),
		"MaxIdleConnsPerHost":   or(field(settings, "MaxIdleConnsPerHost"), unknown),
		"IdleConnTimeout":       or(field(settings, "IdleConnTimeout"), number(int64(90*time.Second))),
		"TLSHandshakeTimeout":   or(field(settings, "TLSHandshakeTimeout"), number(int64(10*time.Second))),
		"DisableKeepAlives":     field(settings, "DisableKeepAlives"),
	})
}
