// Package jobs gets both clients, and cannot know what they share.
package jobs

import (
	"net/http"

	"example.com/fixtures/isoclient/across/unit/integrations/crm"
	"example.com/fixtures/isoclient/across/unit/integrations/geo"
)

type Queue struct {
	crm *crm.Client
	geo *geo.Client
}

func New(c *crm.Client, g *geo.Client) *Queue { return &Queue{c, g} }

func (q *Queue) Run(r *http.Request) {
	q.crm.Call(r)
	q.geo.Call(r)
}

// Caller is whatever can be called.
type Caller interface{ Call(*http.Request) }

// Each calls all.
type Each struct{ a, b Caller }

func NewEach(a, b Caller) *Each { return &Each{a, b} }

func (e *Each) Run(r *http.Request) {
	e.a.Call(r)
	e.b.Call(r)
}
