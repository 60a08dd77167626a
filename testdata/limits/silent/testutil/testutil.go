// Package testutil is test support by its path.
package testutil

import "net/http"

var Client = http.DefaultClient
