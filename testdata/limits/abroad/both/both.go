// Package both calls a method without a context that there is with one.
package both

import (
	"context"
	"net/http"

	"example.com/fixtures/limits/pool"
	"example.org/maker/sdk"
)

type Things struct{ client *sdk.Client }

func New() *Things {
	return &Things{client: sdk.NewClient(&http.Client{Transport: pool.New()})} // want: no-timeout:error
}

func (t *Things) Ping(ctx context.Context) error { return t.client.Ping(ctx) }

func (t *Things) Delete(id string) error { return t.client.Delete(id) }
