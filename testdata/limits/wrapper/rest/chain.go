package rest

import (
	"context"

	"github.com/go-resty/resty/v2"

	"example.com/fixtures/limits/pool"
)

// chained makes its requests in a helper, through setters that the catalogue does not know.
type chained struct{ r *resty.Client }

func newChained() *chained {
	return &chained{r: resty.New().SetDebug(false).SetTransport(pool.New())} // want: no-timeout:warning
}

func (c *chained) request(ctx context.Context) *resty.Request {
	return c.r.R().SetHeader("Accept", "application/json").SetContext(ctx)
}

// Get is bounded by its callers only.
func (c *chained) Get(ctx context.Context, path string) error {
	_, err := c.request(ctx).Get(path)
	return err
}
