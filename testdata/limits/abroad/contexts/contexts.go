// Package contexts hands clients to another module, and contexts with each call of it.
package contexts

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
	"example.org/maker/sdk"
)

// Zones hands on what its callers give it, also through a helper.
type Zones struct{ client *sdk.Client }

func New() *Zones {
	c := sdk.NewClient(&http.Client{Transport: pool.New()}) // want: no-timeout:warning "caller"
	c.SetUserAgent("fixtures")
	return &Zones{client: c}
}

func (z *Zones) Names(ctx context.Context) ([]string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return z.names(ctx)
}

func (z *Zones) names(ctx context.Context) ([]string, error) {
	zones, err := z.client.Zones.List(ctx, "account")
	var out []string
	for _, zone := range zones {
		out = append(out, zone.Name)
	}
	return out, err
}

// Ping sets a deadline of its own.
func (z *Zones) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return z.client.Ping(ctx)
}

// Key is asked of something else, which may have it.
func Key(k *sdk.Keys) (string, error) { return k.Get() }
