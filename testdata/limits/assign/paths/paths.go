// Package paths sets the timeout on some paths, and on all.
package paths

import (
	"errors"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

func early(slow bool) *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	if slow {
		return c
	}
	c.Timeout = time.Second
	return c
}

func switched(n int) *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	switch n {
	case 1:
		c.Timeout = time.Second
	case 2:
		c.Timeout = 2 * time.Second
	}
	return c
}

func looped(ds []time.Duration) *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	for _, d := range ds {
		c.Timeout = d
	}
	return c
}

func counted(n int) *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	for i := 0; i < n; i++ {
		c.Timeout = time.Second
	}
	return c
}

func concurrent() *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	go func() { c.Timeout = time.Second }()
	return c
}

func jumped(slow bool) *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	if slow {
		goto done
	}
	c.Timeout = time.Second
done:
	return c
}

func typed(v any) *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	switch v := v.(type) {
	case time.Duration:
		c.Timeout = v
	case int:
		c.Timeout = time.Duration(v)
	}
	return c
}

func fell(n int) *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	switch n {
	case 1:
		c.Timeout = time.Second
	default:
	}
	return c
}

func continued(ns []int) (cs []*http.Client) {
next:
	for _, n := range ns {
		c := &http.Client{Transport: pool.New()} // want: no-timeout
		for range n {
			if n > 3 {
				cs = append(cs, c)
				continue next
			}
		}
		c.Timeout = time.Second
		cs = append(cs, c)
	}
	return cs
}

func used(url string) {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	c.Get(url)
	c.Timeout = time.Second
}

func shortCircuit(slow bool) *http.Client {
	c := &http.Client{Transport: pool.New()} // want: no-timeout
	_ = slow && func() bool { c.Timeout = time.Second; return true }()
	return c
}

// Both arms set it.
func either(slow bool) *http.Client {
	c := &http.Client{Transport: pool.New()}
	if slow {
		c.Timeout = time.Minute
	} else {
		c.Timeout = time.Second
	}
	return c
}

// Every case sets it, the default one too.
func every(n int) *http.Client {
	c := &http.Client{Transport: pool.New()}
	switch n {
	case 1:
		c.Timeout = time.Second
	case 2:
		c.Timeout = 2 * time.Second
	default:
		c.Timeout = 3 * time.Second
	}
	return c
}

// The case falls into one that sets it.
func fallsThrough(n int) *http.Client {
	c := &http.Client{Transport: pool.New()}
	switch {
	case n > 3:
		fallthrough
	default:
		c.Timeout = time.Second
	}
	return c
}

// The path that does not set it leaves no client.
func failed(bad bool) (*http.Client, error) {
	c := &http.Client{Transport: pool.New()}
	if bad {
		return nil, errors.New("bad")
	}
	c.Timeout = time.Second
	return c, nil
}

// The path that does not set it panics.
func panics(bad bool) *http.Client {
	c := &http.Client{Transport: pool.New()}
	if bad {
		panic("bad")
	}
	c.Timeout = time.Second
	return c
}

// A loop without a condition ends only behind the assignment.
func endless(try func() bool) *http.Client {
	c := &http.Client{Transport: pool.New()}
	for {
		c.Timeout = time.Second
		if try() {
			break
		}
	}
	return c
}

// A select goes through exactly one of its cases.
func selected(a, b <-chan time.Duration) *http.Client {
	c := &http.Client{Transport: pool.New()}
	select {
	case d := <-a:
		c.Timeout = d
	case <-b:
		c.Timeout = time.Second
	}
	return c
}

// The jump back comes before the assignment that every path meets.
func jumpsBack(try func() bool) *http.Client {
	c := &http.Client{Transport: pool.New()}
again:
	if !try() {
		goto again
	}
	c.Timeout = time.Second
	return c
}

// Labelled break out of two loops, then set.
func labelled(ns []int) *http.Client {
	c := &http.Client{Transport: pool.New()}
outer:
	for {
		for _, n := range ns {
			if n > 3 {
				break outer
			}
		}
	}
	c.Timeout = time.Second
	return c
}

// What is sent before is sent by another client.
func usedOther(url string) {
	c := &http.Client{Transport: pool.New(), Timeout: time.Second}
	c.Get(url)
	c = &http.Client{Transport: pool.New()}
	c.Timeout = time.Second
	c.Get(url)
}
