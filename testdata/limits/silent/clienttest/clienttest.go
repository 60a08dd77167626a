// Package clienttest is test support by its name.
package clienttest

import "net/http"

var client = &http.Client{}
