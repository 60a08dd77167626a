// Package deps is what all packages are handed.
package deps

import (
	"net/http"

	"golang.org/x/sync/semaphore"
)

type Deps struct {
	HTTP *http.Client
	Sem  *semaphore.Weighted
}
