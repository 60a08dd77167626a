// Package handlers builds clients where requests are answered.
package handlers

import (
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v2"
	"github.com/labstack/echo/v4"

	"example.com/fixtures/isoclient/kit"
)

func plain(w http.ResponseWriter, r *http.Request) {
	c := &http.Client{Timeout: time.Second, Transport: kit.Transport()} // want: per-call-client
	_, _ = c.Get("https://api.vendor.com")
}

func ginHandler(c *gin.Context) {
	client := kit.Client() // want: per-call-client
	_, _ = client.Get("https://api.vendor.com")
}

func echoHandler(c echo.Context) error {
	client := kit.Client() // want: per-call-client
	_, err := client.Get("https://api.vendor.com")
	return err
}

func fiberHandler(c *fiber.Ctx) error {
	client := &http.Client{Transport: &http.Transport{}} // want: per-call-client
	_, err := client.Get("https://api.vendor.com")
	return err
}

func register(mux *http.ServeMux, e *gin.Engine) {
	mux.HandleFunc("/a", func(w http.ResponseWriter, r *http.Request) {
		_, _ = kit.Client().Get("https://api.vendor.com") // want: per-call-client
	})
	lasting := kit.Client()
	// The client is built once, when the handler is registered.
	mux.HandleFunc("/b", func(w http.ResponseWriter, r *http.Request) {
		_, _ = lasting.Get("https://api.vendor.com")
	})
	e.GET("/c", func(c *gin.Context) {
		t := http.DefaultTransport.(*http.Transport).Clone()
		_, _ = (&http.Client{Transport: t}).Get("https://api.vendor.com") // want: per-call-client
	})
}

type server struct{ client *http.Client }

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	helper()
	_, _ = s.client.Get("https://api.vendor.com")
}

// The handler calls a helper that builds a client.
func helper() {
	c := kit.Client() // want: per-call-client
	_, _ = c.Get("https://api.vendor.com")
}

// The client uses a lasting transport: it is cheap.
var transport = kit.Transport()

func cheap(w http.ResponseWriter, r *http.Request) {
	c := &http.Client{Timeout: time.Second, Transport: transport}
	_, _ = c.Get("https://api.vendor.com")
}

// The default transport lasts.
func byDefault(w http.ResponseWriter, r *http.Request) {
	c := &http.Client{Timeout: time.Second}
	_, _ = c.Get("https://api.vendor.com")
}

// Nothing is kept that could be used again.
func noKeepAlive(w http.ResponseWriter, r *http.Request) {
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	_, _ = c.Get("https://api.vendor.com")
}

// The idle connections are closed with the call.
func closed(w http.ResponseWriter, r *http.Request) {
	c := kit.Client()
	defer c.CloseIdleConnections()
	_, _ = c.Get("https://api.vendor.com")
}
