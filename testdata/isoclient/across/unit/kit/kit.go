// Package kit makes units of a client and a breaker.
package kit

import (
	"net/http"

	"github.com/sony/gobreaker/v2"

	"example.com/fixtures/isoclient/kit"
)

type Unit struct {
	client *http.Client
	cb     *gobreaker.CircuitBreaker[*http.Response]
}

func New(name string) *Unit {
	return &Unit{client: kit.Client(), cb: gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{Name: name})}
}

func (u *Unit) Send(r *http.Request) {
	_, _ = u.cb.Execute(func() (*http.Response, error) { return u.client.Do(r) })
}
