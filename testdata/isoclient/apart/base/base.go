// Package base has a helper type that each adapter has its own of.
package base

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type api struct {
	client *http.Client
	base   string
}

func newAPI(base string) *api { return &api{client: kit.Client(), base: base} }

func (a *api) get(path string) { _, _ = a.client.Get(a.base + path) }

type SlackClient struct{ api *api }

func NewSlackClient() *SlackClient { return &SlackClient{newAPI("https://hooks.slack.com")} }

func (s *SlackClient) Send() { s.api.get("/x") }

type PagerClient struct{ *api }

func NewPagerClient() *PagerClient { return &PagerClient{newAPI("https://events.pagerduty.com")} }

func (p *PagerClient) Send() { p.get("/y") }

// Each adapter is handed its own from outside.
type SberClient struct{ a *api }

func NewSberClient(a *api) *SberClient { return &SberClient{a} }

func (s *SberClient) Send() { s.a.get("/x") }

type ReceiptClient struct{ a *api }

func NewReceiptClient(a *api) *ReceiptClient { return &ReceiptClient{a} }

func (s *ReceiptClient) Send() { s.a.get("/x") }

func wire() (*SberClient, *ReceiptClient) {
	return NewSberClient(newAPI("https://sber.example.com")), NewReceiptClient(newAPI("https://receipt.example.com"))
}

type unit struct{ client *http.Client }

type units struct{ slack, pager unit }

type slackUser struct{ u *units }

type pagerUser struct{ u *units }

func (s *slackUser) Send() { _, _ = s.u.slack.client.Get("https://hooks.slack.com") }
func (s *pagerUser) Send() { _, _ = s.u.pager.client.Get("https://events.pagerduty.com") }

// All users have the struct of units, and each takes its own out of it.
func wireUnits() (*slackUser, *pagerUser) {
	u := &units{slack: unit{kit.Client()}, pager: unit{kit.Client()}}
	return &slackUser{u}, &pagerUser{u}
}

var _, _ = wire, wireUnits
