// Package path sees both users of the one client.
package path

import (
	"example.com/fixtures/isoclient/fool/path/clients/pager" // want: shared-client
	"example.com/fixtures/isoclient/fool/path/clients/slack"
)

func Run() {
	slack.Send("")
	pager.Send("")
}
