// Command wired sets the providers up, and another package sends through them.
package main

import (
	"example.com/fixtures/isoclient/across/setter/app"
	"example.com/fixtures/isoclient/across/setter/providers/pagerduty"
	"example.com/fixtures/isoclient/across/setter/providers/slack"
	"example.com/fixtures/isoclient/kit"
)

func main() {
	c := kit.Client() // want: shared-client
	slack.SetClient(c)
	pagerduty.SetClient(c)
	_ = app.Alert()
}
