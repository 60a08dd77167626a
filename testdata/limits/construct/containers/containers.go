// Package containers keeps clients in maps, slices, arrays, channels and structs without a name.
package containers

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

var byName = map[string]*http.Client{
	"slow": {},                                            // want: no-timeout, shared-default-transport
	"fast": {Timeout: time.Second, Transport: pool.New()}, // has both
}

var list = []http.Client{
	{}, // want: no-timeout, shared-default-transport
	{Timeout: time.Second, Transport: pool.New()}, // has both
}

var array = [...]*http.Client{&http.Client{}} // want: no-timeout, shared-default-transport

var anonymous = struct{ c *http.Client }{&http.Client{}} // want: no-timeout, shared-default-transport

var table = []struct {
	name string
	c    *http.Client
}{
	{"bare", &http.Client{}}, // want: no-timeout, shared-default-transport
	{"full", &http.Client{Timeout: time.Second, Transport: pool.New()}},
}

func channel() chan *http.Client {
	ch := make(chan *http.Client, 1)
	ch <- &http.Client{} // want: no-timeout, shared-default-transport
	return ch
}

func appended(cs []*http.Client) []*http.Client {
	return append(cs, &http.Client{}) // want: no-timeout, shared-default-transport
}

func registered(m map[string]*http.Client, key string) *http.Client {
	if c, ok := m[key]; ok {
		return c
	}
	m[key] = &http.Client{} // want: no-timeout, shared-default-transport
	return m[key]
}

// The entry is complete before it goes in.
func complete(m map[string]*http.Client, key string) {
	c := &http.Client{}
	c.Timeout = time.Second
	c.Transport = pool.New()
	m[key] = c
}

// Containers without a client in them.
var (
	empty = map[string]*http.Client{}
	slots = make([]*http.Client, 4)
	ch    = make(chan *http.Client)
)
