// Package framework uses the middleware of a web framework that another package has.
package framework

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"example.com/fixtures/limits/deadline/ownmiddleware/frameworks"
	"example.com/fixtures/limits/pool"
)

type server struct{ client *http.Client }

func newServer() *server { return &server{client: &http.Client{Transport: pool.New()}} }

func (s *server) routes(e *gin.Engine) {
	e.Use(frameworks.Gin)
	e.GET("/", s.handle)
}

func (s *server) handle(c *gin.Context) {
	req, err := http.NewRequestWithContext(c.Request.Context(), http.MethodGet, "https://example.com", nil)
	if err == nil {
		s.client.Do(req)
	}
}
