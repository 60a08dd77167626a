// Package unbounded calls another module under contexts without a deadline.
package unbounded

import (
	"context"
	"net/http"

	"example.com/fixtures/limits/pool"
	"example.org/maker/sdk"
)

var client = sdk.NewClient(&http.Client{Transport: pool.New()}) // want: no-timeout:error

func Names(ctx context.Context) ([]sdk.Zone, error) { return client.Zones.List(ctx, "account") }

func Ping() error { return ping(context.Background()) }

func ping(ctx context.Context) error { return client.Ping(ctx) }
