// Package tester has test inside its name, not at the end.
package tester

import "net/http"

var client = &http.Client{} // want: no-timeout, shared-default-transport
