// Package e2e is test support by its path.
package e2e

import "net/http"

func get(url string) { http.Get(url) }
