// Package lazy builds clients at their first use.
package lazy

import (
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"example.com/fixtures/limits/pool"
)

var bare = sync.OnceValue(func() *http.Client {
	return &http.Client{} // want: no-timeout, shared-default-transport
})

var (
	once   sync.Once
	shared *http.Client
)

func get() *http.Client {
	once.Do(func() {
		shared = &http.Client{} // want: no-timeout, shared-default-transport
	})
	return shared
}

var current atomic.Pointer[http.Client]

func store() {
	current.Store(&http.Client{}) // want: no-timeout, shared-default-transport
}

var kept sync.Map

func keep(key string) *http.Client {
	c, _ := kept.LoadOrStore(key, &http.Client{}) // want: no-timeout, shared-default-transport
	return c.(*http.Client)
}

var clients = sync.Pool{New: func() any {
	return &http.Client{} // want: no-timeout, shared-default-transport
}}

// Complete in the function that runs once.
var full = sync.OnceValue(func() *http.Client {
	c := &http.Client{}
	c.Timeout = time.Second
	c.Transport = pool.New()
	return c
})

var (
	fullOnce   sync.Once
	fullShared *http.Client
)

// The two fields arrive inside the function that runs once, one of them after the variable is set.
func getFull() *http.Client {
	fullOnce.Do(func() {
		fullShared = &http.Client{Timeout: time.Second}
		fullShared.Transport = pool.New()
	})
	return fullShared
}

// Stored complete.
func storeFull() {
	c := &http.Client{Timeout: time.Second}
	c.Transport = pool.New()
	current.Store(c)
}

var (
	askedOnce sync.Once
	asked     *http.Client
)

// What the function that runs once has set is set for those who ask for the client, too.
func getAsked() *http.Client {
	askedOnce.Do(func() {
		asked = &http.Client{Timeout: time.Second, Transport: pool.New()}
	})
	return asked
}

var looked *http.Client

// The pool is the shared one for those who ask, and the timeout is set.
func getLooked() *http.Client {
	if looked == nil {
		looked = &http.Client{Timeout: time.Second} // want: shared-default-transport
	}
	return looked
}

var parts struct{ client, bare *http.Client }

// In a field of a package-level variable.
func getPart() *http.Client {
	if parts.client == nil {
		parts.client = &http.Client{Timeout: time.Second, Transport: pool.New()}
	}
	return parts.client
}

// The one without a timeout stays one for those who ask.
func getBare() *http.Client {
	if parts.bare == nil {
		parts.bare = &http.Client{Transport: pool.New()} // want: no-timeout
	}
	return parts.bare
}

func ask(url string) {
	getAsked().Get(url)
	getLooked().Get(url)
	getPart().Get(url)
	getBare().Get(url)
}

// Called by another function, which sees the variable itself.
func askTwice(url string) {
	ask(url)
	asked.Get(url)
}
