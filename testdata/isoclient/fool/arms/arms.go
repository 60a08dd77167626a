// Package arms hands a client over in branches, of which one or more are taken.
package arms

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type SlackNotifier struct{ c *http.Client }

func (s *SlackNotifier) Notify() { _, _ = s.c.Get("https://hooks.slack.com") }

type PagerNotifier struct{ c *http.Client }

func (p *PagerNotifier) Notify() { _, _ = p.c.Get("https://events.pagerduty.com") }

type Notifier interface{ Notify() }

func of(kind string, c *http.Client) Notifier {
	switch kind {
	case "slack":
		return &SlackNotifier{c}
	case "pager":
		return &PagerNotifier{c}
	}
	return nil
}

// One call, one adapter.
func single(kind string) Notifier { return of(kind, kit.Client()) }

// Two calls with one client.
func twice() (a, b Notifier) {
	c := kit.Client() // want: shared-client
	return of("slack", c), of("pager", c)
}

// A call a round, with one client.
func rounds(kinds []string) (out []Notifier) {
	c := kit.Client() // want: shared-client
	for _, k := range kinds {
		out = append(out, of(k, c))
	}
	return out
}

// A call a round, with a client a round.
func apart(kinds []string) (out []Notifier) {
	for _, k := range kinds {
		out = append(out, of(k, kit.Client()))
	}
	return out
}

// The branch is passed at every call, and the client stays.
type Router struct{ c *http.Client }

func NewRouter() *Router {
	return &Router{c: kit.Client()} // want: shared-client
}

func (r *Router) Send(slack bool) {
	if slack {
		_, _ = r.c.Get("https://hooks.slack.com")
	} else {
		_, _ = r.c.Get("https://events.pagerduty.com")
	}
}

// The function may be called again, and the client stays.
func closure() func(bool) {
	c := kit.Client() // want: shared-client
	return func(slack bool) {
		if slack {
			_, _ = c.Get("https://hooks.slack.com")
			return
		}
		_, _ = c.Get("https://events.pagerduty.com")
	}
}

// One system in the branch, the other after it whatever happened.
func both(slack bool) {
	c := kit.Client() // want: shared-client
	if slack {
		_, _ = c.Get("https://hooks.slack.com")
	}
	_, _ = c.Get("https://events.pagerduty.com")
}

// The fallback is another system, and it is called as well.
func fallback() {
	c := kit.Client() // want: shared-client
	if _, err := c.Get("https://hooks.slack.com"); err != nil {
		_, _ = c.Get("https://events.pagerduty.com")
	}
}

// The variable has one of two adapters.
func variable(slack bool) Notifier {
	var n Notifier
	c := kit.Client()
	if slack {
		n = &SlackNotifier{c}
	} else {
		n = &PagerNotifier{c}
	}
	return n
}

var _, _, _, _, _ = single, twice, rounds, apart, variable
