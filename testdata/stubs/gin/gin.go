// Package gin declares the part of the API of gin-gonic/gin that fixtures use.
package gin

import (
	"io"
	"net/http"
)

type Context struct {
	Request *http.Request
	Writer  http.ResponseWriter
}

func (c *Context) Status(code int)                                                 {}
func (c *Context) JSON(code int, obj any)                                          {}
func (c *Context) String(code int, format string, values ...any)                   {}
func (c *Context) Data(code int, contentType string, data []byte)                  {}
func (c *Context) DataFromReader(int, int64, string, io.Reader, map[string]string) {}
func (c *Context) Param(key string) string                                         { return "" }
func (c *Context) Query(key string) string                                         { return "" }
func (c *Context) AbortWithStatus(code int)                                        {}
func (c *Context) AbortWithError(code int, err error) error                        { return err }
func (c *Context) Next()                                                           {}

type HandlerFunc func(*Context)

type IRoutes interface{}

type RouterGroup struct{}

func (g *RouterGroup) GET(path string, handlers ...HandlerFunc) IRoutes  { return nil }
func (g *RouterGroup) POST(path string, handlers ...HandlerFunc) IRoutes { return nil }
func (g *RouterGroup) Use(handlers ...HandlerFunc) IRoutes               { return nil }

type Engine struct{ RouterGroup }

func New() *Engine     { return &Engine{} }
func Default() *Engine { return &Engine{} }
