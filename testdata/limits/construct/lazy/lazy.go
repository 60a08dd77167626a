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
