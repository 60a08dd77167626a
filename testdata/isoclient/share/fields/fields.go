// Package fields keeps a client in adapters' fields.
package fields

import (
	"context"
	"net/http"

	"example.com/fixtures/isoclient/kit"
)

type SlackNotifier struct {
	http *http.Client
	base string
}

func (s *SlackNotifier) Send(ctx context.Context) error { return post(ctx, s.http, s.base+"/send") }

type PagerNotifier struct {
	client *http.Client
	url    string
}

func (p PagerNotifier) Send(ctx context.Context) error { return post(ctx, p.client, p.url+"/alert") }

func post(ctx context.Context, c *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func wire() (*SlackNotifier, PagerNotifier) {
	c := kit.Client() // want: shared-client
	s := &SlackNotifier{base: "https://hooks.slack.com"}
	s.http = c
	return s, PagerNotifier{client: c, url: "https://events.pagerduty.com"}
}

// A client each.
func apart() (*SlackNotifier, PagerNotifier) {
	return &SlackNotifier{http: kit.Client(), base: "https://hooks.slack.com"},
		PagerNotifier{client: kit.Client(), url: "https://events.pagerduty.com"}
}

// Two adapters of one system, by their addresses.
func oneSystem() (*SlackNotifier, PagerNotifier) {
	c := kit.Client()
	return &SlackNotifier{http: c, base: "https://hooks.slack.com"}, PagerNotifier{client: c, url: "https://api.slack.com"}
}

var _, _, _ = wire, apart, oneSystem
