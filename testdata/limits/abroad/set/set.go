// Package set names nothing of the SDK that takes a client but a field.
package set

import (
	"context"
	"net/http"

	"example.com/fixtures/limits/pool"
	"example.org/maker/sdk"
)

var client = &sdk.Client{HTTPClient: &http.Client{Transport: pool.New()}} // want: no-timeout:error

func Ping() error { return client.Ping(context.TODO()) }
