// Package plugins has factories by name.
package plugins

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type Provider interface{ Send() }

type SlackProvider struct{ c *http.Client }

func (s *SlackProvider) Send() { _, _ = s.c.Get("https://hooks.slack.com") }

type PagerProvider struct{ c *http.Client }

func (p *PagerProvider) Send() { _, _ = p.c.Get("https://events.pagerduty.com") }

var factories = map[string]func(*http.Client) Provider{
	"slack": func(c *http.Client) Provider { return &SlackProvider{c} },
	"pager": func(c *http.Client) Provider { return &PagerProvider{c} },
}

// Each call builds a client for the one factory that it looks up.
func Build(name string) Provider { return factories[name](kit.Client()) }

// Every factory gets the one client.
func All() (out []Provider) {
	c := kit.Client() // want: shared-client "pager (host events.pagerduty.com) and slack (host hooks.slack.com)"
	for _, f := range factories {
		out = append(out, f(c))
	}
	return out
}
