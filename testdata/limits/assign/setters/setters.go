// Package setters sets fields in functions and methods that the client is passed to.
package setters

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/assign/setters/config"
	"example.com/fixtures/limits/pool"
)

func sometimes(c *http.Client, slow bool) {
	if !slow {
		c.Timeout = time.Second
	}
}

func half(slow bool) *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	sometimes(c, slow)
	return c
}

func byValue(c http.Client) { c.Timeout = time.Second }

// The function gets a copy, so the original stays without a timeout.
func lost() *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	byValue(*c)
	return c
}

func never(c *http.Client) { _ = c.Timeout }

func read() *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	never(c)
	return c
}

func zero() *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	config.SetTimeout(c, 0)
	return c
}

type api struct{ client *http.Client }

func (a *api) setTimeout(d time.Duration) { a.client.Timeout = d }

func (a *api) SetTimeout(d time.Duration) *api {
	a.client.Timeout = d
	return a
}

// A setter that nobody calls sets nothing.
func unset() *api {
	return &api{client: &http.Client{Transport: pool.New()}} // want: no-timeout
}

func always(c *http.Client) { c.Timeout = time.Second }

// By a function of the package.
func whole() *http.Client {
	c := &http.Client{Transport: pool.New()}
	always(c)
	return c
}

// By a function that calls a function.
func deeper(c *http.Client) { always(c) }

func deep() *http.Client {
	c := &http.Client{Transport: pool.New()}
	deeper(c)
	return c
}

// By a function of another package.
func elsewhere() *http.Client {
	c := &http.Client{Transport: pool.New()}
	config.SetTimeout(c, time.Second)
	return c
}

// By a method that is a value of another package's settings.
func settings(s config.Settings) *http.Client {
	c := &http.Client{Transport: pool.New()}
	s.Apply(c)
	return c
}

// By a method of the struct that holds it.
func method() *api {
	a := &api{client: &http.Client{Transport: pool.New()}}
	a.setTimeout(time.Second)
	return a
}

// By a method in a chain.
func chain() *api {
	return (&api{client: &http.Client{Transport: pool.New()}}).SetTimeout(time.Second)
}

// By a function that hands the client back.
func with(c *http.Client, d time.Duration) *http.Client {
	c.Timeout = d
	return c
}

func wrapped() *http.Client { return with(&http.Client{Transport: pool.New()}, time.Second) }

// By a method value.
func methodValue() *api {
	a := &api{client: &http.Client{Transport: pool.New()}}
	set := a.setTimeout
	set(time.Second)
	return a
}

// By a method expression.
func methodExpression() *api {
	a := &api{client: &http.Client{Transport: pool.New()}}
	(*api).setTimeout(a, time.Second)
	return a
}
