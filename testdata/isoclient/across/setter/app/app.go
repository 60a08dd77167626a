// Package app sends through both providers, and leaves it to the command to set them up.
package app

import (
	"os"

	"example.com/fixtures/isoclient/across/setter/providers/pagerduty"
	"example.com/fixtures/isoclient/across/setter/providers/slack"
)

// Alert tells everybody.
func Alert() error {
	if err := slack.Send(os.Getenv("SLACK_URL")); err != nil {
		return err
	}
	return pagerduty.Send(os.Getenv("PAGERDUTY_URL"))
}
