// Package fiber declares the part of the API of gofiber/fiber that fixtures use.
package fiber

import (
	"context"
	"time"
)

type Ctx struct{}

func (c *Ctx) SendString(s string) error    { return nil }
func (c *Ctx) SendStatus(code int) error    { return nil }
func (c *Ctx) Send(body []byte) error       { return nil }
func (c *Ctx) JSON(v any) error             { return nil }
func (c *Ctx) Status(code int) *Ctx         { return c }
func (c *Ctx) UserContext() context.Context { return context.Background() }
func (c *Ctx) Next() error                  { return nil }

type Handler = func(*Ctx) error

type Router interface{}

type App struct{}

func New() *App { return &App{} }

func (a *App) Get(path string, handlers ...Handler) Router  { return nil }
func (a *App) Post(path string, handlers ...Handler) Router { return nil }
func (a *App) Use(args ...any) Router                       { return nil }

func (a *App) ShutdownWithTimeout(timeout time.Duration) error { return nil }
