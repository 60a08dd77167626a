// Command together gives two providers one client through their setters.
package main

import (
	"os"

	"example.com/fixtures/isoclient/across/setter/providers/pagerduty"
	"example.com/fixtures/isoclient/across/setter/providers/slack"
	"example.com/fixtures/isoclient/kit"
)

func main() {
	c := kit.Client() // want: shared-client "pagerduty" "slack"
	slack.SetClient(c)
	pagerduty.SetClient(c)
	_ = slack.Send(os.Getenv("SLACK_URL"))
	_ = pagerduty.Send(os.Getenv("PAGERDUTY_URL"))
}
