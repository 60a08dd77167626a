// Package pager is an adapter.
package pager

import (
	"net/http"

	"example.com/fixtures/isoclient/apart/basepkg/rest"
)

type Adapter struct{ c *rest.Client }

func New() *Adapter { return &Adapter{rest.New("https://events.pagerduty.com")} }

func (a *Adapter) Send() { a.c.Get("/x") }

// Raw goes around the helper.
func (a *Adapter) Raw(r *http.Request) { _, _ = a.c.HTTP.Do(r) }
