package limits

import (
	"fmt"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/rule"
)

const name = "reslimits"

// Checks lists what the analyzer reports.
func Checks() []*rule.Check {
	return []*rule.Check{noTimeout, sharedDefaultTransport, missingLimits, timeoutOrder, deadlineBelowTimeout, longReadTimeout}
}

// ownConstructors is what all pages say about functions that reslint cannot see into.
const ownConstructors = "`catalog.constructors` tells reslint about functions of your own that build clients or transports: which argument, " +
	"option or fixed value carries which limit. `tests` and `test-support` decide about code that exists for tests."

// fixValues says what the fixes write unless the configuration has other values.
var fixValues = func() string {
	f := config.Default().Fix
	return fmt.Sprintf("The values that fixes write are below `fix`; the defaults are `timeout: %s`, `dial-timeout: %s`, "+
		"`tls-handshake-timeout: %s`, `response-header-timeout: %s`, `idle-conn-timeout: %s`, `max-conns-per-host: %d` and "+
		"`max-idle-conns-per-host: %d`.",
		f.Timeout, f.DialTimeout, f.TLSHandshakeTimeout, f.ResponseHeaderTimeout, f.IdleConnTimeout, f.MaxConnsPerHost, f.MaxIdleConnsPerHost)
}()

var noTimeout = &rule.Check{
	Name: "no-timeout", Guide: "R-RES-TO-X1", Analyzer: name, Severity: rule.Error, Since: "0.1.0",
	Summary: "a client or gRPC connection is built, or a default client is used, and some request through it may wait for ever",
	Why: "`http.Client.Timeout` is 0 unless it is set, and 0 is no timeout. It is the one limit of net/http that covers the whole exchange: " +
		"the wait for a connection, the dial, every redirect, the request, the headers of the answer and the reading of its body. The timer " +
		"goes on after `Do` has returned and interrupts a read of the body.\n\n" +
		"Without it `http.DefaultTransport` bounds two phases only: each dial by 30 s and each TLS handshake by 10 s. Nothing bounds the wait " +
		"for the headers (`ResponseHeaderTimeout` is 0) or for the next byte of the body. A system that takes the connection and then says " +
		"nothing holds the goroutine that called it, and with it the permit, the database connection or the inbound request that this " +
		"goroutine holds, for as long as the peer's kernel answers TCP keep-alives: for ever. A timeout of the dialer changes none of that.\n\n" +
		"A deadline in the request's context bounds the exchange as `Timeout` does, so a client whose every request gets one on the way to " +
		"the call is not reported. `http.Get`, `http.Head`, `http.Post` and `http.PostForm` take no context and go through " +
		"`http.DefaultClient`, which has no timeout and cannot be given one without changing it for every other package.\n\n" +
		"The finding is a warning where every request carries a context that the package was handed, because then only its callers' good " +
		"will bounds it. A client that is handed to another module (a parameter, an option or a field of its types) makes its requests there: they " +
		"count as carrying the contexts with which the package calls that module, or else contexts of callers where that module takes any, and " +
		"the finding is an error where it takes none. A stream (server-sent events, a watch, a websocket, a reverse proxy) cannot have a total timeout, since that would cut it: " +
		"with a dial timeout and `ResponseHeaderTimeout` set it gets a note, and a total timeout on a client that serves a stream is a warning.\n\n" +
		"A client whose round tripper cannot be seen through (a parameter, an interface's method, a library that is not known) is not " +
		"reported: the round tripper may give each request a deadline. A function such as `http.Get` that is used as a value is reported " +
		"where it is named.\n\n" +
		"A gRPC connection has no timeout: `grpc.WithTimeout` and the context of `grpc.DialContext` bound the dial, and keep-alives notice a " +
		"peer that is gone, not one that does not answer. What bounds an RPC is the deadline of its context, which gRPC also tells the server. " +
		"So a connection is reported, where it is built or where a function of another package yields it, when the package, or one that it hands the connection to, calls an RPC over it " +
		"without a deadline; and with a warning when all that is known to bound some RPC is a context that callers handed in. The methods of generated clients " +
		"and `Invoke` are RPCs; streams are not asked for a deadline, and neither are calls in generated code. A connection whose " +
		"RPCs are not seen is not reported, nor is one that has an interceptor of unary calls that may give them a deadline, a service config with timeouts, " +
		"or options that cannot be seen, since all of these may bound RPCs, nor one to a constant target in the process or on the loopback interface, or of the scheme `xds`, whose " +
		"control plane may send timeouts.",
	Bad: `package sber

import "net/http"

// NewClient returns the client of the payment provider.
func NewClient(transport *http.Transport) *http.Client {
	return &http.Client{Transport: transport}
}
`,
	Good: `package sber

import (
	"net/http"
	"time"
)

// NewClient returns the client of the payment provider.
func NewClient(transport *http.Transport) *http.Client {
	return &http.Client{Transport: transport, Timeout: 10 * time.Second}
}
`,
	HowToFix: "Set `Timeout` where the client is built, to the longest that a whole call may take, body included. A call that needs less gets a " +
		"context with a deadline of its own, which then acts first. Replace `http.Get` and its like by a client of the system.\n\n" +
		"A client of golang.org/x/oauth2 takes transport and, since v0.28.0, timeout from the client that its context has, and from `http.DefaultClient` where " +
		"the context has none. Put the system's client there on every path:\n\n" +
		"```go\nctx = context.WithValue(ctx, oauth2.HTTPClient, client)\n```\n\n" +
		"For a stream leave `Timeout` at 0, set the dialer's timeout, `TLSHandshakeTimeout` and `ResponseHeaderTimeout`, and end a stream that " +
		"has been silent for too long by cancelling its context.\n\n" +
		"For gRPC make the deadline where the RPC is called, or for all methods at once in the service config of the connection:\n\n" +
		"```go\ngrpc.WithDefaultServiceConfig(`{\"methodConfig\": [{\"name\": [{}], \"timeout\": \"5s\"}]}`)\n```\n\n" +
		"The fix writes `Timeout` into the literal of a client that serves no stream, whose calls have no deadlines of their own and all of whose " +
		"users are in the package: none for a client that an exported function returns, an exported field or variable holds, or code of another package, " +
		"a function value or a method of an interface is handed. A total timeout includes the reading of the body, so there is none either where " +
		"an answer or its body is returned to callers that are not seen, kept, or copied to anything but memory. For these, bound the phases in " +
		"the transport, and give each call that is short a context with a deadline. The fix replaces " +
		"`http.Get` and its like where the method's receiver holds exactly one client, which has a timeout and is meant for the same address.",
	Configure: fixValues + "\n\n" + ownConstructors,
}

var sharedDefaultTransport = &rule.Check{
	Name: "shared-default-transport", Guide: "R-RES-ISO-X2", Analyzer: name, Severity: rule.Warning, Since: "0.1.0",
	Summary: "the client's connections come from the process-wide http.DefaultTransport",
	Why: "In Go the connection pool lives in `http.Transport`, not in `http.Client`. A client with a nil `Transport` uses " +
		"`http.DefaultTransport`, so two such clients are two timeouts over one pool.\n\n" +
		"Connections are kept per scheme, host and port, so a slow system does not take the connections of a healthy one. What all users of " +
		"the default transport do share:\n\n" +
		"- its idle pool: `MaxIdleConns` is 100 over all hosts, and the connection that has idled longest makes room. After a burst to one " +
		"system the others dial and shake hands again. `CloseIdleConnections` of any client closes them all.\n" +
		"- its TLS and proxy settings: a certificate or proxy for one system is one for all.\n" +
		"- its limits, which it lacks: `MaxConnsPerHost` and `ResponseHeaderTimeout` are 0, no limit, and only two idle connections a host " +
		"are kept (`http.DefaultMaxIdleConnsPerHost`). They cannot be set for one system alone.\n" +
		"- one host, behind an egress proxy or gateway: where all systems are called at the gateway's address, or plain HTTP goes through a " +
		"proxy, all requests have the same host to the transport. Then a limit per host is one limit for all systems, and a slow " +
		"one does take the connections of the others.\n\n" +
		"Any package of the process, a dependency too, can change `http.DefaultTransport`, or replace it.",
	Bad: `package sber

import (
	"net/http"
	"time"
)

// NewClient returns the client of the payment provider.
func NewClient() *http.Client {
	return &http.Client{Timeout: 10 * time.Second}
}
`,
	Good: `package sber

import (
	"net"
	"net/http"
	"time"
)

// NewClient returns the client of the payment provider, over a pool of its own.
func NewClient() *http.Client {
	return &http.Client{
		Timeout: 10 * time.Second,
		Transport: &http.Transport{
			Proxy:                 http.ProxyFromEnvironment,
			DialContext:           (&net.Dialer{Timeout: 2 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
			ForceAttemptHTTP2:     true,
			MaxConnsPerHost:       20,
			MaxIdleConnsPerHost:   10,
			IdleConnTimeout:       90 * time.Second,
			TLSHandshakeTimeout:   2 * time.Second,
			ResponseHeaderTimeout: 5 * time.Second,
		},
	}
}
`,
	HowToFix: "Give each system a transport of its own, built once and bounded, beside its client, breaker, bulkhead and settings section. " +
		"Start from the literal above or from `http.DefaultTransport.(*http.Transport).Clone()`, which keeps the proxy, the finite defaults and " +
		"HTTP/2, and set at least `MaxConnsPerHost`. The type assertion panics where something has wrapped the default transport: assert with " +
		"`, ok` in a library. A client of golang.org/x/oauth2 gets the transport of the client under `oauth2.HTTPClient` in its context: see `no-timeout`.\n\n" +
		"There is no fix: how many connections a system may have, and which clients belong to one system, only you know.",
	Configure: ownConstructors,
}

var missingLimits = &rule.Check{
	Name: "missing-limits", Guide: "R-RES-ISO-X2", Analyzer: name, Severity: rule.Warning, Since: "0.1.0",
	Summary: "the client has a transport of its own and it is not bounded",
	Why: "What the zero values of an `http.Transport` mean:\n\n" +
		"- `MaxConnsPerHost: 0` is no limit. When the system slows down, each call that waits holds a connection and the next call dials " +
		"another: connections, file descriptors and goroutines grow with the load, on both sides, until one of the two gives in. With a limit, " +
		"calls beyond it queue inside the transport until a connection is free. The limit counts connections being dialled, in use and idle, " +
		"and it is per host: a client of three hosts may have three times as many. The queue has no limit itself and ends by " +
		"the context's deadline or `Client.Timeout` only, so a bulkhead belongs in front of it.\n" +
		"- `MaxIdleConnsPerHost: 0` is 2 (`http.DefaultMaxIdleConnsPerHost`). With more calls at once the third connection is closed after " +
		"its call and dialled again for the next, each time with a TLS handshake.\n" +
		"- `IdleConnTimeout: 0` keeps idle connections until the peer closes them. Behind a load balancer that forgets them silently the next " +
		"call finds a dead connection, and a transport that is dropped keeps its file descriptors and two goroutines a connection.\n" +
		"- `TLSHandshakeTimeout: 0` and a dialer without a timeout leave connecting to the operating system, which gives up a dial after " +
		"minutes and a handshake never. A dial may go on after the request that asked for it has given up, so `Client.Timeout` does not bound it.\n" +
		"- `ResponseHeaderTimeout: 0` waits for the answer to begin until the whole call is over. It runs from the moment the request is " +
		"written until the headers are there; neither dialing nor the body is included.\n\n" +
		"A clone of the default transport has a dial timeout of 30 s, a TLS timeout of 10 s and an idle timeout of 90 s; only " +
		"`MaxConnsPerHost` and `ResponseHeaderTimeout` are still unbounded there. `DisableKeepAlives` makes the idle limits moot.\n\n" +
		"`MaxConnsPerHost: 0`, written out, is taken for a decision: it gets a note. Under HTTP/2 one connection carries many calls, so there " +
		"the bulkhead alone bounds the calls.",
	Bad: `package sber

import (
	"net/http"
	"time"
)

// NewClient returns the client of the payment provider.
func NewClient() *http.Client {
	return &http.Client{
		Timeout:   10 * time.Second,
		Transport: &http.Transport{Proxy: http.ProxyFromEnvironment},
	}
}
`,
	Good: `package sber

import (
	"net"
	"net/http"
	"time"
)

// NewClient returns the client of the payment provider.
func NewClient() *http.Client {
	return &http.Client{
		Timeout: 10 * time.Second,
		Transport: &http.Transport{
			Proxy:                 http.ProxyFromEnvironment,
			DialContext:           (&net.Dialer{Timeout: 2 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
			ForceAttemptHTTP2:     true,
			MaxConnsPerHost:       20,
			MaxIdleConnsPerHost:   10,
			IdleConnTimeout:       90 * time.Second,
			TLSHandshakeTimeout:   2 * time.Second,
			ResponseHeaderTimeout: 5 * time.Second,
		},
	}
}
`,
	HowToFix: "Set every field that the finding names. `MaxConnsPerHost` is 1.2 to 1.5 times the number of calls that the system's bulkhead lets " +
		"in, `MaxIdleConnsPerHost` what it needs between bursts.\n\n" +
		"Mind HTTP/2: a literal with `DialContext`, `Dial`, `DialTLSContext` or `TLSClientConfig` speaks HTTP/1.1 only, without a word, unless " +
		"`ForceAttemptHTTP2` is set. A clone of the default transport has it set.\n\n" +
		"The fix writes the missing fields into a literal, and `ForceAttemptHTTP2` where its dialer would turn HTTP/2 off; it leaves HTTP/2 off " +
		"where it was off. A timeout of the client that is shorter than a value it would write takes that value's place, and so does a dial timeout that is longer than the `ResponseHeaderTimeout` it would write. For a clone that " +
		"a statement assigns to a variable it sets `MaxConnsPerHost` in the next line.",
	Configure: fixValues + "\n\n" + ownConstructors,
}

var timeoutOrder = &rule.Check{
	Name: "timeout-order", Guide: "R-RES-TO-X2", Analyzer: name, Severity: rule.Error, Since: "0.1.0",
	Summary: "known values contradict connect < read < total",
	Why: "Connect is the timeout of the dialer, read is `http.Transport.ResponseHeaderTimeout`, total is `http.Client.Timeout`. The total runs " +
		"from the start of the call and includes the other two, so one that is not shorter can never act. Then every failure is the " +
		"total timeout: nobody can tell from the error whether the system is down, slow to answer or slow to send, and one phase may use up " +
		"the time of all, so that nothing is left to retry or to read the body. A connection that takes longer than an answer may " +
		"take is a dead host: waiting for it only holds the permit.\n\n" +
		"Only values that are known and written by the program count: constants, and variables that are never assigned. Equal values are in " +
		"order, and so is one variable used twice. What a clone has from the default transport is not compared.",
	Bad: `package sber

import (
	"net"
	"net/http"
	"time"
)

// NewClient returns the client of the payment provider.
func NewClient() *http.Client {
	return &http.Client{
		Timeout: 10 * time.Second,
		Transport: &http.Transport{
			DialContext:           (&net.Dialer{Timeout: 2 * time.Second}).DialContext,
			ForceAttemptHTTP2:     true,
			MaxConnsPerHost:       20,
			MaxIdleConnsPerHost:   10,
			IdleConnTimeout:       90 * time.Second,
			TLSHandshakeTimeout:   2 * time.Second,
			ResponseHeaderTimeout: 30 * time.Second,
		},
	}
}
`,
	Good: `package sber

import (
	"net"
	"net/http"
	"time"
)

// NewClient returns the client of the payment provider.
func NewClient() *http.Client {
	return &http.Client{
		Timeout: 10 * time.Second,
		Transport: &http.Transport{
			DialContext:           (&net.Dialer{Timeout: 2 * time.Second}).DialContext,
			ForceAttemptHTTP2:     true,
			MaxConnsPerHost:       20,
			MaxIdleConnsPerHost:   10,
			IdleConnTimeout:       90 * time.Second,
			TLSHandshakeTimeout:   2 * time.Second,
			ResponseHeaderTimeout: 5 * time.Second,
		},
	}
}
`,
	HowToFix: "Start from the total that the caller can bear. Give the answer's headers about half of it, and the dial a fifth: inside a data " +
		"centre a connection stands after milliseconds, so 1 to 2 s are generous. There is no fix, because only you know which of the two " +
		"values is the wrong one.",
	Configure: ownConstructors,
}

var deadlineBelowTimeout = &rule.Check{
	Name: "deadline-below-timeout", Guide: "R-RES-TO-3", Analyzer: name, Severity: rule.Note, Since: "0.1.0",
	Summary: "a known deadline around a call is shorter than the client's own timeout, or leaves no time for the attempts made under it",
	Why: "The shorter of two limits acts. Where the context's deadline is the shorter one, `Client.Timeout` never does for this call: the " +
		"call always ends with `context.DeadlineExceeded`, as it does when the caller's own time is up, and whoever reads the error, or the " +
		"breaker that counts it, cannot tell a slow system from an impatient caller. An inner limit should act before the one around it.\n\n" +
		"Where a call is tried several times under one deadline, the attempts and the waits between them must fit into it. If they do not, the " +
		"last ones are cut off or never made, although the code counts on them. `Client.Timeout` is per call of `Do`, not for all attempts " +
		"together; this is a warning. It counts the attempts of loops, and those that `RetryMax` of retryablehttp and `SetRetryCount` of resty ask for " +
		"where the program leaves it to the library what is sent again.\n\n" +
		"Both values, and the number of attempts, must be known constants.",
	Bad: `package sber

import (
	"context"
	"net/http"
	"time"
)

// An Adapter talks to the payment provider.
type Adapter struct{ client *http.Client }

// New returns an adapter over the provider's transport.
func New(transport *http.Transport) *Adapter {
	return &Adapter{client: &http.Client{Transport: transport, Timeout: 30 * time.Second}}
}

// Ping reports whether the provider answers.
func (a *Adapter) Ping(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
`,
	Good: `package sber

import (
	"context"
	"net/http"
	"time"
)

// An Adapter talks to the payment provider.
type Adapter struct{ client *http.Client }

// New returns an adapter over the provider's transport.
func New(transport *http.Transport) *Adapter {
	return &Adapter{client: &http.Client{Transport: transport, Timeout: 4 * time.Second}}
}

// Ping reports whether the provider answers.
func (a *Adapter) Ping(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
`,
	HowToFix: "Lower the client's timeout below the deadlines around its calls, raise the deadline, or try fewer times. Where one call is meant to " +
		"have less time than the others of the same client, the deadline is right: turn the check off for it with a reason.",
	Configure: ownConstructors,
}

var longReadTimeout = &rule.Check{
	Name: "long-read-timeout", Guide: "R-RES-TO-X3", Analyzer: name, Severity: rule.Note, Since: "0.1.0",
	Summary: "a known read timeout is over 60 s",
	Why: "The read timeout is `http.Transport.ResponseHeaderTimeout`: from the moment the request is written until the headers of the answer are " +
		"there. A system that has not begun to answer after a minute mostly never will, and until then the call holds a connection, a permit " +
		"and a goroutine. With 20 connections and a read timeout of two minutes, a system that has stopped answering is found out at a " +
		"rate of ten calls a minute. Most of those who wait have given up long before: load balancers and browsers do after 30 to 60 s.\n\n" +
		"The body is not included, so a long download needs no long read timeout.",
	Bad: `package sber

import (
	"net"
	"net/http"
	"time"
)

// NewClient returns the client of the payment provider.
func NewClient() *http.Client {
	return &http.Client{
		Timeout: 5 * time.Minute,
		Transport: &http.Transport{
			DialContext:           (&net.Dialer{Timeout: 2 * time.Second}).DialContext,
			ForceAttemptHTTP2:     true,
			MaxConnsPerHost:       20,
			MaxIdleConnsPerHost:   10,
			IdleConnTimeout:       90 * time.Second,
			TLSHandshakeTimeout:   2 * time.Second,
			ResponseHeaderTimeout: 2 * time.Minute,
		},
	}
}
`,
	Good: `package sber

import (
	"net"
	"net/http"
	"time"
)

// NewClient returns the client of the payment provider.
func NewClient() *http.Client {
	return &http.Client{
		Timeout: 5 * time.Minute,
		Transport: &http.Transport{
			DialContext:           (&net.Dialer{Timeout: 2 * time.Second}).DialContext,
			ForceAttemptHTTP2:     true,
			MaxConnsPerHost:       20,
			MaxIdleConnsPerHost:   10,
			IdleConnTimeout:       90 * time.Second,
			TLSHandshakeTimeout:   2 * time.Second,
			ResponseHeaderTimeout: 15 * time.Second,
		},
	}
}
`,
	HowToFix: "Set a read timeout that an interactive call can bear. Work that takes the system minutes belongs into a job: start it with one call, " +
		"and ask for its outcome with others, or be told.",
	Configure: ownConstructors,
}
