// Package oneof hands its client to one of several adapters.
package oneof

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type Notifier interface{ Notify(*http.Request) }

type SlackNotifier struct{ c *http.Client }

func (s *SlackNotifier) Notify(*http.Request) { _, _ = s.c.Get("https://hooks.slack.com") }

type PagerNotifier struct{ c *http.Client }

func (p *PagerNotifier) Notify(*http.Request) { _, _ = p.c.Get("https://events.pagerduty.com") }

// Each call builds a client, and one adapter gets it.
func New(kind string) Notifier {
	c := kit.Client()
	switch kind {
	case "slack":
		return &SlackNotifier{c}
	default:
		return &PagerNotifier{c}
	}
}

// The same with an if.
func NewIf(slack bool) Notifier {
	c := kit.Client()
	if slack {
		return &SlackNotifier{c}
	}
	return &PagerNotifier{c}
}

// The same client goes to every adapter of the list, whichever it is.
func All(kinds []string) []Notifier {
	c := kit.Client() // want: shared-client
	var out []Notifier
	for _, k := range kinds {
		switch k {
		case "slack":
			out = append(out, &SlackNotifier{c})
		case "pager":
			out = append(out, &PagerNotifier{c})
		}
	}
	return out
}

// Both, if both are wanted.
func Some(slack, pager bool) (out []Notifier) {
	c := kit.Client() // want: shared-client
	if slack {
		out = append(out, &SlackNotifier{c})
	}
	if pager {
		out = append(out, &PagerNotifier{c})
	}
	return out
}
