package oneof

import (
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type sender interface{ send() error }

type chatSender struct{ c *http.Client }

type mailSender struct{ c *http.Client }

func (s *chatSender) send() error { return post(s.c, "https://hooks.slack.com") }
func (s *mailSender) send() error { return post(s.c, "https://api.sendgrid.com") }

func post(c *http.Client, url string) error {
	resp, err := c.Post(url, "", nil)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

var makers = map[string]func(*http.Client) sender{
	"chat": func(c *http.Client) sender { return &chatSender{c} },
	"mail": func(c *http.Client) sender { return &mailSender{c} },
}

// In each round another client, and one of the makers gets it.
func fromTable(names []string) (all []sender) {
	for _, n := range names {
		all = append(all, makers[n](kit.Client()))
	}
	return all
}

// The same with branches, whose senders meet in one variable.
func fromBranches(names []string) (all []sender) {
	for _, n := range names {
		c := kit.Client()
		var s sender
		if n == "chat" {
			s = &chatSender{c}
		} else {
			s = &mailSender{c}
		}
		all = append(all, s)
	}
	return all
}

// Made before the loop, so that makers of several rounds get it.
func oneForTable(names []string) (all []sender) {
	c := kit.Client() // want: shared-client
	for _, n := range names {
		all = append(all, makers[n](c))
	}
	return all
}

// Both are made, one after the other.
func both(mail bool) (all []sender) {
	c := kit.Client() // want: shared-client
	all = append(all, &chatSender{c})
	if mail {
		all = append(all, &mailSender{c})
	}
	return all
}
