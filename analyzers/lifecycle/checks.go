package lifecycle

import (
	"fmt"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/rule"
)

const name = "reslifecycle"

// Checks lists what the analyzer reports.
func Checks() []*rule.Check {
	return []*rule.Check{permitLeak, releaseWithoutAcquire, acquireWithoutDeadline, unboundedFanout, closeBeforeDrain, clientNotClosed, hardCodedLimits}
}

// seen is what the pages about permits say of what counts as one.
const seen = "What counts as a semaphore: `semaphore.Weighted` of golang.org/x/sync, `semaphore.Semaphore` of marusama, the bulkhead of " +
	"failsafe-go, and a buffered channel whose values say nothing and which is sent to and received from in turn: a send takes a permit and " +
	"a receive gives it back, or the other way round where a loop fills the channel first. Methods of the package's own types around one " +
	"count as well, and so does a function that takes a permit and returns the function that gives it back. Semaphores are followed within a " +
	"package, not across packages."

// ignoring is what there is to configure.
const ignoring = "Nothing changes this check but its severity, under `checks`. Where a permit is given back in a way that reslint cannot see, say so in a " +
	"`//reslint:ignore` with the reason."

// fixValues says what the fixes write unless the configuration has another value.
var fixValues = fmt.Sprintf("How long the fix waits is `fix.acquire-timeout`; the default is %s.", config.Default().Fix.AcquireTimeout)

var permitLeak = &rule.Check{
	Name: "permit-leak", Guide: "R-RES-BH-1", Analyzer: name, Severity: rule.Error, Since: "0.1.0",
	Summary: "on some path a semaphore permit is taken and never given back",
	Why: "A permit that is not given back is gone until the process ends: neither the garbage collector nor the end of the context brings it " +
		"back. Each time the forgotten path is taken the bulkhead gets smaller by one, and it is mostly the error path, so it shrinks fastest while " +
		"the system is in trouble. When the last permit is gone every call waits for ever or is rejected, the system may be healthy again, and only a restart " +
		"helps. Nothing shows it before: `semaphore.Weighted` cannot be asked how many permits are out.\n\n" +
		"All paths are followed: early returns, the branches of `switch` and `select`, loops, deferred calls and goroutines. `Acquire` holds nothing when it " +
		"returns an error. A permit may be given back by another function, by a goroutine, by a function that is " +
		"returned, or when a body is closed; then the path that hands it over is no leak, but the error paths around it may be. Paths that end the process, " +
		"and panics, are not reported. A function that takes one constant number of permits and gives back a smaller one is.\n\n" + seen,
	Bad: `package sber

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/sync/semaphore"
)

// Adapter calls the payment provider.
type Adapter struct {
	client *http.Client
	sem    *semaphore.Weighted
}

// Register opens a payment.
func (a *Adapter) Register(ctx context.Context, req *http.Request) error {
	wait, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	if err := a.sem.Acquire(wait, 1); err != nil {
		return err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return err
	}
	a.sem.Release(1)
	return resp.Body.Close()
}
`,
	Good: adapter,
	HowToFix: "Put `defer a.sem.Release(1)` right after the check of `Acquire`'s error. In a loop move the body into a function, because a deferred call " +
		"waits for the end of the function and not of the round. A permit that has to outlast the function (a body that is still being read) goes into " +
		"something with a `Close` that gives it back; give it back on the error paths before that.\n\n" +
		"The fix defers the release where the function itself gives the permit back by a plain statement after which it only returns, and nobody " +
		"else does: no goroutine, literal or other function, and not where the semaphore is handed on. It writes no `defer` into a loop.",
	Configure: ignoring,
}

// adapter is what the pages about permits show as good.
const adapter = `package sber

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/sync/semaphore"
)

// Adapter calls the payment provider.
type Adapter struct {
	client *http.Client
	sem    *semaphore.Weighted
}

// Register opens a payment.
func (a *Adapter) Register(ctx context.Context, req *http.Request) error {
	wait, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	if err := a.sem.Acquire(wait, 1); err != nil {
		return err
	}
	defer a.sem.Release(1)
	resp, err := a.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
`

var releaseWithoutAcquire = &rule.Check{
	Name: "release-without-acquire", Guide: "R-RES-BH-1", Analyzer: name, Severity: rule.Error, Since: "0.1.0",
	Summary: "a permit is given back on a path that did not get one",
	Why: "`Weighted.Acquire` returns an error and takes nothing when its context is done. A `Release` that runs all the same gives back the permit of " +
		"another call: one more call than the bulkhead allows gets in, each time the wait fails, which is when the system is already overloaded. When " +
		"no other permit is out, `Release` panics with \"semaphore: released more than held\". With a channel the receive takes the value of another call, or " +
		"blocks for ever if there is none. failsafe-go's `ReleasePermit` lets the bulkhead grow.\n\n" +
		"It happens in three ways: the error of `Acquire` or the result of `TryAcquire` is ignored; the release is deferred before the error is looked at, or before " +
		"`Acquire` is called; the error path gives back too. A deferred release after which the function gives back by hand as well is the fourth, and a " +
		"function that gives back more than the constant number it has taken the fifth.\n\n" +
		"`Acquire` with `context.Background()` cannot fail, so an ignored error is no mistake there (but see `acquire-without-deadline`). Where a " +
		"function of the program decides what the error means, nothing is reported.\n\n" + seen,
	Bad: `package sber

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/sync/semaphore"
)

// Adapter calls the payment provider.
type Adapter struct {
	client *http.Client
	sem    *semaphore.Weighted
}

// Register opens a payment.
func (a *Adapter) Register(ctx context.Context, req *http.Request) error {
	wait, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	defer a.sem.Release(1)
	if err := a.sem.Acquire(wait, 1); err != nil {
		return err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
`,
	Good: adapter,
	HowToFix: "Look at the error first, return if there is one, and defer the release after that. Give back in one place: either in the defer " +
		"or by hand, not both.\n\n" +
		"The fix moves a release that is deferred in the statement before the acquire behind its check, where the function returns if it has no permit. " +
		"Where the error of `Acquire` is ignored it returns the error, if the function's last result is one, the others are `nil`, `0`, `\"\"` or `false`, " +
		"and the function has done nothing so far that a return would leave half done.",
	Configure: ignoring,
}

var acquireWithoutDeadline = &rule.Check{
	Name: "acquire-without-deadline", Guide: "R-RES-BH-3", Analyzer: name, Severity: rule.Warning, Since: "0.1.0",
	Summary: "a permit of a semaphore that outlives the call is waited for without a bound",
	Why: "A bulkhead that is full has to say so at once. If callers queue for a permit for as long as their own context lasts, a slow system holds " +
		"their goroutines, with the memory, the inbound request and the database connection that each of them holds, and the queue has no limit. They have " +
		"waited for so long when they get in that their callers have gone.\n\n" +
		"What ends the wait of `Weighted.Acquire` is its context alone. `context.Background()`, `TODO` and `WithCancel` have no deadline; the context of an " +
		"inbound request ends when the client goes away or the handler returns, unless a timeout middleware sets a deadline; and the deadline of a context " +
		"that callers hand in is meant for the whole call, which would spend it on the queue. A send to a channel outside a `select` waits for ever. " +
		"`TryAcquire`, a `select` with `default` or with a timer, and a context with a deadline made on the way are bounded. Contexts and semaphores that are handed on " +
		"are followed through the functions of the package.\n\n" +
		"A semaphore that a function makes for its own goroutines is no bulkhead: waiting is what it is for. It gets a note if the function has a context and the wait " +
		"does not heed it. Semaphores around files, processes and computations, and channels with room for each processor, are left alone: they queue on purpose.\n\n" + seen,
	Bad: `package sber

import (
	"context"
	"net/http"

	"golang.org/x/sync/semaphore"
)

// Adapter calls the payment provider.
type Adapter struct {
	client *http.Client
	sem    *semaphore.Weighted
}

// Register opens a payment.
func (a *Adapter) Register(ctx context.Context, req *http.Request) error {
	if err := a.sem.Acquire(ctx, 1); err != nil {
		return err
	}
	defer a.sem.Release(1)
	resp, err := a.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
`,
	Good: adapter,
	HowToFix: "Give the wait a deadline of its own, about 100 ms, and keep the caller's context for the call itself; or do not wait at all: `TryAcquire`, or " +
		"a `select` with `default`. Map the error to \"unavailable\" in the adapter.\n\n" +
		"The fix waits under a context with a deadline, where the function returns an error (or, in an HTTP handler, answers) if it gets no permit. " +
		"It does not change waits in loops and goroutines, sends to channels, functions that leave with the permit, and what looks at the old context after the wait has failed.",
	Configure: fixValues + "\n\n" + ignoring,
}

var unboundedFanout = &rule.Check{
	Name: "unbounded-fanout", Guide: "R-RES-BH-1", Analyzer: name, Severity: rule.Warning, Since: "0.1.0",
	Summary: "goroutines that call one system are started in a loop and nothing but the pool limits them",
	Why: "A goroutine for each item makes as many calls at once as there are items. `http.Transport` without `MaxConnsPerHost` dials a connection for each; with it, " +
		"all but that many wait inside the transport, in a queue without a limit, while their deadlines run. Either way the system gets the burst, one " +
		"caller takes the capacity that all others share, and an input that was small in testing decides how hard production hits a partner. " +
		"A pool of connections limits connections, not work.\n\n" +
		"Looked at are `go`, `errgroup.Group.Go` without `SetLimit` and `sync.WaitGroup.Go` in a loop, where what runs makes an outbound call, through functions " +
		"of the package and of others in the module. Not reported are workers that take their items from a channel, permits taken before or in the goroutine, buffers that it sends back, batches that are waited " +
		"for, loops over a small constant number or a setting, and one goroutine for each of several systems.",
	Bad: `package sber

import (
	"net/http"
	"sync"
)

// Warm asks for all pages at once.
func Warm(client *http.Client, urls []string) {
	var wg sync.WaitGroup
	for _, u := range urls {
		wg.Go(func() {
			if resp, err := client.Get(u); err == nil {
				resp.Body.Close()
			}
		})
	}
	wg.Wait()
}
`,
	Good: `package sber

import (
	"net/http"

	"golang.org/x/sync/errgroup"
)

// Warm asks for all pages, eight at a time.
func Warm(client *http.Client, urls []string) error {
	var g errgroup.Group
	g.SetLimit(8)
	for _, u := range urls {
		g.Go(func() error {
			resp, err := client.Get(u)
			if err != nil {
				return err
			}
			return resp.Body.Close()
		})
	}
	return g.Wait()
}
`,
	HowToFix: "Use an errgroup with `SetLimit`, a fixed number of workers that range over a channel, or take a permit of the system's bulkhead in the " +
		"goroutine, where the wait may be longer than that of an interactive call. The limit belongs to the system and must leave room for its other callers.",
	Configure: ignoring,
}

var closeBeforeDrain = &rule.Check{
	Name: "close-before-drain", Guide: "R-RES-LC-1", Analyzer: name, Severity: rule.Error, Since: "0.1.0",
	Summary: "something is closed while calls in flight may still use it",
	Why: "A shutdown is a protocol: take no new work, let what is under way end (or cancel it when the time is up), and only then close what it used. " +
		"`sql.DB.Close` lets queries that run finish but fails all that begin, so a request between two statements of one job stops half way. Closing a gRPC connection fails its calls in flight " +
		"with `Canceled`. A queue's writer that is closed drops what it has not sent. So a clean restart loses work that had been accepted.\n\n" +
		"`CloseIdleConnections` breaks no call: it closes what is idle and leaves what is in use. Called before the " +
		"workers are done it only fails to do its job, because their connections return to the pool afterwards; that is a warning.\n\n" +
		"Reported is a close that comes, in one function and what it calls in its package, before the wait for goroutines that are seen to use what is closed " +
		"(`WaitGroup.Wait`, `errgroup.Group.Wait`, a receive from the channel that they close), or before `http.Server.Shutdown` and its like, where handlers may use it. " +
		"Deferred calls run last first, and are put in that order. Where a goroutine shuts the server down, `ListenAndServe` returns as soon as that begins: what " +
		"the function then closes, or has deferred to close, is closed too early as well, unless it waits for something.",
	Bad: `package main

import (
	"context"
	"database/sql"
	"net/http"
)

type service struct {
	db     *sql.DB
	server *http.Server
}

func (s *service) stop(ctx context.Context) error {
	if err := s.db.Close(); err != nil {
		return err
	}
	return s.server.Shutdown(ctx)
}

func main() {
	_ = new(service).stop(context.Background())
}
`,
	Good: `package main

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
)

type service struct {
	db     *sql.DB
	server *http.Server
}

func (s *service) stop(ctx context.Context) error {
	err := s.server.Shutdown(ctx)
	return errors.Join(err, s.db.Close())
}

func main() {
	_ = new(service).stop(context.Background())
}
`,
	HowToFix: "Close in the opposite order of use: the server first, then the workers, then clients, queues and the database. With `defer`, open and defer the " +
		"close of what is used before that of its users, so that it is closed after them. Give the whole of it one deadline.",
	Configure: ignoring,
}

var clientNotClosed = &rule.Check{
	Name: "client-not-closed", Guide: "R-RES-LC-2", Analyzer: name, Severity: rule.Note, Since: "0.1.0",
	Summary: "a program with a shutdown path closes none of its units' idle connections",
	Why: "`http.Client` has no `Close`. What it leaves behind is the idle connections of its transport, each with two goroutines, until `IdleConnTimeout` or the end of the process. The operating " +
		"system closes them with the process, so this is hygiene rather than an outage: the peer, and proxies between, see connections vanish instead of being closed in order, " +
		"leak detectors in tests see the goroutines, and a program that replaces its units while it runs keeps the old ones.\n\n" +
		"The note stands once, at the call that shuts the program's server down, if nothing that the program comes to calls `CloseIdleConnections` or closes a library's " +
		"value that holds an HTTP client.",
	Bad: `package main

import (
	"context"
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

func main() {
	client := newClient()
	server := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	server.RegisterOnShutdown(func() { _ = client.Timeout })
	_ = server.Shutdown(context.Background())
}
`,
	Good: `package main

import (
	"context"
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

func main() {
	client := newClient()
	server := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	_ = server.Shutdown(context.Background())
	client.CloseIdleConnections()
}
`,
	HowToFix:  "Call `CloseIdleConnections` of each client after server and workers have ended: see `close-before-drain` for the order. A registry of units with one `Close` keeps it in one place.",
	Configure: "Nothing but its severity, under `checks`.",
}

var hardCodedLimits = &rule.Check{
	Name: "hard-coded-limits", Guide: "R-RES-CFG-1", Analyzer: name, Severity: rule.Note, Since: "0.1.0", Off: true,
	Summary: "a limit or threshold is written as a literal instead of coming from settings",
	Why: "How many calls a system may get at once, how long it may take and when its breaker opens are facts about that system and its contract, not about the program. They are " +
		"changed in an incident, by whoever is on call, and differ between environments. As a literal each change is a build and a release, nobody can see the " +
		"numbers of all systems side by side, and the sum over them cannot be checked (see `pool-total`).\n\n" +
		"Looked at are `http.Client.Timeout`, the limits of `http.Transport`, `net.Dialer.Timeout`, the settings of gobreaker, the size of semaphores, `errgroup.SetLimit` " +
		"and `sql.DB.SetMaxOpenConns`. A named constant is a literal as well. Values that only say \"no limit\" are not reported.",
	Bad: `package sber

import "golang.org/x/sync/semaphore"

// NewBulkhead returns the bulkhead of the payment provider.
func NewBulkhead() *semaphore.Weighted {
	return semaphore.NewWeighted(16)
}
`,
	Good: `package sber

import "golang.org/x/sync/semaphore"

// Settings are those of the payment provider.
type Settings struct{ MaxConcurrent int64 }

// NewBulkhead returns the bulkhead of the payment provider.
func NewBulkhead(s Settings) *semaphore.Weighted {
	return semaphore.NewWeighted(s.MaxConcurrent)
}
`,
	HowToFix:  "Read the value from the system's settings section, with the literal as its default in the struct tag, where `pool-total` and its like see it.",
	Configure: "The check is off. `checks: {hard-coded-limits: on}` turns it on.",
}
