// Package structs keeps clients in generic structs, made by generic constructors.
package structs

import (
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
)

type repo[T any] struct {
	client *http.Client
	last   T
}

func (r *repo[T]) setTimeout(d time.Duration) { r.client.Timeout = d }

func newRepo[T any]() *repo[T] {
	return &repo[T]{client: &http.Client{Transport: pool.New()}} // want: no-timeout
}

var _ = newRepo[int]()

type holder[T any] struct{ value T }

func hold[T any](v T) *holder[T] { return &holder[T]{value: v} }

func (h *holder[T]) get() T { return h.value }

func held(url string) {
	h := hold(&http.Client{Transport: pool.New()}) // want: no-timeout
	h.get().Get(url)
}

type pair[A, B any] struct {
	a A
	b B
}

var both = pair[*http.Client, time.Duration]{&http.Client{Transport: pool.New()}, time.Second} // want: no-timeout

type byValue[T any] struct {
	client http.Client
	last   T
}

var zero byValue[int] // want: no-timeout, shared-default-transport

// Set by the method of the instance.
func set() *repo[string] {
	r := &repo[string]{client: &http.Client{Transport: pool.New()}}
	r.setTimeout(time.Second)
	return r
}

// Set in what the generic holder gives back.
func heldLater(url string) {
	h := hold(&http.Client{Transport: pool.New()})
	h.get().Timeout = time.Second
	h.get().Get(url)
}

// Set in the generic constructor.
func newFull[T any](d time.Duration) *repo[T] {
	r := &repo[T]{client: &http.Client{Transport: pool.New()}}
	r.client.Timeout = d
	return r
}

var _ = newFull[int](time.Second)
