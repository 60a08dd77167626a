// Package mockingbird begins like test support and is none.
package mockingbird

import "net/http"

var client = &http.Client{} // want: no-timeout, shared-default-transport
