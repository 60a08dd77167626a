// Package byvalue holds clients as fields by value: the literal of the struct is where they come into being.
package byvalue

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

type api struct {
	client http.Client
	base   string
}

func (a *api) get() { a.client.Get(a.base) }

func literal() *api { return &api{base: "x"} } // want: no-timeout, shared-default-transport

func made() *api { return new(api) } // want: no-timeout, shared-default-transport

func declared() {
	var a api // want: no-timeout, shared-default-transport
	a.get()
}

type outer struct{ inner api }

func nested() *outer { return &outer{} } // want: no-timeout, shared-default-transport

type embedding struct{ http.Client }

func embedded() *embedding { return &embedding{} } // want: no-timeout, shared-default-transport

// Set on the line after.
func later() *api {
	a := &api{base: "x"}
	a.client.Timeout = time.Second
	a.client.Transport = pool.New()
	return a
}

// Set by a method of the struct.
func (a *api) init(d time.Duration) {
	a.client = http.Client{Timeout: d, Transport: pool.New()}
}

func byMethod() *api {
	a := &api{}
	a.init(time.Second)
	return a
}

// Set through the nested struct.
func nestedLater() *outer {
	o := &outer{}
	o.inner.client.Timeout = time.Second
	o.inner.client.Transport = pool.New()
	return o
}

// Promoted fields are fields.
func embeddedLater() *embedding {
	e := &embedding{}
	e.Timeout = time.Second
	e.Transport = pool.New()
	return e
}

type lazy struct{ client *http.Client }

// A field that is a pointer holds no client yet.
func pointer() *lazy { return &lazy{} }

type getter interface{ get() }

// These say that a type implements an interface. Nobody has the values.
var _ getter = &api{}

var _ = getter(&api{})

var _, _ getter = new(api), (*api)(nil)

// A function gets this one, and asks through it.
var _ = registered(&api{}) // want: no-timeout, shared-default-transport

func registered(a *api) bool {
	a.get()
	return true
}
