// Package fallback puts a default in the place of zero.
package fallback

import (
	"cmp"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

const standard = 10 * time.Second

type Settings struct{ Timeout time.Duration }

func elsewhere(s Settings) *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	if s.Timeout == 0 {
		s.Timeout = standard
	}
	return c
}

func wrongWay(s Settings) *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	if c.Timeout != 0 {
		c.Timeout = s.Timeout
	}
	return c
}

func zeroOr() *http.Client {
	return &http.Client{Transport: pool.New(), Timeout: cmp.Or(time.Duration(0), 0)} // want: no-timeout
}

// What is zero gets the default, what is not stays.
func ifZero(c *http.Client) *http.Client {
	d := &http.Client{Transport: pool.New()}
	if c != nil {
		d.Timeout = c.Timeout
	}
	if d.Timeout == 0 {
		d.Timeout = standard
	}
	return d
}

// The same with other operators and the operands the other way round.
func ifNotPositive(s Settings) (_, _ *http.Client) {
	a := &http.Client{Transport: pool.New()}
	if a.Timeout <= 0 {
		a.Timeout = standard
	}
	b := &http.Client{Transport: pool.New(), Timeout: s.Timeout}
	if 0 == b.Timeout {
		b.Timeout = standard
	}
	return a, b
}

// A default for the setting, before the client is built.
func settings(s Settings) *http.Client {
	if s.Timeout == 0 {
		s.Timeout = standard
	}
	return &http.Client{Transport: pool.New(), Timeout: s.Timeout}
}

// cmp.Or and max give the default.
func functions(s Settings) (_, _, _ *http.Client) {
	a := &http.Client{Transport: pool.New(), Timeout: cmp.Or(s.Timeout, standard)}
	b := &http.Client{Transport: pool.New(), Timeout: max(s.Timeout, time.Second)}
	c := &http.Client{Transport: pool.New(), Timeout: min(s.Timeout, time.Minute)}
	return a, b, c
}

// A switch without a tag.
func switched(s Settings) *http.Client {
	c := &http.Client{Transport: pool.New()}
	switch {
	case s.Timeout > 0:
		c.Timeout = s.Timeout
	default:
		c.Timeout = standard
	}
	return c
}

func orDefault(d time.Duration) time.Duration {
	if d <= 0 {
		return standard
	}
	return d
}

// A function of the package gives the default.
func helper(s Settings) *http.Client {
	return &http.Client{Transport: pool.New(), Timeout: orDefault(s.Timeout)}
}

// A default transport of one's own in the place of nil.
func transport(rt *http.Transport) *http.Client {
	if rt == nil {
		rt = pool.New()
	}
	return &http.Client{Timeout: standard, Transport: rt}
}

// The fallback is what has no limits.
func bareFallback(c *http.Client) *http.Client {
	if c == nil {
		c = &http.Client{} // want: no-timeout, shared-default-transport
	}
	return c
}
