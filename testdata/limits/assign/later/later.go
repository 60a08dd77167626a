// Package later sets fields after the client came into being.
package later

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

type api struct{ http *http.Client }

type service struct{ api api }

func transportOnly() *http.Client {
	c := &http.Client{} // want: no-timeout
	c.Transport = pool.New()
	return c
}

func otherVariable() *http.Client {
	a := &http.Client{Transport: pool.New()} // want: no-timeout
	b := &http.Client{Transport: pool.New()}
	b.Timeout = time.Second
	b.Get("")
	return a
}

func zeroed() *http.Client {
	c := &http.Client{Transport: pool.New(), Timeout: time.Second} // want: no-timeout
	c.Timeout = 0
	return c
}

// Through a second variable for the same client.
func alias() *http.Client {
	c := &http.Client{Transport: pool.New()}
	d := c
	d.Timeout = time.Second
	return c
}

// Through a pointer to the variable.
func address() http.Client {
	var c http.Client
	p := &c
	p.Timeout = time.Second
	p.Transport = pool.New()
	return c
}

// Through a pointer to the field.
func fieldAddress() *http.Client {
	c := &http.Client{Transport: pool.New()}
	d := &c.Timeout
	*d = time.Second
	return c
}

// Through a pointer to the pointer.
func twice() *http.Client {
	c := &http.Client{Transport: pool.New()}
	pp := &c
	(*pp).Timeout = time.Second
	return c
}

// Through a field of a struct, and of a struct in a struct.
func fields() (*api, *service) {
	a := &api{http: &http.Client{Transport: pool.New()}}
	a.http.Timeout = time.Second
	s := &service{}
	s.api.http = &http.Client{Transport: pool.New()}
	s.api.http.Timeout = time.Second
	return a, s
}

// As the second value of an assignment of two.
func tuple() *http.Client {
	c, d := &http.Client{Transport: pool.New()}, time.Second
	c.Timeout, d = d, c.Timeout
	return c
}

// In a function literal that is called at once.
func closure() *http.Client {
	c := &http.Client{Transport: pool.New()}
	func() { c.Timeout = time.Second }()
	return c
}

// In a function literal that a variable holds.
func heldClosure() *http.Client {
	c := &http.Client{Transport: pool.New()}
	set := func(d time.Duration) { c.Timeout = d }
	set(time.Second)
	return c
}

// By an assignment that adds.
func added() *http.Client {
	c := &http.Client{Transport: pool.New(), Timeout: time.Second}
	c.Timeout += time.Second
	return c
}
