// Package handlers sends requests under the contexts of the requests that it serves.
package handlers

import (
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"

	"example.com/fixtures/limits/pool"
)

var (
	bare     = &http.Client{Transport: pool.New()} // want: no-timeout:error
	asMethod = &http.Client{Transport: pool.New()} // want: no-timeout:error
	literal  = &http.Client{Transport: pool.New()} // want: no-timeout:error

	own = &http.Client{Transport: pool.New()}
)

func send(ctx context.Context, c *http.Client) {
	if req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://example.com", nil); err == nil {
		c.Do(req)
	}
}

func handle(w http.ResponseWriter, r *http.Request) { send(r.Context(), bare) }

type server struct{}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) { send(r.Context(), asMethod) }

func routes(mux *http.ServeMux) {
	mux.HandleFunc("/bare", handle)
	mux.Handle("/method", &server{})
	mux.HandleFunc("/literal", func(w http.ResponseWriter, r *http.Request) { send(r.Context(), literal) })
}

// The handler makes a deadline itself.
func handleOwn(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), time.Second)
	defer cancel()
	send(ctx, own)
}

func ownRoutes(mux *http.ServeMux) { mux.HandleFunc("/own", handleOwn) }

var (
	framework = &http.Client{Transport: pool.New()} // want: no-timeout:error
	another   = &http.Client{Transport: pool.New()} // want: no-timeout:error

	pair = &http.Client{Transport: pool.New()} // want: no-timeout:warning
)

// The context of a framework holds the request, and what answers it.
func frameworkRoutes(e *gin.Engine) {
	e.GET("/gin", func(c *gin.Context) { sendFor(c) })
}

func sendFor(c *gin.Context) { send(c.Request.Context(), framework) }

func handleEcho(c echo.Context) error {
	send(c.Request().Context(), another)
	return nil
}

// What holds a request alone may hold one that goes out.
type attempt struct {
	Request *http.Request
	Tries   int
}

func (a *attempt) Run() { send(a.Request.Context(), pair) }

func Run(a *attempt) { a.Run() }
