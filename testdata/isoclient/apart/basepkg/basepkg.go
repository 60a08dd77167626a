// Package basepkg sees two adapters with a client each, both in a field of one type.
package basepkg

import (
	"example.com/fixtures/isoclient/apart/basepkg/clients/pager"
	"example.com/fixtures/isoclient/apart/basepkg/clients/slack"
)

func Run() {
	slack.New().Send()
	pager.New().Send()
}
