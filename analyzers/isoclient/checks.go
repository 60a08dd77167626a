package isoclient

import "github.com/reslint/reslint/internal/rule"

const name = "resisoclient"

// Checks lists what the analyzer reports.
func Checks() []*rule.Check {
	return []*rule.Check{sharedClient, sharedBreaker, sharedBulkhead, perCallClient, mutatedDefault}
}

// known says on the pages how systems are told apart, and how to correct that.
const known = "Two users are different systems only on evidence, and the message names it. Strongest first: `systems` in `.reslint.yaml`, " +
	"the registrable domains of constant URLs (loopback does not count), packages below a folder of `adapter-roots`, and names of adapter " +
	"types or their constructors without a word of `suffixes`. What is one system by stronger evidence is not two by weaker: the same " +
	"constant host, or one name in `systems`. The branches of an `if` or `switch`, and the token endpoint and the API of one type, are one " +
	"system. Say so in the settings where the evidence misleads:\n\n" +
	"```yaml\nsystems:\n  insurance:\n    aliases: [ins]\n    hosts: [api.insurance.example, '*.insurance.example']\n" +
	"    packages: [example.com/shop/internal/insurance/...]\n    types: [example.com/shop/pay.PolicyClient]\n```"

// measured is where the numbers come from.
const measured = "`go run ./examples/isolation` in reslint's repository measures it: two systems on loopback, 16 slots, one system " +
	"healthy at 25 ms for 8 callers, the other one hanging for 32. "

// oneUnit is how all pages about sharing say what to do.
const oneUnit = "Give each system one isolation unit: a client over a transport of its own, a breaker, a bulkhead and a settings section, " +
	"under one name, built once where the program is put together and handed to the one adapter. Share *settings* and constructors " +
	"instead of what they make. The package `github.com/reslint/reslint/runtime/unit` is such a unit, and `runtime/registry` " +
	"beside it holds one for each section of the settings, so that none is made twice:\n\n" +
	"```go\nunits, err := registry.Open(settings, unit.Options{})\n// ...\nsber, err := units.Unit(\"sber\")\nreceipt, err := units.Unit(\"receipt\")\n" +
	"pay := shop.NewSberAdapter(sber)\nprint := shop.NewReceiptAdapter(receipt)\n```\n\n"

const noFix = "There is no fix: a second unit needs limits of its own, which only you know."

// clientCode is what both examples of shared-client begin with.
const clientCode = `package shop

import (
	"net"
	"net/http"
	"time"
)

type SberAdapter struct{ client *http.Client }

func (a *SberAdapter) Pay(r *http.Request) (*http.Response, error) { return a.client.Do(r) }

type ReceiptAdapter struct{ client *http.Client }

func (a *ReceiptAdapter) Print(r *http.Request) (*http.Response, error) { return a.client.Do(r) }

func newClient(connections int) *http.Client {
	return &http.Client{
		Timeout: 10 * time.Second,
		Transport: &http.Transport{
			DialContext:           (&net.Dialer{Timeout: 2 * time.Second}).DialContext,
			ForceAttemptHTTP2:     true,
			MaxConnsPerHost:       connections,
			MaxIdleConnsPerHost:   connections,
			IdleConnTimeout:       90 * time.Second,
			TLSHandshakeTimeout:   2 * time.Second,
			ResponseHeaderTimeout: 5 * time.Second,
		},
	}
}

`

var sharedClient = &rule.Check{
	Name: "shared-client", Guide: "R-RES-ISO-X1", Analyzer: name, Severity: rule.Error, Since: "0.1.0",
	Summary: "one client, or one round tripper with state, serves two or more systems",
	Why: "Go keeps connections in `http.Transport`, for each scheme, host and port by itself, and `MaxConnsPerHost` is a limit for each " +
		"host. So a system that hangs does not take the connections of another host. What systems do share through one client:\n\n" +
		"- `Timeout`, which must then suit the slowest of them, `CheckRedirect` and the cookie jar.\n" +
		"- what the round trippers around the transport keep: a token, a rate limit, a queue, a breaker. A system that is over its rate " +
		"makes the others wait.\n" +
		"- through the transport: `MaxIdleConns`, which is over all hosts, so that a burst to one system closes the idle connections of " +
		"the others; TLS settings and certificates; the proxy; and what `CloseIdleConnections` closes.\n" +
		"- behind an egress proxy or gateway that all are called through, one host: then `MaxConnsPerHost` is one limit for all, and the " +
		"calls that hang hold all connections.\n\n" +
		measured + "With one plain transport the healthy system kept all of its throughput; with one client behind a gateway it kept " +
		"1 %, and most of its calls failed. Which of the two it is, is decided by configuration, long after the code was written. " +
		"One client cannot be sized, timed or closed for one system either.\n\n" +
		"Two clients over one plain transport share the second half of that list only: a warning, as for two base URLs of one type that are " +
		"used through one client and may be one system.",
	Bad: clientCode + `func Wire() (*SberAdapter, *ReceiptAdapter) {
	client := newClient(20)
	return &SberAdapter{client}, &ReceiptAdapter{client}
}
`,
	Good: clientCode + `func Wire() (*SberAdapter, *ReceiptAdapter) {
	return &SberAdapter{newClient(12)}, &ReceiptAdapter{newClient(8)}
}
`,
	HowToFix: oneUnit + "Where a library takes an `*http.Client` or `http.RoundTripper`, hand it that of its system's unit.\n\n" + noFix,
	Configure: known + "\n\n`catalog.constructors` and `catalog.types` tell reslint about functions and types of your own that build or wrap " +
		"clients. `tests` and `test-support` decide about code that exists for tests.",
}

// breakerCode is what both examples of shared-breaker begin with.
const breakerCode = `package shop

import (
	"net/http"

	"github.com/sony/gobreaker/v2"
)

type Breaker = gobreaker.CircuitBreaker[*http.Response]

type SberAdapter struct {
	client  *http.Client
	breaker *Breaker
}

func (a *SberAdapter) Pay(r *http.Request) (*http.Response, error) {
	return a.breaker.Execute(func() (*http.Response, error) { return a.client.Do(r) })
}

type ReceiptAdapter struct {
	client  *http.Client
	breaker *Breaker
}

func (a *ReceiptAdapter) Print(r *http.Request) (*http.Response, error) {
	return a.breaker.Execute(func() (*http.Response, error) { return a.client.Do(r) })
}

`

var sharedBreaker = &rule.Check{
	Name: "shared-breaker", Guide: "R-RES-ISO-X1", Analyzer: name, Severity: rule.Error, Since: "0.1.0",
	Summary: "one circuit breaker serves two or more systems",
	Why: "A breaker is one state and one set of counters for all who enter it. Over two systems it errs in both directions:\n\n" +
		"- it counts failures in a row, and those of the bad system open it for the good one: healthy calls fail with " +
		"`gobreaker.ErrOpenState` for as long as the bad system fails, because its probe closes nothing.\n" +
		"- it counts a rate, and the good answers of one system hide the failures of the other: it opens for neither, and protects " +
		"neither.\n\n" +
		measured + "With one breaker that opens after 6 failures in a row the healthy system kept 0 %; with one that opens at half of 50 " +
		"calls it kept 99 %, and the 16 calls that may hang did hang.\n\n" +
		"The same goes for a breaker in a middleware, in a round tripper under several clients, and for hystrix commands of one name, " +
		"which are one breaker wherever they are run.",
	Bad: breakerCode + `func Wire(sber, receipt *http.Client) (*SberAdapter, *ReceiptAdapter) {
	breaker := gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{Name: "payments"})
	return &SberAdapter{sber, breaker}, &ReceiptAdapter{receipt, breaker}
}
`,
	Good: breakerCode + `func Wire(sber, receipt *http.Client) (*SberAdapter, *ReceiptAdapter) {
	sberBreaker := gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{Name: "sber"})
	receiptBreaker := gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{Name: "receipt"})
	return &SberAdapter{sber, sberBreaker}, &ReceiptAdapter{receipt, receiptBreaker}
}
`,
	HowToFix: oneUnit + "A function that builds breakers, a map of them by system and one `gobreaker.Settings` value for all are no sharing. " +
		"In a middleware build the breaker for each client that is wrapped, not for the middleware.\n\n" + noFix,
	Configure: known + "\n\n`catalog.types` tells reslint about breakers of your own: `kind: breaker`, and which methods enter them.",
}

// bulkheadCode is what both examples of shared-bulkhead begin with.
const bulkheadCode = `package shop

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/sync/semaphore"
)

type SberAdapter struct {
	client *http.Client
	slots  *semaphore.Weighted
}

func (a *SberAdapter) Pay(r *http.Request) (*http.Response, error) { return do(a.client, a.slots, r) }

type ReceiptAdapter struct {
	client *http.Client
	slots  *semaphore.Weighted
}

func (a *ReceiptAdapter) Print(r *http.Request) (*http.Response, error) {
	return do(a.client, a.slots, r)
}

func do(c *http.Client, slots *semaphore.Weighted, r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(r.Context(), 100*time.Millisecond)
	defer cancel()
	if err := slots.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer slots.Release(1)
	return c.Do(r)
}

`

var sharedBulkhead = &rule.Check{
	Name: "shared-bulkhead", Guide: "R-RES-ISO-X1", Analyzer: name, Severity: rule.Error, Since: "0.1.0",
	Summary: "one semaphore serves two or more systems",
	Why: "This is what starves a healthy system in Go. `http.Transport` limits each host by itself, but a semaphore does not know hosts: " +
		"the calls to a system that hangs take the permits one by one and keep each for as long as the timeout lets them. When they have " +
		"all, the calls to every other system wait for a permit and fail, although those systems answer.\n\n" +
		measured + "With one semaphore of 16 the healthy system kept 4 % of its throughput, with one pool of 16 workers 3 %; with a bulkhead " +
		"each it kept all of it.\n\n" +
		"Bulkheads are `semaphore.Weighted`, those of failsafe-go, and buffered channels of empty structs that are sent to before a call. " +
		"`semaphore.Weighted` serves waiters in order, so that one that asks for much holds up all behind it, of whichever system.",
	Bad: bulkheadCode + `func Wire(sber, receipt *http.Client) (*SberAdapter, *ReceiptAdapter) {
	slots := semaphore.NewWeighted(16)
	return &SberAdapter{sber, slots}, &ReceiptAdapter{receipt, slots}
}
`,
	Good: bulkheadCode + `func Wire(sber, receipt *http.Client) (*SberAdapter, *ReceiptAdapter) {
	return &SberAdapter{sber, semaphore.NewWeighted(10)}, &ReceiptAdapter{receipt, semaphore.NewWeighted(6)}
}
`,
	HowToFix: oneUnit + "A limit over all systems, for the memory of the process say, may stand before the bulkheads, where the work comes in; " +
		"it is no bulkhead.\n\n" + noFix,
	Configure: known + "\n\n`catalog.types` tells reslint about semaphores of your own: `kind: semaphore`, and which methods acquire and release.",
}

// ownPool is what both examples of per-call-client begin with.
const ownPool = `package shop

import (
	"net"
	"net/http"
	"time"
)

func newClient() *http.Client {
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

`

var perCallClient = &rule.Check{
	Name: "per-call-client", Guide: "R-RES-ISO-1", Analyzer: name, Severity: rule.Warning, Since: "0.1.0",
	Summary: "a client over a pool of its own is built where the call is made",
	Why: "A transport is a pool of connections, and one that is built for a call is empty: the call resolves the name, dials and shakes " +
		"hands, which for TLS is two or more round trips before the first byte of the request. When the body has been read and closed, the " +
		"connection goes back into a pool that nobody will ask again. It stays open there, with two goroutines and a file descriptor, " +
		"until `IdleConnTimeout` is over. That is 0, never, in an `http.Transport` literal. Under load the process runs out of descriptors or ports; the " +
		"garbage collector does not help, because the goroutines hold the connection.\n\n" +
		"A limit such as `MaxConnsPerHost` limits nothing either: each call has a pool that it is alone in.\n\n" +
		"An `http.Client` without a transport of its own is cheap to build, since it uses one that lasts: that is no finding, and neither is a " +
		"transport with `DisableKeepAlives` or one whose idle connections the function closes.",
	Bad: ownPool + `func Pay(w http.ResponseWriter, r *http.Request) {
	client := newClient()
	resp, err := client.Get("https://api.sber.example/pay")
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	w.WriteHeader(resp.StatusCode)
}
`,
	Good: ownPool + `var client = newClient()

func Pay(w http.ResponseWriter, r *http.Request) {
	resp, err := client.Get("https://api.sber.example/pay")
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	w.WriteHeader(resp.StatusCode)
}
`,
	HowToFix: "Build the client once, where the program is put together, and keep it in the adapter or handler: `unit.New` of the package " +
		"`github.com/reslint/reslint/runtime/unit` makes the client together with its pool, breaker and bulkhead. Where it can only be built at the first call use " +
		"`sync.OnceValue`. For settings that differ by call (credentials, a timeout) put them into the request or its context, or build a " +
		"cheap client over the lasting transport:\n\n" +
		"```go\nc := &http.Client{Transport: a.transport, Timeout: timeout}\n```\n\n" +
		"A client certificate that is replaced while the program runs needs no new transport either: `GetClientCertificate` of `tls.Config` is " +
		"asked at each handshake.\n\n" +
		"There is no fix: where the client should live, only you know.",
	Configure: "`suffixes` and `adapter-roots` decide which types are adapters, whose methods are called for each request. " +
		"`catalog.constructors` tells reslint about functions of your own that build clients.",
}

var mutatedDefault = &rule.Check{
	Name: "mutated-default", Guide: "R-RES-ISO-X1", Analyzer: name, Severity: rule.Error, Since: "0.1.0",
	Summary: "what the whole process or other callers use is changed",
	Why: "`http.DefaultClient` and `http.DefaultTransport` are variables that every package of the process uses, dependencies too: SDKs, " +
		"token sources, exporters of metrics. A timeout set there cuts their streams, a limit is theirs as well, a TLS setting is one for " +
		"all systems, and `InsecureSkipVerify` turns verification off for each of them. A replaced transport takes with it the pool that others " +
		"use, and code that asserts `http.DefaultTransport.(*http.Transport)` panics once a round tripper is put there. Which of two " +
		"packages that do so wins is decided by the order of initialisation.\n\n" +
		"While requests run it is a data race too: the fields of a client or transport are read without a lock by each request. That is also " +
		"why `Timeout` and `Transport` of a client that lasts must not be set where calls are made: the value meant for one call acts on " +
		"all others that are under way or come after it.",
	Bad: `package shop

import (
	"net/http"
	"time"
)

func init() {
	http.DefaultTransport.(*http.Transport).ResponseHeaderTimeout = 5 * time.Second
}
`,
	Good: `package shop

import (
	"net/http"
	"time"
)

func newTransport() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.ResponseHeaderTimeout = 5 * time.Second
	t.MaxConnsPerHost = 20
	return t
}

// NewClient returns the client of one system.
func NewClient() *http.Client {
	return &http.Client{Transport: newTransport(), Timeout: 10 * time.Second}
}
`,
	HowToFix: "Clone the default transport and change the clone, once for each system, or take a unit's client (`github.com/reslint/reslint/runtime/unit`; its option " +
		"`Transport` sets TLS, proxy and dial function of that unit alone). For one call with another timeout use a context with a deadline, or " +
		"a copy of the client, which shares the pool:\n\n" +
		"```go\nslow := *client\nslow.Timeout = time.Minute\n```\n\n" +
		"There is no fix: the code that relies on the change has to be handed a client.",
	Configure: "Tests may change the defaults: `tests: true` reports them as well.",
}
