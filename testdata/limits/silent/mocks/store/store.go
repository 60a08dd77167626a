// Package store is test support by its path.
package store

import "net/http"

var client = &http.Client{}
