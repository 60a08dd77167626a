// Package bare lets clients out that it does nothing with itself, though no further than the module.
package bare

import (
	"net/http"

	"example.com/fixtures/limits/pool"
)

// Clients is for others to use.
type Clients struct{ HTTP *http.Client }

func All() Clients {
	return Clients{HTTP: &http.Client{Transport: pool.New()}} // want: no-timeout:error
}

// Shared is called from wherever it is imported.
var Shared = &http.Client{Transport: pool.New()} // want: no-timeout:error

// New is for others to use as well.
func New() *http.Client { return &http.Client{Transport: pool.New()} } // want: no-timeout:error
