// Package echo has of echo what the fixtures use.
package echo

import "net/http"

type Context interface {
	Request() *http.Request
	Param(name string) string
	JSON(code int, i any) error
	NoContent(code int) error
}

type (
	HandlerFunc    func(c Context) error
	MiddlewareFunc func(next HandlerFunc) HandlerFunc
)

type Echo struct{}

func New() *Echo { return &Echo{} }

func (e *Echo) GET(path string, h HandlerFunc, m ...MiddlewareFunc)  {}
func (e *Echo) POST(path string, h HandlerFunc, m ...MiddlewareFunc) {}
func (e *Echo) Use(m ...MiddlewareFunc)                              {}
