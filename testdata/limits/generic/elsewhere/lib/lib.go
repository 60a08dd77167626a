// Package lib has generic helpers.
package lib

import (
	"net/http"
	"time"
)

func Ptr[T any](v T) *T { return &v }

func Apply[T any](v *T, fs ...func(*T)) *T {
	for _, f := range fs {
		f(v)
	}
	return v
}

func Timeout(d time.Duration) func(*http.Client) {
	return func(c *http.Client) { c.Timeout = d }
}

type Box[T any] struct{ Value T }

func NewBox[T any](v T) *Box[T] { return &Box[T]{Value: v} }
