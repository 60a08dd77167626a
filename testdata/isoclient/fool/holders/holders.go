// Package holders keeps clients in odd places.
package holders

import (
	"net/http"
	"sync"

	"example.com/fixtures/isoclient/kit"
)

type SberAdapter struct {
	do func(*http.Request) (*http.Response, error)
}

func (a SberAdapter) Pay(r *http.Request) { _, _ = a.do(r) }

type ReceiptAdapter struct {
	do func(*http.Request) (*http.Response, error)
}

func (a ReceiptAdapter) Print(r *http.Request) { _, _ = a.do(r) }

// The adapters hold a method of one client.
func methods() (SberAdapter, ReceiptAdapter) {
	c := kit.Client() // want: shared-client
	return SberAdapter{do: c.Do}, ReceiptAdapter{do: c.Do}
}

// The adapters hold functions that use one client.
func functions() (SberAdapter, ReceiptAdapter) {
	c := kit.Client() // want: shared-client
	send := func(r *http.Request) (*http.Response, error) { return c.Do(r) }
	return SberAdapter{do: send}, ReceiptAdapter{do: func(r *http.Request) (*http.Response, error) { return send(r) }}
}

// A method each.
func methodsApart() (SberAdapter, ReceiptAdapter) {
	return SberAdapter{do: kit.Client().Do}, ReceiptAdapter{do: kit.Client().Do}
}

type set struct{ Sber, Receipt *http.Client }

type PayGateway struct{ s *set }

func (g *PayGateway) Pay(r *http.Request) { _, _ = g.s.Sber.Do(r) }

type PrintGateway struct{ s *set }

func (g *PrintGateway) Print(r *http.Request) { _, _ = g.s.Receipt.Do(r) }

// Both have the set, and each takes its own client.
func sets() (*PayGateway, *PrintGateway) {
	s := &set{Sber: kit.Client(), Receipt: kit.Client()}
	return &PayGateway{s}, &PrintGateway{s}
}

// The set has one client under two names.
func oneSet() (*PayGateway, *PrintGateway) {
	c := kit.Client() // want: shared-client
	s := &set{Sber: c, Receipt: c}
	return &PayGateway{s}, &PrintGateway{s}
}

type lazy struct {
	once sync.Once
	c    *http.Client
}

func (l *lazy) client() *http.Client {
	l.once.Do(func() {
		l.c = kit.Client()
	})
	return l.c
}

type CardClient struct{ l *lazy }

func (c *CardClient) Pay(r *http.Request) { _, _ = c.l.client().Do(r) }

type CheckClient struct{ l *lazy }

func (c *CheckClient) Print(r *http.Request) { _, _ = c.l.client().Do(r) }

// One lazy client for both.
func lazies() (*CardClient, *CheckClient) {
	l := &lazy{}
	return &CardClient{l}, &CheckClient{l}
}

// A lazy client each.
func laziesApart() (*CardClient, *CheckClient) { return &CardClient{&lazy{}}, &CheckClient{&lazy{}} }

// The array has one client in two places.
func array() {
	c := kit.Client() // want: shared-client
	a := [2]*http.Client{c, c}
	_, _ = a[0].Get("https://hooks.slack.com")
	_, _ = a[1].Get("https://events.pagerduty.com")
}

// A client comes out of a channel that several were put into.
func channel() {
	ch := make(chan *http.Client, 2)
	ch <- kit.Client()
	ch <- kit.Client()
	_, _ = (<-ch).Get("https://hooks.slack.com")
	_, _ = (<-ch).Get("https://events.pagerduty.com")
}

// The variable holds another client by then.
func replaced() {
	c := kit.Client()
	_, _ = c.Get("https://hooks.slack.com")
	c = kit.Client()
	_, _ = c.Get("https://events.pagerduty.com")
}

var _, _, _, _, _, _, _ = methods, functions, methodsApart, sets, oneSet, lazies, laziesApart
