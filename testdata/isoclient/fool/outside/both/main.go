// Command both makes two calls, and is the first to see what they share.
package main

import (
	"example.com/fixtures/isoclient/fool/outside"
	"example.com/fixtures/isoclient/kit"
)

func main() {
	c := kit.Client() // want: shared-client
	outside.NewSberClient(c).Pay("")
	outside.NewReceiptClient(c).Print("")

	d := outside.Deps{HTTP: kit.Client()} // want: shared-client
	outside.Slack(&d)
	outside.Pager(&d)

	e := outside.Deps{HTTP: kit.Client()}
	f := outside.Deps{HTTP: kit.Client()}
	outside.Slack(&e)
	outside.Pager(&f)
}
