// Package github is an adapter.
package github

import (
	"context"
	"net/http"

	"example.com/fixtures/isoclient/across/container/deps"
)

type Adapter struct{ deps.Deps }

func New(d deps.Deps) *Adapter { return &Adapter{d} }

func (a *Adapter) Ask(ctx context.Context, r *http.Request) error {
	if err := a.Sem.Acquire(ctx, 1); err != nil {
		return err
	}
	defer a.Sem.Release(1)
	_, err := a.HTTP.Do(r)
	return err
}
