// Package getter hands out one client through getters of all kinds.
package getter

import (
	"net/http"
	"sync"
	"sync/atomic"

	"example.com/fixtures/isoclient/kit"
)

func slack(c *http.Client) { _, _ = c.Get("https://hooks.slack.com") }
func pager(c *http.Client) { _, _ = c.Get("https://events.pagerduty.com") }

var shared = kit.Client() // want: shared-client

func get() *http.Client { return shared }

func plain() {
	slack(get())
	pager(get())
}

var (
	once     sync.Once
	onceMade *http.Client
)

func onceDo() *http.Client {
	once.Do(func() { onceMade = kit.Client() }) // want: shared-client
	return onceMade
}

func viaOnce() {
	slack(onceDo())
	pager(onceDo())
}

var value = sync.OnceValue(kit.Client) // want: shared-client

func viaOnceValue() {
	slack(value())
	pager(value())
}

var valueLit = sync.OnceValue(func() *http.Client { // want: shared-client
	return kit.Client()
})

func viaOnceLit() {
	slack(valueLit())
	pager(valueLit())
}

var pair = sync.OnceValues(func() (*http.Client, error) { // want: shared-client
	return kit.Client(), nil
})

func viaOnceValues() {
	a, _ := pair()
	slack(a)
	b, _ := pair()
	pager(b)
}

var (
	mu     sync.Mutex
	cached *http.Client
)

func guarded() *http.Client {
	mu.Lock()
	defer mu.Unlock()
	if cached == nil {
		cached = kit.Client() // want: shared-client
	}
	return cached
}

func viaGuarded() {
	slack(guarded())
	pager(guarded())
}

var current atomic.Pointer[http.Client]

func viaAtomic() {
	current.Store(kit.Client()) // want: shared-client
	slack(current.Load())
	pager(current.Load())
}

type holder struct{ c *http.Client }

func (h *holder) HTTP() *http.Client { return h.c }

func viaMethod() {
	h := &holder{c: kit.Client()} // want: shared-client
	slack(h.HTTP())
	pager(h.HTTP())
}

type factory struct{}

func (factory) client() *http.Client { return kit.Client() }

// The factory builds afresh at every call.
func afresh() {
	var f factory
	slack(f.client())
	pager(f.client())
}

// Each call of the function value builds afresh.
var build = func() *http.Client { return kit.Client() }

func viaValue() {
	slack(build())
	pager(build())
}
