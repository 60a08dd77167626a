package frameworks

import (
	"context"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
)

type service interface {
	Do(ctx context.Context, id string) error
}

type doer struct{ handlers }

// Named calls a method named like a client's: it passes nothing on.
func (d *doer) Named(s service) gin.HandlerFunc {
	return func(c *gin.Context) {
		_, _ = d.breaker.Execute(func() (any, error) { return nil, s.Do(c.Request.Context(), c.Param("id")) }) // want: wrapper-in-handler
	}
}

// no finding: a middleware that is a function value
func (d *doer) Around(inner gin.HandlerFunc) gin.HandlerFunc {
	return func(c *gin.Context) {
		_, _ = d.breaker.Execute(func() (any, error) {
			inner(c)
			return nil, nil
		})
	}
}

// bind is a piece of a handler: it reads what came in.
func bind(c echo.Context) string { return c.Param("id") }

// Bound hands its context to a helper: that passes nothing on.
func (d *doer) Bound(s service) echo.HandlerFunc {
	return func(c echo.Context) error {
		id := bind(c)
		_, err := d.breaker.Execute(func() (any, error) { return nil, s.Do(c.Request().Context(), id) }) // want: wrapper-in-handler
		return err
	}
}
