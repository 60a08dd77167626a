// Package wire is the lowest that sees both users.
package wire

import (
	"example.com/fixtures/isoclient/across/global/providers/pager" // want: shared-client "the client in httpclient.Default serves pager (package"
	"example.com/fixtures/isoclient/across/global/providers/slack"
)

func Run() {
	slack.Send()
	(&pager.Sender{}).Send()
}
