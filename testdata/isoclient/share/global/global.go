// Package global has a package-level client for two systems.
package global

import (
	"net/http"
	"strings"

	"example.com/fixtures/isoclient/kit"
)

const (
	slackURL = "https://hooks.slack.com"
	pagerURL = "https://events.pagerduty.com"
)

var client = kit.Client() // want: shared-client

func Slack() { _, _ = client.Post(slackURL+"/services/x", "application/json", strings.NewReader("{}")) }

func Pager() {
	req, err := http.NewRequest(http.MethodPost, pagerURL, nil)
	if err != nil {
		return
	}
	_, _ = client.Do(req)
}

var own, other = kit.Client(), kit.Client()

// A variable each.
func SlackAlone() { _, _ = own.Get(slackURL) }

func PagerAlone() { _, _ = other.Get(pagerURL) }
