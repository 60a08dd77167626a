// Package domains calls two systems, one of them through a breaker.
package domains

import (
	"fmt"
	"net/http"

	"github.com/sony/gobreaker"
)

// Push has a breaker for the address that it is made with.
type Push struct {
	base    string
	client  *http.Client
	breaker *gobreaker.CircuitBreaker
}

func NewPush() *Push {
	return &Push{
		base:    "https://push.parcel.example.com/send",
		client:  &http.Client{},
		breaker: gobreaker.NewCircuitBreaker(gobreaker.Settings{Name: "push"}),
	}
}

func (p *Push) Send() (any, error) {
	return p.breaker.Execute(func() (any, error) { return p.client.Get(p.base) })
}

// Another system is called, in a request or without one: the breaker is not for that.
func (p *Push) SendElsewhere(id string) error {
	req, err := http.NewRequest("POST", "https://exp.example.org/v2/send", nil)
	if err != nil {
		return err
	}
	if _, err := p.client.Do(req); err != nil {
		return err
	}
	if _, err := p.client.Get("https://exp.example.org/v2/" + id + "/state"); err != nil {
		return err
	}
	_, err = p.client.Get(fmt.Sprintf("https://exp.example.org/v2/%s", id))
	return err
}

// The same domain, under another name.
func (p *Push) Status() error { // want: bypassed-wrapper
	_, err := p.client.Get("https://status.example.com/")
	return err
}

// Which host that is cannot be told.
func (p *Push) Regional(region string) error { // want: bypassed-wrapper
	_, err := p.client.Get("https://push." + region + ".example.net/send")
	return err
}

// Rates has its address in the calls.
type Rates struct {
	client  *http.Client
	breaker *gobreaker.CircuitBreaker
}

func (r *Rates) Today() (any, error) {
	return r.breaker.Execute(func() (any, error) { return r.client.Get("https://rates.example.com/today") })
}

func (r *Rates) Elsewhere() (any, error) { return r.client.Get("https://holidays.example.org/today") }

func (r *Rates) Yesterday() (any, error) { return r.client.Get("https://rates.example.com/yesterday") } // want: bypassed-wrapper

// Plain says nowhere what its breaker is for.
type Plain struct {
	base    string
	client  *http.Client
	breaker *gobreaker.CircuitBreaker
}

func (p *Plain) Send() (any, error) {
	return p.breaker.Execute(func() (any, error) { return p.client.Get(p.base) })
}

func (p *Plain) Peek() (any, error) { return p.client.Get("https://peek.example.org/") } // want: bypassed-wrapper
