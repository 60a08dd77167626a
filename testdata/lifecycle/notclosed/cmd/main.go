// Command cmd shuts down and closes none of its clients: the note stands at the call in another package, and hosts that
// show Go only get it at the import.
package main

import (
	"context"

	"example.com/fixtures/lifecycle/notclosed/adapters/out/sber"
	"example.com/fixtures/lifecycle/notclosed/server"
)

func main() {
	a := sber.New()
	server.Run(context.Background(), a)
}
