// Package registry is handed a client and gives it to what others have registered.
package registry

import "net/http"

type Notifier interface{ Notify() }

type Factory func(c *http.Client) Notifier

var factories = map[string]Factory{}

// Register is called by providers at start.
func Register(name string, f Factory) { factories[name] = f }

// All builds every provider with a client of its own.
func All(build func() *http.Client) (out []Notifier) {
	for _, f := range factories {
		out = append(out, f(build()))
	}
	return out
}
