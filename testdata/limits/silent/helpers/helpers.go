// Package helpers has a file for tests beside one that is not.
package helpers

import "net/http"

var client = &http.Client{} // want: no-timeout, shared-default-transport
