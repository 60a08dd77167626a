// Package frameworks has handlers of gin, echo and fiber.
package frameworks

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v2"
	"github.com/labstack/echo/v4"
	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"
)

type payments interface {
	Register(ctx context.Context) error
}

type handlers struct {
	payments payments
	breaker  *gobreaker.CircuitBreaker[any]
	sem      *semaphore.Weighted
}

func (h *handlers) gin(c *gin.Context) {
	_, err := h.breaker.Execute(func() (any, error) { return nil, h.payments.Register(c.Request.Context()) }) // want: wrapper-in-handler
	if err != nil {
		c.AbortWithStatus(http.StatusServiceUnavailable)
	}
}

func (h *handlers) echo(c echo.Context) error {
	_, err := h.breaker.Execute(func() (any, error) { return nil, h.payments.Register(c.Request().Context()) }) // want: wrapper-in-handler
	return err
}

func (h *handlers) fiber(c *fiber.Ctx) error {
	_, err := h.breaker.Execute(func() (any, error) { return nil, h.payments.Register(c.UserContext()) }) // want: wrapper-in-handler
	return err
}

func (h *handlers) routes(g *gin.Engine, e *echo.Echo, f *fiber.App) {
	g.POST("/pay", h.gin)
	g.POST("/literal", func(c *gin.Context) {
		_, _ = h.breaker.Execute(func() (any, error) { return nil, h.payments.Register(c.Request.Context()) }) // want: wrapper-in-handler
	})
	e.POST("/pay", h.echo)
	e.POST("/literal", func(c echo.Context) error {
		_, err := h.breaker.Execute(func() (any, error) { return nil, h.payments.Register(c.Request().Context()) }) // want: wrapper-in-handler
		return err
	})
	f.Post("/pay", h.fiber)
	f.Post("/literal", func(c *fiber.Ctx) error {
		_, err := h.breaker.Execute(func() (any, error) { return nil, h.payments.Register(c.UserContext()) }) // want: wrapper-in-handler
		return err
	})
}

// no finding: middleware that protects this service from too much work
func (h *handlers) limitGin(c *gin.Context) {
	if !h.sem.TryAcquire(1) {
		c.AbortWithStatus(http.StatusServiceUnavailable)
		return
	}
	defer h.sem.Release(1)
	c.Next()
}

// no finding: middleware around the next handler
func (h *handlers) breakGin(c *gin.Context) {
	_, _ = h.breaker.Execute(func() (any, error) {
		c.Next()
		return nil, nil
	})
}

// no finding: middleware around the next handler
func (h *handlers) limitEcho(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !h.sem.TryAcquire(1) {
			return c.NoContent(http.StatusServiceUnavailable)
		}
		defer h.sem.Release(1)
		return next(c)
	}
}

// no finding: middleware around the next handler
func (h *handlers) breakEcho(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		_, err := h.breaker.Execute(func() (any, error) { return nil, next(c) })
		return err
	}
}

// no finding: middleware around the next handler
func (h *handlers) breakFiber(c *fiber.Ctx) error {
	_, err := h.breaker.Execute(func() (any, error) { return nil, c.Next() })
	return err
}
