// Command separate gives each provider a client of its own.
package main

import (
	"os"

	"example.com/fixtures/isoclient/across/setter/providers/pagerduty"
	"example.com/fixtures/isoclient/across/setter/providers/slack"
	"example.com/fixtures/isoclient/kit"
)

func main() {
	slack.SetClient(kit.Client())
	pagerduty.SetClient(kit.Client())
	_ = slack.Send(os.Getenv("SLACK_URL"))
	_ = pagerduty.Send(os.Getenv("PAGERDUTY_URL"))
}
