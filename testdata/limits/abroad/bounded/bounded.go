// Package bounded calls another module with a deadline each time.
package bounded

import (
	"context"
	"net/http"
	"time"

	"example.com/fixtures/limits/pool"
	"example.org/maker/sdk"
)

// The requests of the SDK are made under the contexts that it is handed, and each has a deadline.
var client = sdk.NewClient(&http.Client{Transport: pool.New()})

func Names(ctx context.Context) ([]sdk.Zone, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return list(ctx)
}

func list(ctx context.Context) ([]sdk.Zone, error) { return client.Zones.List(ctx, "account") }
