// Package mid passes on what lib hands out: packages above do not see lib.
package mid

import (
	"net/http"

	"example.com/fixtures/isoclient/across/hidden/lib"
)

// HTTP returns the client of package lib.
func HTTP() *http.Client { return lib.Client() }
