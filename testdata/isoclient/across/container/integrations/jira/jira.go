// Package jira is an adapter.
package jira

import (
	"context"
	"net/http"

	"example.com/fixtures/isoclient/across/container/deps"
)

type Adapter struct{ d deps.Deps }

func New(d deps.Deps) *Adapter { return &Adapter{d: d} }

func (a *Adapter) Ask(ctx context.Context, r *http.Request) error {
	if err := a.d.Sem.Acquire(ctx, 1); err != nil {
		return err
	}
	defer a.d.Sem.Release(1)
	_, err := a.d.HTTP.Do(r)
	return err
}
