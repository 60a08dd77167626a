// Package handed has handlers that are handed a wrapper type of another package, and no type that holds one.
package handed

import (
	"net/http"

	"example.com/fixtures/placement/bypass/across/guard"
)

func pay(register func() error, g *guard.Guard) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_ = g.Run(register) // want: wrapper-in-handler
	}
}

// no finding: it is run when the service starts
func warm(register func() error, g *guard.Guard) error { return g.Run(register) }
