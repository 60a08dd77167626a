// Package bare makes no call with a context, though there is one for each.
package bare

import (
	"net/http"

	"example.com/fixtures/limits/pool"
	"example.org/maker/sdk"
)

var client = sdk.NewClient(&http.Client{Transport: pool.New()}) // want: no-timeout:error

func Delete(id string) error { return client.Delete(id) }
