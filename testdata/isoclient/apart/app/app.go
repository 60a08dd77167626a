// Package app holds adapters: the App is no consumer.
package app

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type SberClient struct{ c *http.Client }

func (s *SberClient) Pay(r *http.Request) { _, _ = s.c.Do(r) }

type ReceiptClient struct{ c *http.Client }

func (s *ReceiptClient) Print(r *http.Request) { _, _ = s.c.Do(r) }

// App has both adapters, each with a client of its own.
type App struct {
	sber    *SberClient
	receipt *ReceiptClient
}

func NewApp() *App {
	return &App{sber: &SberClient{kit.Client()}, receipt: &ReceiptClient{kit.Client()}}
}

func (a *App) Pay(r *http.Request) {
	a.sber.Pay(r)
	a.receipt.Print(r)
}

// The application passes one adapter on to a use case: still one system.
type PayClient struct{ sber *SberClient }

func NewPayClient(a *App) *PayClient { return &PayClient{a.sber} }

func (p *PayClient) Run(r *http.Request) { p.sber.Pay(r) }

// A retrying and a logging type around one client are one system.
type RetryClient struct{ c *http.Client }

func (r *RetryClient) Do(req *http.Request) (*http.Response, error) {
	for range 3 {
		if resp, err := r.c.Do(req); err == nil {
			return resp, nil
		}
	}
	return r.c.Do(req)
}

type LoggingClient struct{ next *RetryClient }

func (l *LoggingClient) Do(req *http.Request) (*http.Response, error) { return l.next.Do(req) }

type InsuranceGateway struct{ c *LoggingClient }

func NewInsuranceGateway() *InsuranceGateway {
	return &InsuranceGateway{&LoggingClient{&RetryClient{kit.Client()}}}
}

func (g *InsuranceGateway) Ask(r *http.Request) { _, _ = g.c.Do(r) }
