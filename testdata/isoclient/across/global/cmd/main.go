// Command cmd sees the users too, but wire is lower.
package main

import (
	"example.com/fixtures/isoclient/across/global/providers/pager"
	"example.com/fixtures/isoclient/across/global/providers/slack"
	"example.com/fixtures/isoclient/across/global/wire"
)

func main() {
	wire.Run()
	slack.Send()
	(&pager.Sender{}).Send()
}
