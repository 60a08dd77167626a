// Package generics goes through type parameters.
package generics

import (
	"encoding/json"
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

func get[T any](c *http.Client, url string) (out T, err error) {
	resp, err := c.Get(url)
	if err != nil {
		return out, err
	}
	defer resp.Body.Close()
	return out, json.NewDecoder(resp.Body).Decode(&out)
}

type user struct{ Name string }

func functions() {
	c := kit.Client() // want: shared-client
	_, _ = get[user](c, "https://api.github.com/user")
	_, _ = get[[]user](c, "https://gitlab.com/api/v4/user")
}

// A client each.
func apart() {
	_, _ = get[user](kit.Client(), "https://api.github.com/user")
	_, _ = get[[]user](kit.Client(), "https://gitlab.com/api/v4/user")
}

type API[T any] struct {
	client *http.Client
	url    string
}

func NewAPI[T any](c *http.Client, url string) *API[T] { return &API[T]{client: c, url: url} }

func (a *API[T]) Load() (T, error) { return get[T](a.client, a.url) }

func structs() {
	c := kit.Client() // want: shared-client
	_, _ = NewAPI[user](c, "https://api.github.com/user").Load()
	_, _ = NewAPI[[]user](c, "https://gitlab.com/api/v4/user").Load()
}

// Two results of one system.
func oneSystem() {
	c := kit.Client()
	_, _ = NewAPI[user](c, "https://api.github.com/user").Load()
	_, _ = NewAPI[[]user](c, "https://api.github.com/users").Load()
}
